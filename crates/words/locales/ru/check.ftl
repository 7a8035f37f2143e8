# kaissa check: что Правила находят в записях партий.

check-games = { $n ->
    [one] { $n } партия
    [few] { $n } партии
   *[many] { $n } партий
}
