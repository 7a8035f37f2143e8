# kaissa check: what the Laws find in recorded games.

check-game = { $source }, game { $game }: { $white } - { $black }{ $round ->
    [none] {""}
   *[other] , round { $round }
} ({ $edition }, { $style ->
    [rapid] rapid
    [blitz] blitz
   *[standard] standard
})
check-member = { $source }, { $member }
check-unnamed = ?
check-unread = ply { $ply }, line { $line }, column { $column }: the meaning of "{ $token }" is not clear; the record is read up to here
check-oddity = line { $line }, column { $column }: { $code }: found "{ $found }", expected { $expected }
check-games = { $n ->
    [one] { $n } game
   *[other] { $n } games
}
check-summary = { $games } read, { $plies ->
    [one] one ply
   *[other] { $plies } plies
}; { $missed } with a missed end, { $contradictions } with a contradiction, { $records } with findings about the record; { $unread } not read to the end
check-source-error = { $source }: { $code ->
    [not_found] there is no such file or folder
    [no_games] no files of games in it (.pgn, .pgn.zst, .pgn.gz, .zip)
    [damaged] the file is damaged or not of the kind that its name says: { $detail }
   *[unreadable] it cannot be read: { $detail }
}
check-progress = { $games } games

# Findings, each in one line behind "ply N, 42...Kf8: ".
finding-place = ply { $ply }, { $name }:
finding-place-start = start position:
finding-checkmate = { $winner ->
    [white] White
   *[black] Black
} has mated
finding-stalemate = stalemate
finding-dead_position = neither side can mate any more: { $proof ->
    [material] the material does not allow it
    [forced] the only moves lead to material that does not allow it
    [blocked] the blocked position does not allow it
   *[search] every possible continuation was gone through
}
finding-threefold = this position stands for the third time (after plies { $plies }); { $by } may claim a draw
finding-fivefold = this position stands for the fifth time (after plies { $plies }): { $certainty ->
    [certain] the game is drawn without a claim
   *[open] whether that ends the game is left open by the wording of this edition
}
finding-fifty_moves = fifty moves by each without a capture or pawn move; { $by } may claim a draw
finding-seventy_five_moves = seventy-five moves by each without a capture or pawn move: the game is drawn without a claim
finding-played_on = { $plies ->
    [one] one ply was
   *[other] { $plies } plies were
} made after the game had ended by { $ended }
finding-illegal_move = illegal move { $written } by { $by }: { $reason ->
    [king_left_in_check] the own king is left in check
    [not_this_piece_move] this piece does not move so
    [own_piece_taken] an own piece stands there
    [king_taken] the king is captured
    [castling_right_lost] the right to castle is lost
    [castling_in_check] castling out of check
    [castling_through_check] castling over or onto an attacked square
   *[other] { $reason }
}{ $stands ->
    [yes] ; it stands, a later move was made
   *[no] {""}
}
finding-result_contradicts = the recorded result { $recorded } contradicts the record: { $expected } by { $because } (ply { $because_ply })
finding-result_mismatch = the result is { $tag } in the tag and { $token } behind the moves
finding-result_doubtful = { $winner } is recorded as the winner and could never mate; no cause is recorded
finding-flag_fall = { $fallen }'s flag fell; { $can_mate ->
    [yes] the opponent could mate: { $expected }
    [no] the opponent could never mate: { $expected }
   *[unproven] whether the opponent could mate is not decided
}{ $counters ->
    [none] {""}
   *[other] ; { $counters } if the limit of 75 moves is counted
}
finding-clock = { $by }'s clock: { $code ->
    [rise] it shows { $after } after { $before }, at most { $allowed } is possible
    [negative] it shows { $after }, below zero
    [zero_between] it shows zero between two other readings
   *[missing] readings are missing
}
finding-agreed_too_early = a draw agreed before { $needed ->
    [one] both have made a move
   *[other] { $needed } moves by each
}
finding-result_gesture = kings put in the centre{ $meaning ->
    [none] {""}
   *[other] , which shows { $meaning }
}

end-checkmate = mate
end-stalemate = stalemate
end-dead_position = a dead position
end-fivefold = a fifth occurrence
end-seventy_five_moves = the limit of 75 moves
end-flag_fall = flag-fall against a side that could never mate
