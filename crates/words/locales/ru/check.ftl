# kaissa check: что Правила находят в записях партий.

check-game = { $source }, партия { $game }: { $white } – { $black }{ $round ->
    [none] {""}
   *[other] , тур { $round }
} ({ $edition }, { $style ->
    [rapid] быстрые шахматы
    [blitz] блиц
   *[standard] классические шахматы
})
check-member = { $source }, { $member }
check-unnamed = ?
check-unread = полуход { $ply }, строка { $line }, позиция { $column }: смысл записи «{ $token }» неясен; партия прочитана до этого места
check-oddity = строка { $line }, позиция { $column }: { $code }: стоит «{ $found }», ожидалось { $expected }
check-games = { $n ->
    [one] { $n } партия
    [few] { $n } партии
   *[many] { $n } партий
}
check-summary = прочитано: { $games }, { $plies ->
    [one] { $plies } полуход
    [few] { $plies } полухода
   *[many] { $plies } полуходов
}; с пропущенным окончанием: { $missed }, с противоречием: { $contradictions }, с замечаниями к записи: { $records }; не дочитано: { $unread }
check-source-error = { $source }: { $code ->
    [not_found] такого файла или папки нет
    [no_games] в ней нет файлов с партиями (.pgn, .pgn.zst, .pgn.gz, .zip)
    [damaged] файл повреждён или не того вида, о котором говорит его имя: { $detail }
   *[unreadable] прочитать нельзя: { $detail }
}
check-progress = партий: { $games }

# Находки, каждая в одной строке после «полуход N, 42...Kf8:».
finding-place = полуход { $ply }, { $name }:
finding-place-start = начальная позиция:
finding-checkmate = { $winner ->
    [white] белые
   *[black] чёрные
} поставили мат
finding-stalemate = пат
finding-dead_position = ни одна сторона уже не может поставить мат: { $proof ->
    [material] материал этого не позволяет
    [forced] единственные ходы ведут к материалу, который этого не позволяет
    [blocked] заблокированная позиция этого не позволяет
   *[search] просмотрены все возможные продолжения
}
finding-threefold = эта позиция стоит в третий раз (после полуходов { $plies }); { $by } могут потребовать ничью
finding-fivefold = эта позиция стоит в пятый раз (после полуходов { $plies }): { $certainty ->
    [certain] ничья без требования
   *[open] закончена ли этим партия, текст этой редакции оставляет открытым
}
finding-fifty_moves = по пятьдесят ходов каждой стороной без взятия и хода пешкой; { $by } могут потребовать ничью
finding-seventy_five_moves = по семьдесят пять ходов каждой стороной без взятия и хода пешкой: ничья без требования
finding-played_on = после того как партия закончилась ({ $ended }), { $plies ->
    [one] сделан ещё { $plies } полуход
    [few] сделаны ещё { $plies } полухода
   *[many] сделано ещё { $plies } полуходов
}
finding-illegal_move = невозможный ход { $written }, { $by }: { $reason ->
    [king_left_in_check] король остался под шахом
    [not_this_piece_move] эта фигура так не ходит
    [own_piece_taken] там стоит своя фигура
    [king_taken] взят король
    [castling_right_lost] право на рокировку потеряно
    [castling_in_check] рокировка из-под шаха
    [castling_through_check] рокировка через атакованное поле или на него
   *[other] { $reason }
}{ $stands ->
    [yes] ; он остался на доске, сделан следующий ход
   *[no] {""}
}
finding-result_contradicts = записанный результат { $recorded } противоречит записи: { $expected }, основание: { $because } (полуход { $because_ply })
finding-result_mismatch = результат в заголовке { $tag }, после ходов { $token }
finding-result_doubtful = победителем записаны { $winner }, но поставить мат они не могли; причина не указана
finding-flag_fall = { $fallen } просрочили время; { $can_mate ->
    [yes] соперник мог поставить мат: { $expected }
    [no] соперник не мог поставить мат никак: { $expected }
   *[unproven] не решено, мог ли соперник поставить мат
}{ $counters ->
    [none] {""}
   *[other] ; { $counters }, если учитывать предел в 75 ходов
}
finding-clock = часы, { $by }: { $code ->
    [rise] показано { $after } после { $before }, возможно не больше { $allowed }
    [negative] показано { $after }, меньше нуля
    [zero_between] ноль между двумя другими показаниями
   *[missing] показаний нет
}
finding-agreed_too_early = согласие на ничью раньше, чем { $needed ->
    [one] обе стороны сделали ход
    [few] каждая сторона сделала { $needed } хода
   *[many] каждая сторона сделала { $needed } ходов
}
finding-result_gesture = короли поставлены в центр{ $meaning ->
    [none] {""}
   *[other] , это значит { $meaning }
}

end-checkmate = мат
end-stalemate = пат
end-dead_position = мёртвая позиция
end-fivefold = пятое повторение позиции
end-seventy_five_moves = предел в 75 ходов
end-flag_fall = просрочка времени при сопернике, который не может поставить мат
