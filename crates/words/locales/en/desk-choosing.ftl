# What an arbiter chooses from: boards, entries, moves and positions, as he knows them.

desk-journal-rounds = all rounds
desk-journal-no-board = No board has this number, and no player this name.
desk-note-of = belongs to entry
desk-note-beside = beside it:
