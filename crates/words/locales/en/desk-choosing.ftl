# What an arbiter chooses from: boards, entries, moves and positions, as he knows them.

desk-journal-rounds = all rounds
desk-journal-no-board = No board has this number, and no player this name.
desk-note-of = belongs to entry
desk-note-beside = beside it:

desk-position-which = The position
desk-position-now = on the board now: { $name }
desk-position-move = after { $name }
desk-position-by-fen = none of these: the one of the FEN below
desk-position-no-fen = the FEN of the position is missing
desk-position-pictures = The last positions, drawn

# Somebody else was faster.

desk-result-meanwhile = { $by } entered { $result } meanwhile; nothing was changed. Look at the scoresheets together, then enter it again.
desk-result-meanwhile-none = The result was taken back meanwhile; nothing was changed.
desk-correct-moved-on = Moves have come in meanwhile; nothing was set aside. Look at the game below, then send it again.
desk-ruled-meanwhile = { $by } ruled on this at { $at } (UTC): { $decision }
desk-area-out = It was noted already that this player left the playing area.
desk-area-back = It was noted already that this player is back.
desk-arrived-before = It was noted already that this player arrived; the first time counts.
desk-absent-before = It was noted already that this player is absent.

# Pairings that were wrong.

desk-pairing-edit = Put a pairing right
desk-pairing-edit-link = Pairing wrong?
desk-pairing-edit-how = What was entered stays in the journal; this is a later entry with its reason. The game and everything that happened in it stay with the board.
desk-pairing-keep = Keep the pairing so
desk-pairing-remove = There is no such game
desk-pairing-remove-do = Take the pairing out
desk-pairing-played = Something has come of this pairing already: a source, moves, a result or a decision. It can be put right, but not taken out.
desk-pairing-same-as-before = this is the pairing as it stands; nothing was changed
desk-pairing-no-game = no such game
desk-entry-pairing_corrected = pairing corrected
desk-board-taken-out = This pairing was taken out by the chief arbiter: there is no such game.
desk-round-wrong = a round has a number from 1 to { $last }

# Settings that cannot be set as they are written.

desk-setting-one-of = found "{ $found }", expected one of these: { $known }
desk-setting-no-time-control = found "{ $found }", expected a time control as 40/5400+30:1800+30, in seconds, or 15+10, in minutes
desk-setting-place = line { $line }, column { $column }:
desk-setting-found = found { $found }, expected { $expected }

# The hall.

desk-own-boards = Your boards:
desk-notice = To settle:

# Evidence that came after a ruling.

desk-new-evidence = New evidence since { $at } (UTC) on the ruling: { $decision }
desk-new-evidence-how = New evidence: at { $at } (UTC) the record was changed at a move that this ruling rests on. The ruling stands until you take it back.
