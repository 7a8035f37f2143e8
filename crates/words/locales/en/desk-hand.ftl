# The desk: what an arbiter enters by hand at a board.
desk-act-correct = Correct the record
desk-act-pad = Write the moves
desk-typed-fault = move { $n }, "{ $at } { $written }": { $why ->
    [no_piece] no such piece can come there; a move that was made all the same is written with both squares, as g1e5
    [several] several pieces can come there; expected the square of departure too, as Nbd2 or b1d2
    [promotion] the pawn reaches the last rank; expected what it became, as e8=Q
   *[not_a_move] found no move, expected one such as Nf3, exd5, O-O, e8=Q or g1f3
}
desk-correct-how = What the source showed stays in the journal. The record goes on from your correction: what the source shows later is added to it.
desk-correct-after = The record is right up to
desk-correct-moves = The moves from there on
desk-correct-moves-help = With or without numbers, as Nf3, exd5, O-O or g1f3. An illegal move that was made is written all the same. Leave it empty to take the later moves out.
desk-correct-reason = Reason
desk-correct-do = Correct the record
desk-correct-aside = These moves are set aside:
desk-correct-no-ply = the record has no such move
desk-correct-reason-wrong = a reason is needed, of at most 500 letters
desk-correct-too-many = one correction holds at most 700 moves
desk-correct-same = the record says this already
desk-pad-white = White to move
desk-pad-black = Black to move
desk-pad-last = after
desk-pad-square = { $square }, { $color ->
    [white] white
   *[black] black
} { $piece ->
    [k] king
    [q] queen
    [r] rook
    [b] bishop
    [n] knight
   *[p] pawn
}
desk-pad-squares = The squares: first that of departure, then that of arrival
desk-pad-typed = Or type the move
desk-pad-unpressed = made, the clock not pressed yet
desk-pad-keep = Enter the move
desk-pad-how = Tap the piece, then its square. Each move is kept at once with its time.
desk-pad-turn = Turn the board
desk-pad-back = Take the last move back
desk-pad-promotion = The pawn becomes
desk-pad-queen = Queen
desk-pad-rook = Rook
desk-pad-bishop = Bishop
desk-pad-knight = Knight
desk-pad-left-pawn = It was left a pawn
desk-pad-illegal = { $written } is illegal: { $reason ->
    [king_left_in_check] the own king is left in check
    [not_this_piece_move] this piece does not move so
    [own_piece_taken] an own piece stands there
    [king_taken] the king is captured
    [castling_right_lost] the right to castle is lost
    [castling_in_check] castling out of check
    [castling_through_check] castling over or onto an attacked square
   *[other] the Laws do not allow it
}
desk-pad-stands = It was made all the same: keep it
desk-pad-not-made = It was not made
desk-pad-moved-on = the board has moved on meanwhile; look at it and tap again: nothing was kept
desk-pad-nothing = there is no move to take back
desk-pad-taken-back = taken back on the move pad
desk-pad-failed = the desk does not answer; the move was not sent: tap again
