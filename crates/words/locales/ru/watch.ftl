# kaissa watch: сигналы об идущих партиях.

alarm-board = доска { $board }, { $players }:
alarm-no-board = { $players }:
alarm-players = { $white } – { $black }
alarm-place = после { $name }
alarm-place-start = в начальной позиции
alarm-withdrawn = СНЯТО:
alarm-age = [записи { $age }]
age-seconds = { $seconds } с

alarm-checkmate = мат
alarm-stalemate = пат: ничья
alarm-dead_position = { $text }: ничья
alarm-threefold = возможно требование: ждите его; позиция стоит в третий раз (полуходы { $plies }), { $by ->
    [white] белые могут
   *[black] чёрные могут
} потребовать ничью
alarm-fivefold = позиция стоит в пятый раз (полуходы { $plies }): { $certainty ->
    [certain] ничья, остановите партию
   *[open] закончена ли этим партия, текст этой редакции оставляет открытым
}
alarm-fifty_moves = возможно требование: ждите его; по пятьдесят ходов без взятия и хода пешкой, { $by ->
    [white] белые могут
   *[black] чёрные могут
} потребовать ничью
alarm-seventy_five_moves = по семьдесят пять ходов без взятия и хода пешкой: ничья, остановите партию
alarm-illegal_move = { $text }{ $call ->
    [player_only] ; указать на это может только соперник: молчите
   *[other] {""}
}
alarm-flag_fall = { $text }{ $call ->
    [player_only] ; указать на это может только игрок: молчите
   *[other] {""}
}
alarm-flag_down = { $by ->
    [white] у белых
   *[black] у чёрных
} на часах не осталось времени; { $can_mate ->
    [yes] соперник ещё может поставить мат
    [no] соперник уже не может поставить мат
   *[unproven] не решено, может ли соперник поставить мат
}{ $call ->
    [player_only] ; указать на это может только игрок: молчите
   *[other] {""}
}
alarm-second_occurrence = позиция стоит во второй раз (полуходы { $first }, { $second }); третий даёт право на требование
alarm-fifty_near = до пятидесяти ходов без взятия и хода пешкой { $left ->
    [1] остался один полуход
   *[other] осталось полуходов: { $left } (ходов: { $moves })
}
alarm-fifty_with_move = возможно требование: ждите его; { $by ->
    [white] белые могут
   *[black] чёрные могут
} объявить ход, завершающий пятьдесят ходов
alarm-seventy_five_near = до ничьей по семидесяти пяти ходам без взятия и хода пешкой { $left ->
    [1] остался один полуход
   *[other] осталось полуходов: { $left } (ходов: { $moves })
}
alarm-time_trouble = { $by ->
    [white] у белых
   *[black] у чёрных
} меньше { $minutes ->
    [1] одной минуты
   *[other] { $minutes } минут
} ({ $left }){ $recording ->
    [exempt] , записывать ходы уже не обязательно
    [goes_on] , запись ходов продолжается
   *[other] {""}
}
alarm-period = обе стороны сделали ходы периода: белые { $white }, чёрные { $black }
alarm-clock_side = { $running ->
    [white] идут часы белых, а ход чёрных
   *[black] идут часы чёрных, а ход белых
}
alarm-silent = доска молчит { $time }
alarm-gap = { $kind ->
    [token] за записью нельзя проследить: смысл «{ $token }» неясен
   *[null_move] в записи стоит пустой ход: возможно, ход пропущен
}
alarm-gap-unseen = доску не было видно { $time }, с { $from } по { $to } UTC: { $kind ->
    [closed] ходы за это время пришли позже
    [same] на ней та же позиция; ходы всё же могли пропасть
    [other] ходов не хватает; до этого { $before }, после { $after }
   *[unknown] ходов может не хватать; до этого { $before }, после { $after }
}
alarm-record_changed = запись изменена: { $plies ->
    [one] взят назад { $plies } полуход
    [few] взяты назад { $plies } полухода
   *[many] взято назад { $plies } полуходов
} из { $before }
alarm-sources_differ = отсюда источники расходятся; другой источник: { $other }

notice = { $source }, партия { $number } ({ $game }): { $kind ->
    [many_candidates] это может быть любая из этих партий, объединения не было: { $candidates }
    [too_little] ходы те же, что в партии { $candidates }, но остального слишком мало; она ведётся как другая партия
   *[same_players_twice] те же игроки в том же туре с другими ходами; она ведётся как другая партия
}

watch-file-missing = { $path }: такого файла или папки нет; чтение начнётся, когда он появится
watch-file-unreadable = { $path }: прочитать нельзя: { $error }
watch-file-foreign = { $path }: { $kind ->
    [html] вместо партий веб-страница
    [json] вместо партий JSON
   *[large] файл слишком велик, чтобы следить за ним; есть kaissa check
}; прочитанные раньше партии остаются
watch-begins = источников: { $sources }, партий: { $games }; каждый сигнал в одной строке, Ctrl-C завершает
watch-source-wrong = найдено "{ $found }", ожидался источник { $expected ->
    [host] с именем или адресом машины, например livechess://192.168.1.20
    [port] с портом от 1 до 65535, например livechess://192.168.1.20:1982
    [id] с номером после двоеточия, например lichess:a1b2C3d4
    [speed] со скоростью, например replay:round-5.pgn?speed=20
   *[path] с путём
}
watch-once-needs-files = { $source }: --once читает файлы и папки; за живым источником следят без него
watch-goes-on = продолжение по журналу: записей { $entries }, партий { $games }
watch-entry-left-out = журнал: { $error }; эта запись пропущена
watch-board-of-source = { $source }, доска { $row }
watch-source-connected = { $at }: снова отвечает
watch-source-lost = { $at }: { $trouble }; попытки продолжаются, известное остаётся
watch-source-unclear = { $at }: { $trouble }; известное остаётся
watch-source-silent = { $at }: ничего нового с { $since } UTC, хотя часы идут
watch-source-delayed = { $at }: сведения опаздывают на { $by }; не решайте по ним требование
watch-trouble = { $code ->
    [refused] соединение отклонено ({ $detail })
    [timeout] нет ответа вовремя ({ $detail })
    [closed] соединение закрыто ({ $detail })
    [status] ответ { $detail }
    [denied] доступ запрещён ({ $detail })
    [noise] приходит то, что не имеет смысла ({ $detail })
    [inactive] доска выключена в программе трансляции
    [not_responding] доска не отвечает
    [battery] батарея садится ({ $detail })
    [foreign] вместо партий нечто другое ({ $detail })
   *[other] { $detail }
}
watch-replaced = { $at }: { $shown } стояло { $time }, затем вместо него { $instead }
watch-taken-back = { $at }: { $shown } стояло { $time } и взято обратно
