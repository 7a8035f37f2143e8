# Журналы: `kaissa journal` и что с журналом может случиться.

help-journal = Проверить журнал, выгрузить, загрузить, скопировать
help-journal-verify = Сказать, таков ли журнал, каким был записан
help-journal-export = Записать журнал строками JSON
help-journal-import = Сделать журнал из выгруженных строк, с той же головой
help-journal-backup = Скопировать журнал, в том числе во время записи
help-journal-file = Журнал
help-journal-head = Напечатанная голова, например "1204 Q9W1-DFWF-077Y-MGA1": журнал должен был через неё пройти
help-journal-output = Куда писать строки; если не указано, в стандартный вывод
help-journal-lines = Выгруженные строки или - для стандартного ввода
help-journal-copy = Копия
example-journal = kaissa journal verify open.kaissa --head "1204 Q9W1-DFWF-077Y-MGA1"
example-journal-verify = kaissa journal verify open.kaissa --head "1204 Q9W1-DFWF-077Y-MGA1"
example-journal-export = kaissa journal export open.kaissa --output open.jsonl
example-journal-import = kaissa journal import open.jsonl again.kaissa
example-journal-backup = kaissa journal backup open.kaissa /media/stick/open-round-5.kaissa

journal-intact = { $path }: { $n ->
    [0] записей ещё нет
    [one] { $n } запись, такая, какой была сделана
    [few] { $n } записи, все такие, какими были сделаны
   *[many] { $n } записей, все такие, какими были сделаны
}
journal-damage = { $path }: запись { $number }: { $kind ->
    [hash] её хеш не соответствует содержанию: изменена она или одна из записей до неё
    [missing] её нет; найдено: { $found }
    [body_gone] её тела нет, и ни одна запись не говорит, что оно стёрто
    [attachment_gone] её вложения нет
    [attachment] её вложение не то, которое было положено
    [unreadable] файл в этом месте не читается
   *[file] все записи таковы, какими были сделаны, но база данных находит свой файл повреждённым: { $found }
}
    всё до записи { $intact } таково, каким было записано
journal-head = голова: { $head }
journal-erased = { $n ->
    [one] { $n } тело стёрто, о чём говорит отдельная запись
    [few] { $n } тела стёрты, о каждом говорит отдельная запись
   *[many] { $n } тел стёрто, о каждом говорит отдельная запись
}
journal-attachments = { $n ->
    [one] { $n } вложение, такое, каким было положено
    [few] { $n } вложения, все такие, какими были положены
   *[many] { $n } вложений, все такие, какими были положены
}
journal-head-check = { $check ->
    [found] данная голова: журнал прошёл через неё
    [differs] данная голова: у записи с этим номером другой хеш; это другой журнал или журнал, переписанный заново
   *[too_short] данная голова: журнал кончается раньше; записей не хватает, или это другой журнал
}
journal-imported = { $path }: { $n ->
    [one] загружена { $n } запись
    [few] загружены { $n } записи
   *[many] загружено { $n } записей
}, голова { $head }
journal-copied = { $path }: копия, { $n ->
    [one] { $n } запись
    [few] { $n } записи
   *[many] { $n } записей
}, голова { $head }

journal-missing = { $path }: файла нет, ожидался журнал
journal-missing-next = посмотрите, где журнал; новый начинается только по прямому указанию
journal-exists = { $path }: файл уже есть, ожидалось, что его нет
journal-exists-next = дайте другое имя или уберите файл
journal-locked = { $path }: в журнал пишет другая программа, ожидалось, что никто
journal-locked-next = закройте другое окно или другую программу Kaissa; читать, проверять и копировать можно и так
journal-full = { $path }: на диске нет места; подтверждённое сохранено, присланное после него не записано ({ $detail })
journal-full-next = освободите место на диске; записи, которым отказано, присылаются ещё раз
journal-denied = { $path }: нет права здесь писать ({ $detail })
journal-denied-next = выберите свою папку или обратитесь к тому, кто отвечает за этот компьютер
journal-not-one = { $path }: найдено другое, ожидался журнал Kaissa
journal-not-one-next = проверьте имя; копия одного файла, снятая во время работы, может быть неполной
journal-newer = { $path }: найден формат { $found }, ожидался { $known } или старше
journal-newer-next = возьмите ту версию Kaissa, которая его писала, или более новую; ничего не изменено
journal-damaged = { $path }: запись { $number }: { $kind ->
    [hash] найдено другое содержание или другой порядок, ожидалось то, чему соответствует хеш
    [missing] такой записи нет, ожидалось, что она есть
    [body_gone] нет тела и нет записи о том, что оно стёрто
    [attachment_gone] нет вложения, о котором она говорит
    [attachment] найдено другое вложение, ожидалось то, о котором она говорит
    [unreadable] найдены байты, которые не читаются
   *[file] найден повреждённый файл вокруг целых записей
}; всё до записи { $intact } таково, каким было записано (голова { $head })
journal-damaged-next = сохраните { $path } как есть; `kaissa journal export` даёт его целую часть, а новый журнал продолжается от последней целой головы
journal-id-taken = { $path }: найдена запись, чей номер отправителя уже у записи { $number }, а говорит она другое
journal-too-large = { $path }: найдено байт: { $bytes }, ожидалось не больше { $most }
journal-no-body = { $path }: запись { $number }: стирать нечего
journal-unreadable = { $path }: строка { $line } загружаемого: найдено { $found }, ожидалась строка выгруженного журнала
journal-disk = { $path }: диск не отвечает как следует: { $detail }
journal-disk-next = займитесь диском или сетевым диском; скопируйте журнал, как только он прочтётся
journal-closed = { $path }: журнал закрыт
