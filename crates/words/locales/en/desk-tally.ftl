# The desk: moves counted by a thumb.
desk-act-tally = Count the moves
desk-tally-tap = A move was made
desk-tally-zero = Capture or pawn move
desk-tally-undo = Take back
desk-tally-watch = Running time of the series
desk-tally-stop = Clocks stopped
desk-tally-go = Clocks run again
desk-tally-states = What the count says
desk-tally-claims = Claims by fifty moves belong to the players: wait for a claim. Taps allow for one slip either way in every fifty.
desk-tally-contradicts = Taps and clocks contradict each other: look what was missed, and read the clocks again.
desk-tally-clocks = The clocks
desk-tally-clocks-how = Read them once at the beginning of the series and once when it matters.
desk-tally-freeze = Read now
desk-tally-frozen = The moment is held; type what the clocks showed at it.
desk-tally-read = Enter the reading
desk-tally-no-increment = Without an increment the clocks do not tell how many moves were made.
desk-tally-clock-wrong = found no clock time, expected one such as 18, 3:20 or 1:05:30
desk-tally-end = End the count
desk-tally-begin = Begin the count
desk-tally-before = Moves without a capture or pawn move so far
desk-tally-before-zero = none: a capture or a pawn move was just made
desk-tally-before-recorded = as the record has them, in half-moves:
desk-tally-before-unknown = not known: the count is the least there can be
desk-tally-to-move = To move
desk-tally-mover-unknown = Not known who is to move
desk-tally-increment = Added with each move, in seconds
desk-tally-increment-none = nothing, or not known
desk-tally-others = Other counts at this board
desk-tally-sent = Everything is in the journal.
desk-tally-waiting = Counted here and still to be sent: { $n }
desk-tally-signed-out = You are not signed in any more. Sign in on another page; what was counted waits here: { $n }
desk-tally-unreadable = this is nothing that the tally enters: nothing was kept
desk-tally-plain = This page came over plain HTTP. It goes on counting while the network is away, and sends later. Two things need HTTPS: loading it anew without the network, and keeping the screen awake. Until then leave this page open, and set the phone so that its screen stays on.
desk-tally-span = { $kind ->
    [exact] half-moves: { $min } ({ $moves } moves by each)
    [least] half-moves: { $min } at least ({ $moves } moves by each)
   *[between] half-moves: { $min } to { $max } ({ $moves } to { $most } moves by each)
}
desk-tally-threshold = { $form ->
    [announced_move] Fifty moves, claim with an announced move:
    [on_board] Fifty moves, claim on the board:
   *[automatic] Seventy-five moves, drawn without a claim:
} { $article }
desk-tally-state = { $state ->
    [reached] reached; half-moves to spare: { $plies }
    [not_reached] not reached; half-moves short: { $plies }
   *[open] open; half-moves that may be lacking: { $plies }
}
desk-tally-proves = Both clocks together prove it now with { $sum } or more; with { $parity } where it fits who is to move.
desk-tally-refutes = They refute it with { $sum } or less.
desk-tally-reading = { $at } after the series began, after { $taps } taps: { $sum } on both clocks together
desk-tally-line = counted by hand, { $by }, last at { $at }: { $span }, { $n ->
    [one] { $n } tap
   *[other] { $n } taps
}
