# kaissa check: what the Laws find in recorded games.

check-games = { $n ->
    [one] { $n } game
   *[other] { $n } games
}
