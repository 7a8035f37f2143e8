# kaissa claim and kaissa flag.

case-no-game = found no game, expected --pgn or --fen
case-no-such-game = { $path }: found { $games ->
    [one] one game
   *[other] { $games } games
}, expected the one asked for
case-no-move = found "{ $text }", expected a move of { $turn ->
    [white] White
   *[black] Black
} in this position
case-start = the start
claim-incomplete = found no --rule or no --by, expected both
flag-incomplete = found no --fallen, expected white, black or both
claim-announced = with the announced move
claim-occurrences = This position has stood { $count ->
    [one] once
   *[other] { $count } times
}: { $after }.
claim-plies = Half-moves since the last capture or pawn move: { $plies }.
flag-cannot-mate = { $color ->
    [white] White
   *[black] Black
} can mate by no series of legal moves.
