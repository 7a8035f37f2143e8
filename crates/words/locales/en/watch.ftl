# kaissa watch: alarms of games that go on.

alarm-board = board { $board }, { $players }:
alarm-no-board = { $players }:
alarm-players = { $white } - { $black }
alarm-place = after { $name }
alarm-place-start = at the start position
alarm-withdrawn = WITHDRAWN:
alarm-age = [record { $age } old]
age-seconds = { $seconds } s

alarm-checkmate = mate
alarm-stalemate = stalemate: the game is drawn
alarm-dead_position = { $text }: the game is drawn
alarm-threefold = claimable: wait for a claim; the position stands for the third time (plies { $plies }), { $by ->
    [white] White
   *[black] Black
} may claim
alarm-fivefold = the position stands for the fifth time (plies { $plies }): { $certainty ->
    [certain] the game is drawn, stop it
   *[open] whether that ends the game is left open by the wording of this edition
}
alarm-fifty_moves = claimable: wait for a claim; fifty moves by each without a capture or pawn move, { $by ->
    [white] White
   *[black] Black
} may claim
alarm-seventy_five_moves = seventy-five moves by each without a capture or pawn move: the game is drawn, stop it
alarm-illegal_move = { $text }{ $call ->
    [player_only] ; only the opponent may point it out: say nothing
   *[other] {""}
}
alarm-flag_fall = { $text }{ $call ->
    [player_only] ; only a player may point it out: say nothing
   *[other] {""}
}
alarm-flag_down = { $by ->
    [white] White's
   *[black] Black's
} clock shows no time; { $can_mate ->
    [yes] the opponent can still mate
    [no] the opponent can never mate
   *[unproven] whether the opponent can mate is not decided
}{ $call ->
    [player_only] ; only a player may point it out: say nothing
   *[other] {""}
}
alarm-second_occurrence = the position stands for the second time (plies { $first }, { $second }); a third may be claimed
alarm-fifty_near = the fifty moves are complete in { $left ->
    [1] one ply
   *[other] { $left } plies ({ $moves } moves)
} without a capture or pawn move
alarm-fifty_with_move = claimable: wait for a claim; { $by ->
    [white] White
   *[black] Black
} may announce a move that completes the fifty moves
alarm-seventy_five_near = the game ends as a draw in { $left ->
    [1] one ply
   *[other] { $left } plies ({ $moves } moves)
} without a capture or pawn move
alarm-time_trouble = { $by ->
    [white] White
   *[black] Black
} has less than { $minutes ->
    [1] one minute
   *[other] { $minutes } minutes
} ({ $left }){ $recording ->
    [exempt] {" "}and need not record any more
    [goes_on] {" "}and goes on recording
   *[other] {""}
}
alarm-period = both have made the moves of the period: White { $white }, Black { $black }
alarm-clock_side = { $running ->
    [white] White's clock runs and Black is to move
   *[black] Black's clock runs and White is to move
}
alarm-silent = the board has been silent for { $time }
alarm-gap = { $kind ->
    [token] the record cannot be followed: the meaning of "{ $token }" is not clear
   *[null_move] a null move stands in the record: a move may be missing
}
alarm-gap-unseen = nothing was seen of the board for { $time }, from { $from } to { $to } UTC: { $kind ->
    [closed] the moves of that time came afterwards
    [same] the same position stands on it; moves may be missing all the same
    [other] moves are missing; before { $before }, after { $after }
   *[unknown] moves may be missing; before { $before }, after { $after }
}
alarm-record_changed = the record was changed: { $plies ->
    [one] one ply
   *[other] { $plies } plies
} of { $before } taken back
alarm-sources_differ = the sources differ from here on; the other one is { $other }

notice = { $source }, game { $number } ({ $game }): { $kind ->
    [many_candidates] it may be any of these games and was merged with none: { $candidates }
    [too_little] it has the moves of { $candidates }, but too little else speaks for it; it is followed as another game
   *[same_players_twice] the same players in the same round with other moves; it is followed as another game
}

watch-file-missing = { $path }: there is no such file or folder; it is read when it appears
watch-file-unreadable = { $path }: it cannot be read: { $error }
watch-file-foreign = { $path }: { $kind ->
    [html] a web page stands in place of games
    [json] JSON stands in place of games
   *[large] the file is too large to be followed; use kaissa check
}; the games read before are kept
watch-begins = { $sources ->
    [one] one source
   *[other] { $sources } sources
}, { $games ->
    [one] one game
   *[other] { $games } games
}; every alarm is one line, Ctrl-C ends
watch-source-wrong = found "{ $found }", expected a source { $expected ->
    [host] with the name or address of a machine, as livechess://192.168.1.20
    [port] with a port from 1 to 65535, as livechess://192.168.1.20:1982
    [id] with an id behind the colon, as lichess:a1b2C3d4
    [speed] with a speed, as replay:round-5.pgn?speed=20
   *[path] with a path
}
watch-once-needs-files = { $source }: --once reads files and folders; a live source is followed without it
watch-goes-on = going on from the journal: { $entries ->
    [one] one entry
   *[other] { $entries } entries
}, { $games ->
    [one] one game
   *[other] { $games } games
}
watch-entry-left-out = the journal: { $error }; this entry is left out
watch-board-of-source = { $source }, board { $row }
watch-source-connected = { $at }: it answers again
watch-source-lost = { $at }: { $trouble }; it is tried again and again, what was known stays
watch-source-unclear = { $at }: { $trouble }; what was known stays
watch-source-silent = { $at }: nothing new since { $since } UTC although clocks run
watch-source-delayed = { $at }: what it says is { $by } late; do not decide a claim by it
watch-trouble = { $code ->
    [refused] the connection is refused ({ $detail })
    [timeout] no answer in time ({ $detail })
    [closed] the connection was closed ({ $detail })
    [status] it answers { $detail }
    [denied] access is denied ({ $detail })
    [noise] it sends what makes no sense ({ $detail })
    [inactive] it is switched off in the broadcast program
    [not_responding] the board does not respond
    [battery] its battery is low ({ $detail })
    [foreign] something else stands in place of games ({ $detail })
   *[other] { $detail }
}
watch-replaced = { $at }: { $shown } was shown for { $time }, then { $instead } in its place
watch-taken-back = { $at }: { $shown } was shown for { $time } and taken back
