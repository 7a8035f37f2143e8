# Journals: `kaissa journal`, and what can go wrong with one.

help-journal = A journal verified, exported, imported, copied
help-journal-verify = Say whether a journal is as it was written
help-journal-export = Write a journal as lines of JSON
help-journal-import = Make a journal of exported lines, with the same head
help-journal-backup = Copy a journal, also while it is written
help-journal-file = The journal
help-journal-head = A head that was printed, as "1204 Q9W1-DFWF-077Y-MGA1": the journal must have gone through it
help-journal-output = Where the lines go; to standard output by default
help-journal-lines = The exported lines, or - for standard input
help-journal-copy = The copy
example-journal = kaissa journal verify open.kaissa --head "1204 Q9W1-DFWF-077Y-MGA1"
example-journal-verify = kaissa journal verify open.kaissa --head "1204 Q9W1-DFWF-077Y-MGA1"
example-journal-export = kaissa journal export open.kaissa --output open.jsonl
example-journal-import = kaissa journal import open.jsonl again.kaissa
example-journal-backup = kaissa journal backup open.kaissa /media/stick/open-round-5.kaissa

journal-intact = { $path }: { $n ->
    [0] no entry yet
    [one] { $n } entry, as it was written
   *[other] { $n } entries, all as they were written
}
journal-damage = { $path }: entry { $number }: { $kind ->
    [hash] its hash is not that of its content: it was changed, or one before it was
    [missing] it is missing; found { $found }
    [body_gone] its body is gone, and no entry says that it was erased
    [attachment_gone] its attachment is missing
    [attachment] its attachment is not the one that was put in
    [unreadable] the file cannot be read here
   *[file] every entry is as it was written, but the database finds its file damaged: { $found }
}
    everything up to entry { $intact } is as it was written
journal-head = head: { $head }
journal-erased = { $n ->
    [one] { $n } body was erased, by an entry that says so
   *[other] { $n } bodies were erased, each by an entry that says so
}
journal-attachments = { $n ->
    [one] { $n } attachment, as it was put in
   *[other] { $n } attachments, all as they were put in
}
journal-head-check = { $check ->
    [found] the head given: the journal went through it
    [differs] the head given: the entry of that number has another hash; this is another journal, or one that was written anew
   *[too_short] the head given: the journal ends before it; entries are missing, or this is another journal
}
journal-imported = { $path }: { $n ->
    [one] { $n } entry imported
   *[other] { $n } entries imported
}, head { $head }
journal-copied = { $path }: copy with { $n ->
    [one] { $n } entry
   *[other] { $n } entries
}, head { $head }

journal-missing = { $path }: found no file, expected a journal
journal-missing-next = look where the journal is; the desk begins a new one only when it is told to
journal-exists = { $path }: found a file, expected none
journal-exists-next = give another name, or move the file away
journal-locked = { $path }: found another program that writes to it, expected none
journal-locked-next = close the other window or program of Kaissa; reading, verifying and copying work all the same
journal-full = { $path }: found no room on the disk; what was acknowledged is kept, what was sent after it is not written ({ $detail })
journal-full-next = make room on the disk; entries that were refused are sent again
journal-denied = { $path }: found no right to write here ({ $detail })
journal-denied-next = choose a folder of your own, or ask whoever looks after this computer
journal-not-one = { $path }: found something else, expected a journal of Kaissa
journal-not-one-next = look whether the name is right; a copy of the file alone, taken while it was in use, may be incomplete
journal-newer = { $path }: found format { $found }, expected { $known } or older
journal-newer-next = use the version of Kaissa that wrote it, or a newer one; nothing was changed
journal-damaged = { $path }: entry { $number }: { $kind ->
    [hash] found another content or order, expected what its hash stands for
    [missing] found no such entry, expected one
    [body_gone] found no body and no entry that erases it
    [attachment_gone] found no attachment, expected the one that it speaks of
    [attachment] found another attachment, expected the one that it speaks of
    [unreadable] found bytes that cannot be read
   *[file] found a damaged file around intact entries
}; everything up to entry { $intact } is as it was written (head { $head })
journal-damaged-next = keep { $path } as it is; `kaissa journal export` gives its intact part, and a new journal goes on from its last intact head
journal-id-taken = { $path }: found an entry whose id is that of entry { $number } and which says something else
journal-too-large = { $path }: found { $bytes } bytes, expected at most { $most }
journal-no-body = { $path }: entry { $number }: found nothing to erase
journal-unreadable = { $path }: line { $line } of what is imported: found { $found }, expected a line of an exported journal
journal-disk = { $path }: the disk does not answer as it should: { $detail }
journal-disk-next = look after the disk or the network drive; make a copy of the journal as soon as it can be read
journal-closed = { $path }: the journal was closed
