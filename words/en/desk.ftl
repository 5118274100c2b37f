# A battle at a table, whatever its book.

## Battle files

file-unreadable = this is not a battle file: { $why }
file-of-another-format = this is a battle file of another format, `{ $format }`; this program reads `{ $known }`
file-of-unknown-book = this program does not have the book `{ $book }`
file-scenario-unlawful = its scenario is not lawful
file-answer-refused = answer { $place } of the file is refused: { $refusal }
its-scenario = its scenario: { $report }
other-seed-hash = the seed's hash is { $is }, but the file committed to { $claimed }
other-number-of-events = the answers lead to { $is } events, but the file claims { $claimed }
other-digest = the battle came out otherwise than the file claims: its events have another digest
