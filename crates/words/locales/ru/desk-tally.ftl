# The desk: moves counted by a thumb.
desk-act-tally = Считать ходы
desk-tally-tap = Сделан ход
desk-tally-zero = Взятие или ход пешкой
desk-tally-undo = Отменить
desk-tally-watch = Время серии
desk-tally-stop = Часы остановлены
desk-tally-go = Часы снова идут
desk-tally-states = Что говорит счёт
desk-tally-claims = Требовать ничью по пятидесяти ходам могут только игроки: ждите требования. На каждые пятьдесят касаний допускается по одной ошибке в обе стороны.
desk-tally-contradicts = Касания и часы противоречат друг другу: проверьте, что пропущено, и снимите показания ещё раз.
desk-tally-clocks = Часы
desk-tally-clocks-how = Снимите показания в начале серии и ещё раз, когда это понадобится.
desk-tally-freeze = Снять сейчас
desk-tally-frozen = Момент запомнен; введите, что тогда показывали часы.
desk-tally-read = Внести показания
desk-tally-no-increment = Без добавления времени часы не говорят, сколько сделано ходов.
desk-tally-clock-wrong = это не показание часов; ожидается, например, 18, 3:20 или 1:05:30
desk-tally-end = Закончить счёт
desk-tally-begin = Начать счёт
desk-tally-before = Ходов без взятия и хода пешкой до сих пор
desk-tally-before-zero = нет: только что было взятие или ход пешкой
desk-tally-before-recorded = сколько в записи, в полуходах:
desk-tally-before-unknown = неизвестно: счёт – наименьшее возможное число
desk-tally-to-move = Чей ход
desk-tally-mover-unknown = Неизвестно, чей ход
desk-tally-increment = Добавление за ход, секунд
desk-tally-increment-none = нет или неизвестно
desk-tally-others = Другие счёты на этой доске
desk-tally-sent = Всё в журнале.
desk-tally-waiting = Сосчитано здесь и ещё не отправлено: { $n }
desk-tally-signed-out = Вы больше не вошли. Войдите на другой странице; сосчитанное ждёт здесь: { $n }
desk-tally-unreadable = счётчик такого не вносит: ничего не сохранено
desk-tally-plain = Эта страница открыта по обычному HTTP. Без сети она продолжает считать и отправляет потом. Для двух вещей нужен HTTPS: открыть её заново без сети и не давать экрану погаснуть. Пока его нет, не закрывайте страницу и настройте телефон так, чтобы экран не гас.
desk-tally-span = { $kind ->
    [exact] полуходов: { $min } (ходов каждой стороной: { $moves })
    [least] полуходов: не меньше { $min } (ходов каждой стороной: { $moves })
   *[between] полуходов: от { $min } до { $max } (ходов каждой стороной: от { $moves } до { $most })
}
desk-tally-threshold = { $form ->
    [announced_move] Пятьдесят ходов, требование с записанным ходом:
    [on_board] Пятьдесят ходов, требование по позиции на доске:
   *[automatic] Семьдесят пять ходов, ничья без требования:
} { $article }
desk-tally-state = { $state ->
    [reached] достигнуто; полуходов сверх: { $plies }
    [not_reached] не достигнуто; не хватает полуходов: { $plies }
   *[open] открыто; может не хватать полуходов: { $plies }
}
desk-tally-proves = Сейчас это доказывает сумма обоих часов { $sum } или больше; { $parity }, если сходится, чей ход.
desk-tally-refutes = Опровергает { $sum } или меньше.
desk-tally-reading = { $at } от начала серии, после касаний: { $taps }; сумма обоих часов { $sum }
desk-tally-line = сосчитано вручную, { $by }, в последний раз в { $at }: { $span }, { $n ->
    [one] { $n } касание
    [few] { $n } касания
   *[other] { $n } касаний
}
