# kaissa count: moves played, from clock readings.

help-count = How many moves were played, from two readings of the clocks and the time between
help-count-increment = What each move adds, in seconds
help-count-mode = What the clock does where it gives no increment: none, delay, unequal, changed, count-up, hourglass or byoyomi
help-count-start = Both clocks after the last capture or pawn move: their sum (18), or White's and Black's (6+12)
help-count-now = Both clocks now, written alike
help-count-start-to-move = Whose clock ran at the first reading: white or black
help-count-now-to-move = Whose clock runs now
help-count-elapsed = The running time between the readings: 200 or 3:20
help-count-from = The time of day at the first reading, in place of the running time: 15:15:25
help-count-to = The time of day now
help-count-stopped = How long both clocks stood in between; may be given several times
help-count-watch = What the time was taken with: wrist, stop, board, or how far it may be off in seconds
help-count-display = How the clock shows the time: seconds, tenths, minutes, dgt2010, dgt2500 or dgt3000
help-count-added = Time added by hand or by a new period, to both together (60) or to one (black:120); taken away: -60
help-count-anchor-not-pressed = The clock had not yet been pressed for the capture or pawn move at the first reading
help-count-last-move = The last move: pressed, made (on the board, not pressed), or ended (it ended the game)
help-count-flag = Whose flag has fallen
help-count-moves-without-press = Moves that were made without pressing the clock
help-count-presses-without-move = Presses without a new move, as for an illegal move taken back
help-count-recorded-to = Number of the last move that is recorded
help-count-pace = The shortest time a move is believed to take
help-count-table = Print the sums that prove the thresholds, second by second, to carry on paper
help-count-step = The time from one row of the table to the next
example-count = kaissa count --increment 2 --start 6+12 --start-to-move white --elapsed 3:20 --now 9+9 --now-to-move white

count-no-start = the first reading of the clocks is missing
count-no-start-hint = give their sum with --start 18, or White's and Black's clock with --start 6+12
count-no-increment = the increment is missing: give --increment 2, or --mode where the clock adds none
count-give-more = Give --elapsed and --now for a count, one of them for what to expect of the other, or --table.

count-completed = Half-moves completed since the last capture or pawn move: { $list }
count-each = { $n ->
    [one] one move by each player
   *[other] { $n } moves by each player
}
count-one-more = { $more } by the player who was to move first, { $n } by the other
count-literal = the rule gives { $literal }; displays and watch together are off by less than { $bound } s
count-parity = { $parity ->
    [even] the same side is to move at both readings: an even number of presses
   *[odd] the other side is to move now: an odd number of presses
}
count-anchor = presses: { $presses }; one of them is that of the capture or pawn move itself
count-made-only = one more half-move stands on the board and is not pressed
count-ended = the last move ended the game and needed no press
count-threshold = { $form ->
    [announced_move] Fifty moves, claim with an announced move,
    [on_board] Fifty moves, claim on the board,
   *[automatic] Seventy-five moves, draw without a claim,
} { $citation }:
count-state = { $state ->
    [reached] { $n ->
        [0] reached, with nothing to spare
        [one] reached, with one half-move to spare
       *[other] reached, with { $n } half-moves to spare
    }
    [not_reached] { $n ->
        [one] not reached, one half-move short
       *[other] not reached, at least { $n } half-moves short
    }
   *[open] { $n ->
        [one] open, one half-move may be lacking
       *[other] open, up to { $n } half-moves may be lacking
    }
}
count-settle-whose-move = - settled by knowing whose move it was at both readings
count-settle-watch = { $n ->
    [one] - settled by watching one more half-move
   *[other] - settled by watching { $n } more half-moves
}
count-settle-read = - settled by another reading after about { $seconds } s at this pace
count-settle-restore = - settled by restoring the moves
count-settle-restore-from = - settled by restoring the game from move { $number }
count-moments = - not before { $earliest } on the watch if a move takes { $pace } s or more; at the latest at { $latest } if no flag falls
count-sums = - now proved by a sum of { $proves }, or of { $fits } if the side to move fits; { $can_refute ->
    [yes] refuted by { $refutes } or less
   *[no] no sum refutes it any more
}
count-sum-literal = - by the rule at a sum of { $sum }
count-time-literal = - by the rule at a running time of { $time }
count-unknown = - whether the edition of { $edition } knows a draw without a claim is not known here
count-short-way = On paper: { $passed ->
    [yes] { $full } has passed by { $missing }; { $sum } and { $missing } make { $reduced }
   *[no] { $missing } are missing to { $full }; { $sum } less { $missing } is { $reduced }
}, { $reached ->
    [yes] not less than { $needed }: reached
   *[no] less than { $needed }: not reached
} by the bare rule.
count-assumes = This holds if
count-assumption = { $what ->
    [stops_taken_out] - both clocks ran all that time; stops have to be taken out
    [no_adjustments] - nothing was added or taken away and no new period began
    [one_press_a_move] - each move was pressed once
   *[anchor_pressed] - the capture or pawn move had been pressed at the first reading
}
count-no-record = The clocks do not replace the record: they tell whether restoring it is worth while.
count-nothing = The clocks say nothing of the number of moves: { $reasons }.
count-void = { $reason ->
    [no_increment] nothing is added with a move
    [delay] a delay is no increment
    [count_up] the clock counts up
    [hourglass] what one clock loses the other gains
    [byoyomi] the time for each move comes anew
    [unequal_increments] the players have different increments
    [increment_changed] the increment changed in between
    [increment_not_positive] the increment is zero
    [seconds_not_shown] a display may have shown hours and minutes only; give each clock, or wait until both show seconds
    [elapsed_negative] the running time is below zero
   *[flag_fallen_before] a flag had fallen at the first reading
}
count-nothing-fits = These readings contradict themselves: the rule gives { $literal }, and no number of moves lies near enough.
    Look for time added by hand, a stop not taken out, a wrong increment or a misread clock.
count-side-impossible = { $color ->
    [white] White's
   *[black] Black's
} clock cannot have changed so much: the displays were exchanged, or time was added that is not given.
count-table = Sums of both clocks that prove it, first sum { $sum }:
count-table-time = time
count-table-proves = { $plies }
count-table-fits = { $plies }*
count-table-legend = * if the side to move fits: after an even number of half-moves the same side as at the first reading.

help-count-gap-from = A known position, as FEN with its counter, before moves that are not recorded
help-count-gap-to = The position known after them
count-gap = Between the two positions lie at least { $n ->
    [one] one half-move
   *[other] { $n } half-moves
}, an { $parity ->
    [even] even
   *[odd] odd
} number.
count-gap-none = - the positions are the same, with the same side to move
count-gap-line = - fewer are refuted; so many are enough: { $line }
count-gap-bound = - this is a proved bound; whether so many are enough was not decided
count-gap-series = { $series ->
    [unbroken] - the men and pawns are the same: nothing was captured and no pawn moved, and the series of { $before } goes on to { $after } at least
   *[broken] - a man is gone or a pawn stands elsewhere: the series without capture or pawn move began anew in between
}
count-gap-can-recur = - positions from before can have come again
count-gap-cannot-recur = - no position from before can come again
count-gap-impossible = No moves lead from the first position to the second: { $why ->
    [men_added] there are more men or pawns than before
    [kings] a king is missing or there is more than one
   *[no_way] a man can have come from nowhere, or the side to move does not fit
}. One of them did not stand on the board so.
