# kaissa mate.

mate-yes = { $color } can mate: { $line }
mate-no = { $color } cannot mate by any series of legal moves: { $proof ->
    [material] the material does not allow it
    [forced] the only moves lead to material that does not allow it
    [blocked] the blocked position does not allow it
   *[search] every possible continuation was gone through
}
mate-unproven = { $color }: not decided after { $nodes ->
    [one] one position
   *[other] { $nodes } positions
}; allow more with --nodes
mate-too-long = This line is too long for the limit of 75 moves from the present counter (9.6.2 of 2023).
mate-no-question = found no position, expected --fen or a file with a FEN a line
mate-no-question-hint = kaissa mate --fen "8/8/8/8/8/5k2/6n1/6K1 w - - 0 1"
mate-line = { $name }, line { $line }
mate-king-missing = there is no { $color ->
    [white] white
   *[black] black
} king: legal moves are not defined in this position (3.10.3)
mate-kings-too-many = there are several { $color ->
    [white] white
   *[black] black
} kings: legal moves are not defined in this position (3.10.3)
mate-opponent-in-check = the side that does not have the move is in check: this position cannot arise by legal moves (3.10.3)
mate-pawn-on-last-rank = a pawn stands on the first or last rank: this position cannot arise by legal moves (3.10.3)
