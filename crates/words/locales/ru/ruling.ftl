# Решения, как их читают двум игрокам: что решено, по какой статье, что делать дальше.

ruling-line = { $decision } ({ $basis }).
ruling-then = Дальше: { $steps }.
ruling-ask = Решать арбитру: { $questions }
ruling-choose = На выбор: { $choices }.
ruling-unknown = Текст этой редакции здесь неизвестен: { $rules }.
ruling-open = Обстоятельства не доказаны.

basis-article = { $articles }; { $edition }
basis-article-unknown = { $rule }, { $edition }: номер статьи здесь неизвестен
basis-analogy = по аналогии с { $articles }, { $edition }
basis-regulation = положение, { $point }
basis-interpretation = официальное разъяснение

decision-arbiter_decides = Решает арбитр
decision-arbiter_stops_clocks = Арбитр останавливает часы, пока бланки не заполнены
decision-both_lose = Проигрывают оба
decision-checkmate_stands = Мат остаётся в силе
decision-claim_admissible = Требование допустимо и проверяется
decision-claim_correct = Требование верно: ничья
decision-claim_fails = Требование выигрыша по времени не удалось
decision-claim_inadmissible = Требовать нельзя
decision-claim_incorrect = Требование неверно
decision-claim_rejected = В требовании отказано
decision-classified = { $style ->
    [standard] Это классические шахматы
    [rapid] Это быстрые шахматы
   *[blitz] Это блиц
}
decision-clock_replaced = Часы заменяют
decision-clock_started = Часы пускают
decision-complaint_too_late = Жаловаться поздно
decision-continue = Игра продолжается
decision-correct_times = Время исправляют
decision-different_position = Позиции разные
decision-draw_agreed = Ничья по соглашению
decision-explain_rule = Объяснить правило, о позиции не говорить
decision-game_drawn = Ничья
decision-game_lost = { $loser ->
    [white] Белые проигрывают партию
    [black] Чёрные проигрывают партию
   *[none] Партия проиграна
}
decision-game_stopped = Игра прекращается, результат решат потом
decision-increment_introduced = Обоим ставят добавление
decision-indication_final = Верно то, что показывают часы
decision-infringement = Это против Правил
decision-mate_void = Мат не засчитывается
decision-may_play = Играть можно
decision-may_seal = Записать ход можно
decision-move_accepted = Ход принят
decision-move_stands = Невозможный ход остаётся
decision-must_record = Записывать надо
decision-need_not_record = Сейчас можно не записывать
decision-new_game = Партия отменяется, играют новую
decision-no_article = В этой редакции этого ничто не запрещает
decision-no_change = Ничего не меняют
decision-no_fault = Всё в порядке
decision-no_illegal_move_yet = Это ещё не невозможный ход
decision-no_intervention = Арбитр не вмешивается
decision-no_obligation = Касание ни к чему не обязывает
decision-no_penalty = Без наказания: ход не завершён
decision-not_valid = Недействительно
decision-offer_open = Предложение ничьей в силе
decision-offer_rejected = Предложение ничьей отклонено
decision-offer_valid = Предложение ничьей действительно
decision-offer_valid_condition_void = Предложение ничьей в силе, условие — нет
decision-position_restored = Позицию восстанавливают
decision-postponed = Решение откладывается
decision-reconstruct = Партию восстанавливают по бланкам
decision-reply_sealed = Ответ записывают во второй конверт
decision-request_refused = В просьбе отказано
decision-resigned = { $loser ->
    [white] Белые сдались
    [black] Чёрные сдались
   *[none] Игрок сдался
}
decision-result_corrected = Результат исправляют
decision-result_stands = Результат остаётся
decision-same_position = Позиции одинаковы
decision-stalemate = Пат: ничья
decision-stalemate_stands = Пат остаётся в силе: ничья
decision-stop_and_correct = Часы останавливают и исправляют
decision-time_added = Добавляется время
decision-time_penalty = Невозможный ход: время сопернику
decision-touch_binds = Тронутая фигура обязывает
decision-touch_move_enforced = Надо сыграть тронутой фигурой
decision-update_before_moving = Бланк заполняют до следующего хода
decision-white_clock_runs = Идут часы белых
decision-withdrawal_refused = Требование нельзя взять назад

refusal-not_on_move = очередь хода не за заявителем
refusal-piece_touched = фигура уже тронута
refusal-switched_off = в блице эти правила не действуют
refusal-not_announced = эти правила не объявлены
refusal-increment_in_use = в партии есть добавление
refusal-not_last_period = это не последний период
refusal-flag_fallen = флажок заявителя упал
refusal-too_much_time = у заявителя слишком много времени

then-add_time = { $color ->
    [white] белым прибавить { $time }
   *[black] чёрным прибавить { $time }
}
then-remove_time = { $color ->
    [white] у белых убавить { $time }
   *[black] у чёрных убавить { $time }
}
then-set_clock = поставить белым { $white }, чёрным { $black }
then-counter = поставить счётчики ходов: белым { $white }, чёрным { $black }
then-times_by_judgement = время ставит арбитр по своему разумению
then-optional_time = { $color ->
    [white] белым можно дать { $time }
   *[black] чёрным можно дать { $time }
}
then-increment = с этого хода обоим { $time } на ход
then-play_move = играют { $played }
then-one_of_moves = играют один из ходов: { $moves }
then-one_of_many = играют один из { $n } ходов, среди них { $moves }
then-castling_forbidden = этим ходом рокировать нельзя
then-restore = поставить { $fen }
then-restore_move = поставить позицию перед { $number }-м ходом { $color ->
    [white] белых
   *[black] чёрных
}
then-convert_piece = пешка { $square } становится { $role ->
    [queen] ферзём
    [rook] ладьёй
    [bishop] слоном
   *[knight] конём
}
then-warning = { $color ->
    [white] предупредить белых
   *[black] предупредить чёрных
}
then-booked = { $color ->
    [white] белым записать невозможных ходов: { $n }
   *[black] чёрным записать невозможных ходов: { $n }
}
then-penalty = { $color ->
    [white] наказание белым выбирает арбитр
   *[black] наказание чёрным выбирает арбитр
}
then-points = белым { $white }, чёрным { $black }
points-arbiter = по решению арбитра
then-new_game = играть новую партию
then-swap_colors = верными цветами
then-transfer_position = перенести позицию на правильно лежащую доску
then-seal = ход записывают
then-start_clock = { $color ->
    [white] пустить часы белых
   *[black] пустить часы чёрных
}
then-update_sheets = { $color ->
    [white] белые заполняют бланк
    [black] чёрные заполняют бланк
   *[both] оба заполняют бланки
}
then-next_period = следующий ход — первый в новом периоде
then-claim_next_turn = требовать можно снова на следующем ходу
then-castling_lost = { $color ->
    [white] белым нельзя рокировать { $side ->
        [king] в короткую сторону
        [queen] в длинную сторону
       *[both] вовсе
    }
   *[black] чёрным нельзя рокировать { $side ->
        [king] в короткую сторону
        [queen] в длинную сторону
       *[both] вовсе
    }
}
then-envelope = { $state ->
    [closed] конверт не вскрывают, пока он не придёт
    [opened] конверт вскрывают при нём
   *[with_arbiter] конверт хранит арбитр
}
then-next_mover = { $color ->
    [white] следующий ход — белых
   *[black] следующий ход — чёрных
}
then-not_rated = партия не обсчитывается
then-opponents_sheet = на своём ходу можно взять бланк соперника
then-record_sign = на обоих бланках написать { $sign }
then-no_evidence = бланк — не доказательство
then-castled = король { $king }, ладья { $rook }
then-claim_open = { $color ->
    [white] требовать могут белые
   *[black] требовать могут чёрные
}
then-offer_open = { $color ->
    [white] белые ещё могут принять ничью
   *[black] чёрные ещё могут принять ничью
}
then-claim_checked = требование проверяют
then-claim_falls = требование больше не проверяют
then-arbiter_only = это видит только арбитр
then-final = обжаловать нельзя
then-appealable = решение можно обжаловать
then-decider = { $color ->
    [white] по положению решающую партию выигрывают белые
   *[black] по положению решающую партию выигрывают чёрные
}
then-in_time_of = { $color ->
    [white] это делают за счёт времени белых
   *[black] это делают за счёт времени чёрных
}
then-result_later = { $earlier ->
    [yes] результат — после падения флажка или раньше
   *[no] результат — после падения флажка
}
then-required = сначала нужны: { $papers }
then-decided_later = арбитр решит потом
paper-position_written = позиция, записанная заявителем
paper-position_confirmed = её подтверждение соперником
paper-sheet = полный бланк

ask-normal_means = пытается ли соперник выиграть обычным путём и может ли?
ask-disturbance = помешали ли сопернику и чем это возместить?
ask-penalty = какое наказание подходит?
ask-time_used = сколько времени потратил каждый?
ask-text_silent = текст молчит или сомнителен: подтвердить
ask-facts = что произошло?
ask-decide_otherwise = решит ли он иначе?
ask-schedule = не собьёт ли изменение расписание?

choice-resigned = { $color ->
    [white] белые сдались
   *[black] чёрные сдались
}
choice-time_penalty = { $color ->
    [white] время белым
   *[black] время чёрным
}
choice-penalty = { $penalty ->
    [warning] предупреждение
    [time_to_opponent] больше времени сопернику
    [time_from_offender] меньше времени нарушителю
    [points_to_opponent] больше очков сопернику
    [points_from_offender] меньше очков нарушителю
    [game_lost] поражение
    [fine] штраф
    [exclusion_from_rounds] отстранение от туров
   *[expulsion] удаление
}
choice-penalty_time = { $penalty ->
    [time_to_opponent] сопернику больше на { $time }
   *[time_from_offender] игроку меньше на { $time }
}
choice-take_back = отнять { $time }
choice-castling_completed = рокировку доделать, ничего не считать
choice-make_claim_legal = дать сначала записать ход
choice-disrepute = наказать за позор для шахмат
choice-expel_outsider = удалить постороннего
choice-extra_time = { $color ->
    [white] добавить время белым
   *[black] добавить время чёрным
}
choice-say = { $word ->
    [touch_move_applies] сказать, что ходить надо тронутой фигурой
    [nothing] ничего не говорить
    [move] сказать, что его ход
    [yes] сказать «да»
   *[no] сказать «нет»
}

time-minutes = { $minutes } мин
time-minutes-seconds = { $minutes } мин { $seconds } с
time-seconds = { $seconds } с
