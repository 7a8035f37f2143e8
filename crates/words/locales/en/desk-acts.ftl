# The guided acts at a board: their steps, the page of a proposal, and the ruling.

desk-act-claim = Draw claim
desk-propose = See the proposal
desk-time-wrong = this is no time; write it as 1:05:00 or 4:30
desk-time-both = both clocks are needed, or neither
desk-side-missing = say which side: White or Black
desk-square-wrong = this is no square from a1 to h8
desk-move-wrong = this is no move in the position on the board
desk-reminder = To be decided since { $since }: { $about }

desk-record-gaps = Nothing was seen of this board for a time; moves may be missing from its record.
desk-record-behind = The record of this board does not hold the position on the board. What it cannot prove stays open.

# A draw claim.
desk-claim-rule = What is claimed?
desk-claim-counted = By the record: { $moves } moves without a capture or pawn move; the position has stood { $times ->
    [one] once
   *[other] { $times } times
}.
desk-claim-fifty = Fifty moves without a capture or pawn move
desk-claim-threefold = The same position three times
desk-claim-rule-missing = say what is claimed
desk-claim-by = Who claims?
desk-claim-turn = Who has the move on the board?
desk-claim-turn-hint = Only the player who has the move may claim.
desk-claim-clocks = Both clocks are stopped; what do they show?
desk-claim-clocks-hint = The player may stop them himself; if he has not, stop them now.
desk-claim-move = Does the claim rest on a move that is still to be made?
desk-claim-move-hint = Leave it empty where the claim is about the position on the board. The move is written on the scoresheet and declared, not made.
desk-claim-move-text = The move as written
desk-claim-written = written and declared
desk-claim-spoken = only spoken
desk-claim-made = already made on the board
desk-claim-touched = Has the claimant touched a piece with the intention of moving it?
desk-claim-touched-text = Its square; empty for none
desk-claim-opponent = What does the opponent say to the draw?
desk-claim-silent = nothing yet
desk-claim-declines = wants the claim checked
desk-claim-accepts = accepts the draw

# The proposal.
desk-proposal-title = Proposal
desk-proposal-none = No proposal has been shown for this board yet.
desk-proposal-old = The record of the game has changed since this was proposed.
desk-no-such-proposal = this proposal is not known
desk-ask-again = Change what was told
desk-shown-at = Shown at { $at } (UTC) to { $by }.
desk-certainty-proved = The facts are proved.
desk-certainty-refuted = The facts claimed are refuted.
desk-certainty-open = The facts are open.
desk-set-clocks = Set the clocks
desk-next = Next
desk-judgement = For the arbiter to decide
desk-grounds = Grounds
desk-by-analogy = by analogy:
desk-evidence = Evidence
desk-mate-at-the-end = the mate at the end of the line
desk-say = To say to the players

# The ruling.
desk-rule = Ruling
desk-ruling = Ruled
desk-follow = Rule as proposed
desk-follow-choice = Rule:
desk-follows = as proposed
desk-departs = other than proposed
desk-postponed = decided later
desk-postpone = Decide later
desk-depart = Rule otherwise
desk-depart-do = Rule so
desk-decision = Decision
desk-decision-missing = choose a decision
desk-decisions-usual = How the game goes on or ends
desk-decisions-other = Others
desk-result-of-ruling = Result, where the ruling ends the game
desk-no-result = none
desk-ruled-result-wrong = this is no result
desk-result-missing = a game that is lost needs its result
desk-set-white = White's clock as set
desk-set-black = Black's clock as set
desk-reason = Reason
desk-reason-missing = a ruling other than proposed needs a reason
desk-choice-missing = choose one of what is offered
desk-ruled-already = this has been ruled on already

desk-yes = Yes
desk-no = No
desk-not-known = not known
desk-not-told = not told
desk-number-wrong = this is no whole number

# A fallen flag.
desk-act-flag = Flag-fall
desk-flag-whose = Whose flag is down?
desk-flag-white = White's
desk-flag-black = Black's
desk-flag-both = both
desk-flag-whose-missing = say whose flag is down
desk-flag-first = If both are down: whose fell first?
desk-flag-first-hint = Many clocks mark the first flag with a sign.
desk-flag-notice = Who points it out?
desk-flag-notice-hint = Where only a player may point it out, say nothing to the players before one of them does.
desk-flag-seen = the arbiter sees it
desk-flag-claimed-white = White claims
desk-flag-claimed-black = Black claims
desk-flag-stopped = Are both clocks stopped?
desk-flag-clocks = What do the clocks show?
desk-flag-clocks-hint = A flag that is down counts as no time left.
desk-flag-period = Which period of the time control is it?
desk-flag-moves-made = By the record, moves completed: White { $white }, Black { $black }.
desk-flag-last-period = the last one
desk-flag-earlier-period = one before the last
desk-flag-required = Moves to be made in it
desk-flag-completed = Moves completed by the player whose flag is down

# An illegal move.
desk-act-illegal-move = Illegal move
desk-illegal-what = What was done?
desk-illegal-after = Position before it: after { $name }.
desk-illegal-moved = an illegal move, or a pawn left on the last rank
desk-illegal-pressed = the clock pressed without a move
desk-illegal-hands = a move with two hands
desk-illegal-move-text = The move made: its two squares, or as written
desk-illegal-ply = Half-move at which it was made
desk-illegal-move-wrong = say the move by its two squares, as e1e3
desk-illegal-by = Who did it?
desk-illegal-booked = Booked before: White { $white }, Black { $black }.
desk-illegal-press = Was the clock pressed after it?
desk-illegal-notice = How did it come to your knowledge?
desk-illegal-seen = the arbiter saw it
desk-illegal-claimed = the opponent claims it
desk-illegal-replied = the opponent has moved since
desk-illegal-later = it was found after further moves
desk-illegal-clocks = Both clocks are stopped; what do they show?
desk-illegal-clocks-hint = As they stand now, with whatever the last press has added.

# A game that has ended by itself.
desk-act-stop = Stop the game
desk-stop-position = Does the board show the position of the record?
desk-stop-differs = No, the board shows another position
desk-stop-correct-first = put the record right first; what follows is asked of the record
desk-stop-clocks = Stop both clocks; what do they show?
desk-stop-clocks-hint = For the file of the game; nothing follows from it.

# A draw offer and an agreement.
desk-act-draw-offer = Draw offer, agreement
desk-offer-by = Who offers?
desk-offer-moment = When was it offered?
desk-offer-after-move = after the own move, before the clock was pressed
desk-offer-opponent-thinks = while the opponent was thinking
desk-offer-condition = A condition was attached
desk-offer-before = How often has he offered a draw before in this game?
desk-offer-number = Offers before
desk-offer-warned = He had been warned for it
desk-offer-answer = What does the opponent say?
desk-offer-unanswered = nothing yet
desk-offer-accepted = accepts: both say that it is agreed
desk-offer-refused = refuses

# A resignation.
desk-act-resignation = Resignation
desk-resign-by = Who resigns?
desk-resign-how = Did he say or show plainly that he resigns?
desk-resign-how-hint = A stopped clock or an offered hand alone is not plain: ask him.
desk-resign-plain = yes, plainly
desk-resign-doubtful = it is in doubt
desk-resign-ask-him = ask the player what he means; until he says it he has not resigned

# A claim in a quickplay finish.
desk-act-quickplay-claim = Quickplay claim
desk-quickplay-by = Who claims?
desk-quickplay-increment-in-use = Increment in use, in seconds
desk-quickplay-no-arbiter = There is no arbiter in the venue
desk-quickplay-request = What does he ask for?
desk-quickplay-cannot-win = a draw: the opponent cannot win by normal means
desk-quickplay-no-effort = a draw: the opponent makes no effort to win by normal means
desk-quickplay-no-ground = a draw, without a ground
desk-quickplay-increment = an increment for both
desk-quickplay-refuses = refuses
desk-quickplay-verdict = What have you decided?
desk-quickplay-verdict-hint = Only you can judge this; it is recorded here and never decided for you.
desk-quickplay-not-yet = nothing yet
desk-quickplay-agrees = I agree
desk-quickplay-rejects = I reject the claim
desk-quickplay-postpones = I decide later, and watch the game
desk-quickplay-then = After a postponement: has the claimant's flag fallen?
desk-quickplay-no-flag = no
desk-quickplay-due = yes, the decision is due
desk-quickplay-draw = yes, and I give the draw
desk-quickplay-no-draw = yes, and I give no draw

# Other irregularities and procedures.
desk-act-irregularity = Other irregularities
desk-kinds-search = Search, as "phone" or "late"
desk-kinds-touch = Touched pieces
desk-kinds-irregular = Moves and positions
desk-kinds-end = Draws and resignation
desk-kinds-clock = Start and clocks
desk-kinds-recording = Recording
desk-kinds-conduct = Conduct
desk-kinds-adjournment = Adjournment
desk-kinds-blind = Blind and disabled players
desk-kinds-other = Other questions
desk-no-such-kind = this kind of case is not known
desk-if-so = { $label } (where it is known)
desk-fact-missing = this is needed: { $label }
desk-fact-wrong = this cannot be read: { $label }
desk-form-fen = FEN, only where the record does not have the position
desk-form-square = Square, as e4
desk-form-squares = Squares in order, as e2, a1
desk-form-both = White's, then Black's, with a comma between them
desk-form-time = Time, as 90 (seconds), 2 min or 1:30:00
desk-form-number = Whole number
desk-form-language = Code of the language, as en or ru
desk-form-text = As it was
desk-fact-white = White
desk-fact-black = Black
desk-fact-both = both
desk-fact-queen = queen
desk-fact-rook = rook
desk-fact-bishop = bishop
desk-fact-knight = knight
desk-fact-king = king
desk-fact-pawn = pawn
desk-fact-on_board = on the board
desk-fact-sealed = sealed
desk-fact-spectator = a spectator
desk-fact-organiser = the organiser
desk-fact-captain = a captain
desk-fact-draw = a draw
desk-fact-correction = a correction at the board
desk-fact-touched_piece = that a piece has been touched
desk-fact-clock_not_pressed = that the clock has not been pressed
desk-fact-castling_now = whether he may castle now
desk-fact-moves_to_control = how many moves there are to the time control
desk-fact-claim_procedure = how a draw is claimed
desk-fact-moves = makes the moves
desk-fact-announces = announces the moves
desk-fact-keeps_score = keeps the score
desk-fact-starts_clock = starts the opponent's clock
desk-fact-tells_moves_and_times = tells the number of moves and the times
desk-fact-claims = claims for the player
desk-fact-adjourns = carries out an adjournment
desk-fact-advises = gives advice
desk-fact-refreshment_area = refreshment area
desk-fact-toilet = toilet
desk-fact-smoking_area = smoking area
desk-fact-outside_venue = out of the venue
desk-fact-piece_missing = a piece is missing for a promotion
desk-fact-call_arbiter = to call the arbiter
desk-fact-displaced_piece = a displaced piece
desk-fact-colours_reversed = colours reversed
desk-fact-initial_position = a wrong initial position
desk-fact-illegal_move = an illegal move
desk-fact-wrong_colour_piece = a promotion piece of the wrong colour
desk-fact-agreed_bag = in the bag agreed with the arbiter
desk-fact-person = on the player
desk-fact-possible = possible
desk-fact-impossible = impossible
desk-fact-corrects = the arbiter corrects it
desk-fact-lets_stand = the arbiter lets it stand
desk-fact-arbiter = the arbiter
desk-fact-recording = recording
desk-fact-clock = the clock
desk-fact-moving = moving the pieces
desk-fact-cannot_win = a draw: the opponent cannot win by normal means
desk-fact-no_effort = a draw: the opponent makes no effort to win
desk-fact-increment = an increment
desk-fact-refuses = refuses
desk-fact-accepts = accepts
desk-fact-agrees = agrees
desk-fact-rejects = rejects
desk-fact-postpones = decides later
desk-fact-due = due
desk-fact-no_draw = no draw
desk-fact-accidental = plainly accidental
desk-fact-deliberate = meant, or not to be told from it
desk-fact-lifted_out_of_aperture = lifted out of its aperture
desk-fact-felt_in_aperture = felt in its aperture

# Taking a ruling back.
desk-entry-ruling_taken_back = ruling taken back
desk-undo = Take the ruling back
desk-undo-how = What was entered with it is taken back by further entries: the result, the end of the game, times, warnings and what was booked. Set the clocks again yourself.
desk-undo-reason-missing = taking a ruling back needs a reason
desk-taken-back = Taken back:
desk-no-such-ruling = there is no such ruling to take back
