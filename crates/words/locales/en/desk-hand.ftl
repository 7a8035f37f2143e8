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
desk-act-attach = Add a photo
desk-attach-file = Photo or PDF
desk-attach-help = A photo of the position, the clock or a scoresheet: JPEG, PNG, WebP, GIF, HEIC or PDF, of at most 12 MB. It is kept as it is, with what the phone wrote into it; only who is signed in can see it.
desk-attach-text = What it shows
desk-attach-entry = It belongs to
desk-attach-entry-none = no entry
desk-attach-do = Keep the photo
desk-attach-files = Photos and papers
desk-attach-none = no file was chosen
desk-attach-large = the file is too large; at most { $most } MB are kept
desk-attach-kind = this is neither a photo nor a PDF, by what is in it
desk-attach-text-long = the text has at most 500 letters
desk-erase-title = Erase an entry
desk-erase-how = What the entry says is erased, and its file. That there was an entry, and that you erased it and why, stays in the journal.
desk-erase-do = Erase
desk-erase-not = only what notes say and photos can be erased: the game and what was decided rest on everything else
desk-laws-here = The Laws for what stands here
desk-entry-envelope_written = adjourned, envelope written
desk-act-adjourn = Adjourn
desk-act-resume = Resume the game
desk-seal-is-adjourned = The game is adjourned.
desk-seal-not-now = the game is adjourned already, or it is over
desk-seal-step-write = This player writes his move without any doubt, and hides it:
desk-seal-step-clock = He puts his scoresheet and his opponent's into the envelope, seals it, and stops the clock without starting the other. Until then he may change the move. A move that he makes on the board after he was told to seal is the one that he writes. The clocks show:
desk-seal-step-early = Only if he adjourns before the end of the session: what is left of it, in minutes; it is taken off his clock
desk-seal-step-offer = An open draw offer is that of
desk-seal-no-offer = nobody
desk-seal-step-resumption = Date, time and place of the resumption
desk-seal-step-envelope = Compare the envelope with the board and the clocks, and keep it.
desk-seal-do = Adjourn, and write the envelope
desk-seal-resumption-wrong = date, time and place of the resumption are needed, of at most 300 letters
desk-seal-session-wrong = found no time, expected minutes such as 25, or hours and minutes such as 1:10
desk-envelope-title = Envelope
desk-envelope-board = Back to the board
desk-envelope-how = Print this page: the first sheet goes on the envelope, the slip into it. The sealed move is written on paper alone; nobody enters it here before the envelope is opened.
desk-envelope-front = Adjourned game
desk-envelope-clocks = Times on the clocks
desk-envelope-sealer = Sealed by
desk-envelope-number = Number of the sealed move
desk-envelope-offer = Open draw offer of
desk-envelope-resumption = Resumption
desk-envelope-position = Position before the sealed move
desk-envelope-sign-white = White
desk-envelope-sign-black = Black
desk-envelope-sign-arbiter = Arbiter
desk-envelope-slip = Sealed move
desk-envelope-none = This game is not adjourned.
desk-resume-step-present = Set up the position and the clocks as the envelope has them. Who is there?
desk-resume-here = is at the board
desk-resume-late = minutes late
desk-resume-clock = his clock
desk-resume-step-envelope = The envelope is opened only when this player is there, who has to reply:
desk-resume-opened = opened before him
desk-resume-closed = not opened
desk-resume-lost = not to be found
desk-resume-step-move = The move as it is written there, letter by letter:
desk-resume-sealed = The sealed move
desk-resume-letters = Letters of the pieces
desk-resume-reply-sealed = The sealer is not there, and his opponent wants to seal his reply
desk-resume-do = What follows?
desk-resume-no-move = the envelope was opened: the move in it is needed, as it is written
