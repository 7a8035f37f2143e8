# kaissa claim и kaissa flag.

case-no-game = партии нет, ожидалось --pgn или --fen
case-no-such-game = { $path }: найдено { $games ->
    [one] { $games } партия
    [few] { $games } партии
   *[other] { $games } партий
}, а запрошенной нет
case-no-move = найдено «{ $text }», ожидался ход { $turn ->
    [white] белых
   *[black] чёрных
} в этой позиции
case-start = начало
claim-incomplete = не указано --rule или --by, нужно и то и другое
flag-incomplete = не указано --fallen, нужно white, black или both
claim-announced = с объявленным ходом
claim-occurrences = Эта позиция возникала { $count ->
    [one] { $count } раз
    [few] { $count } раза
   *[other] { $count } раз
}: { $after }.
claim-plies = Полуходов после последнего взятия или хода пешки: { $plies }.
flag-cannot-mate = { $color ->
    [white] Белые
   *[black] Чёрные
} не могут поставить мат никакой серией возможных ходов.
