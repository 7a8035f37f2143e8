# Rulings as they are read to two players: the decision, its articles, what is done next.

ruling-line = { $decision } ({ $basis }).
ruling-then = Next: { $steps }.
ruling-ask = For the arbiter to decide: { $questions }
ruling-choose = To choose from: { $choices }.
ruling-unknown = The text of this edition is not known here for: { $rules }.
ruling-open = The facts are not proved.

basis-article = { $articles }; { $edition }
basis-article-unknown = { $rule }, { $edition }: article not known here
basis-analogy = by analogy with { $articles }, { $edition }
basis-regulation = regulations, { $point }
basis-interpretation = official commentary

decision-arbiter_decides = The arbiter decides
decision-arbiter_stops_clocks = The arbiter stops both clocks until the scoresheets are complete
decision-both_lose = Both players lose
decision-checkmate_stands = The mate stands
decision-claim_admissible = The claim may be made and is checked
decision-claim_correct = The claim is correct: drawn
decision-claim_fails = The claim of a win on time fails
decision-claim_inadmissible = The claim may not be made
decision-claim_incorrect = The claim is incorrect
decision-claim_rejected = The claim is rejected
decision-classified = { $style ->
    [standard] This is standard chess
    [rapid] This is rapid chess
   *[blitz] This is blitz
}
decision-clock_replaced = The clock is replaced
decision-clock_started = The clock is started
decision-complaint_too_late = The complaint comes too late
decision-continue = Play goes on
decision-correct_times = The times are corrected
decision-different_position = The positions are different
decision-draw_agreed = Drawn by agreement
decision-explain_rule = Explain what the Law means; say nothing of the position
decision-game_drawn = The game is drawn
decision-game_lost = { $loser ->
    [white] White loses the game
    [black] Black loses the game
   *[none] The game is lost
}
decision-game_stopped = Play stops; the result is decided later
decision-increment_introduced = An increment is set for both
decision-indication_final = What the clock shows counts
decision-infringement = Against the Laws
decision-mate_void = The mate does not count
decision-may_play = The player may play
decision-may_seal = The player may seal
decision-move_accepted = The move is accepted
decision-move_stands = The illegal move stands
decision-must_record = The player must record
decision-need_not_record = The player need not record now
decision-new_game = The game is cancelled; a new one is played
decision-no_article = Nothing in this edition forbids it
decision-no_change = Nothing is changed
decision-no_fault = Nothing is wrong
decision-no_illegal_move_yet = This is not yet an illegal move
decision-no_intervention = The arbiter does not intervene
decision-no_obligation = The contact binds nobody
decision-no_penalty = No penalty: the move was not completed
decision-not_valid = Without effect
decision-offer_open = The draw offer stands
decision-offer_rejected = The draw offer is refused
decision-offer_valid = The draw offer is valid
decision-offer_valid_condition_void = The draw offer stands, its condition does not
decision-position_restored = The position is restored
decision-postponed = The decision is postponed
decision-reconstruct = The game is replayed from the scoresheets
decision-reply_sealed = The reply is sealed in a second envelope
decision-request_refused = The request is refused
decision-resigned = { $loser ->
    [white] White has resigned
    [black] Black has resigned
   *[none] The player has resigned
}
decision-result_corrected = The result is corrected
decision-result_stands = The result stands
decision-same_position = The positions are the same
decision-stalemate = Stalemate: drawn
decision-stalemate_stands = The stalemate stands: drawn
decision-stop_and_correct = The clocks are stopped and put right
decision-time_added = Extra time is given
decision-time_penalty = An illegal move: time for the opponent
decision-touch_binds = The touched piece binds
decision-touch_move_enforced = The touched piece has to be played
decision-update_before_moving = The scoresheet is completed before the next move
decision-white_clock_runs = White's clock runs
decision-withdrawal_refused = A claim cannot be withdrawn

refusal-not_on_move = the claimant does not have the move
refusal-piece_touched = a piece has been touched
refusal-switched_off = these rules do not hold in blitz
refusal-not_announced = these rules were not announced
refusal-increment_in_use = the game has an increment
refusal-not_last_period = this is not the last period
refusal-flag_fallen = the claimant's flag has fallen
refusal-too_much_time = the claimant has too much time

then-add_time = { $color ->
    [white] add { $time } to White's clock
   *[black] add { $time } to Black's clock
}
then-remove_time = { $color ->
    [white] take { $time } off White's clock
   *[black] take { $time } off Black's clock
}
then-set_clock = set White { $white }, Black { $black }
then-counter = set the move counters: White { $white }, Black { $black }
then-times_by_judgement = the arbiter sets the times by his best judgement
then-optional_time = { $color ->
    [white] White may get { $time }
   *[black] Black may get { $time }
}
then-increment = { $time } a move for both from now on
then-play_move = { $played } is played
then-one_of_moves = one of these is played: { $moves }
then-one_of_many = one of { $n } moves is played, among them { $moves }
then-castling_forbidden = no castling with this move
then-restore = set up { $fen }
then-restore_move = set up the position before { $color ->
    [white] White
   *[black] Black
}'s move { $number }
then-convert_piece = the pawn on { $square } becomes a { $role ->
    [queen] queen
    [rook] rook
    [bishop] bishop
   *[knight] knight
}
then-warning = { $color ->
    [white] warn White
   *[black] warn Black
}
then-booked = { $color ->
    [white] White has { $n } more illegal move to his account
   *[black] Black has { $n } more illegal move to his account
}
then-penalty = { $color ->
    [white] penalise White as the arbiter chooses
   *[black] penalise Black as the arbiter chooses
}
then-points = White { $white }, Black { $black }
points-arbiter = as the arbiter decides
then-new_game = play a new game
then-swap_colors = with the right colours
then-transfer_position = put the position on a board that lies right
then-seal = the move is sealed
then-start_clock = { $color ->
    [white] start White's clock
   *[black] start Black's clock
}
then-update_sheets = { $color ->
    [white] White completes his scoresheet
    [black] Black completes his scoresheet
   *[both] both complete their scoresheets
}
then-next_period = the next move is the first of the new period
then-claim_next_turn = he may claim again on his next move
then-castling_lost = { $color ->
    [white] White may not castle { $side ->
        [king] on the king's side
        [queen] on the queen's side
       *[both] any more
    }
   *[black] Black may not castle { $side ->
        [king] on the king's side
        [queen] on the queen's side
       *[both] any more
    }
}
then-envelope = { $state ->
    [closed] the envelope stays closed until he is there
    [opened] the envelope is opened in his presence
   *[with_arbiter] the arbiter keeps the envelope
}
then-next_mover = { $color ->
    [white] White makes the next move
   *[black] Black makes the next move
}
then-not_rated = the game is not rated
then-opponents_sheet = on his own move he may use the opponent's scoresheet
then-record_sign = write { $sign } on both scoresheets
then-no_evidence = the scoresheet is no evidence
then-castled = king { $king }, rook { $rook }
then-claim_open = { $color ->
    [white] White may claim
   *[black] Black may claim
}
then-offer_open = { $color ->
    [white] White may still accept the draw
   *[black] Black may still accept the draw
}
then-claim_checked = the claim is checked
then-claim_falls = the claim is not checked any more
then-arbiter_only = only the arbiter sees this
then-final = there is no appeal
then-appealable = the decision may be appealed
then-decider = { $color ->
    [white] by the regulations White wins the decider
   *[black] by the regulations Black wins the decider
}
then-in_time_of = { $color ->
    [white] this is done on White's time
   *[black] this is done on Black's time
}
then-result_later = { $earlier ->
    [yes] the result is given after a flag-fall or earlier
   *[no] the result is given after a flag-fall
}
then-required = needed first: { $papers }
then-decided_later = an arbiter decides later
paper-position_written = the position, written by the claimant
paper-position_confirmed = its confirmation by the opponent
paper-sheet = the complete scoresheet

ask-normal_means = does the opponent try to win by normal means, and can he?
ask-disturbance = was the opponent disturbed, and what makes up for it?
ask-penalty = which penalty fits?
ask-time_used = how much time has each used?
ask-text_silent = the text is silent or doubtful: confirm
ask-facts = what happened?
ask-decide_otherwise = does he decide otherwise?
ask-schedule = would a change upset the schedule?

choice-resigned = { $color ->
    [white] White has resigned
   *[black] Black has resigned
}
choice-time_penalty = { $color ->
    [white] time for White
   *[black] time for Black
}
choice-penalty = { $penalty ->
    [warning] a warning
    [time_to_opponent] more time for the opponent
    [time_from_offender] less time for the offender
    [points_to_opponent] more points for the opponent
    [points_from_offender] fewer points for the offender
    [game_lost] loss of the game
    [fine] a fine
    [exclusion_from_rounds] exclusion from rounds
   *[expulsion] expulsion
}
choice-penalty_time = { $penalty ->
    [time_to_opponent] { $time } more for the opponent
   *[time_from_offender] { $time } less for the player
}
choice-take_back = { $time } taken back
choice-castling_completed = the castling is completed, nothing counted
choice-make_claim_legal = let him first write the move
choice-disrepute = a penalty for disrepute
choice-expel_outsider = send the outsider out
choice-extra_time = { $color ->
    [white] extra time for White
   *[black] extra time for Black
}
choice-say = { $word ->
    [touch_move_applies] say that the touched piece has to be played
    [nothing] say nothing
    [move] say that it is his move
    [yes] say yes
   *[no] say no
}

time-minutes = { $minutes } min
time-minutes-seconds = { $minutes } min { $seconds } s
time-seconds = { $seconds } s
