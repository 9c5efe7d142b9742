/**
 * Failures that are evidence in themselves: that they do not come again proves nothing, so that they get no second look. The
 * words are those of the message or of the line of source that failed.
 */
// biome-ignore format: a table is read in columns
const evidence = [
  { what: "a property's counterexample", words: /PROPERTY_PATH=|Counterexample:/ },
  { what: 'the audit of the books',      words: /expect\(.*auditBooks\(|books are (wrong|damaged)/i },
  { what: 'a history that cannot be',    words: /expect\(.*(findViolation|acknowledgedAgain)\(/ },
  { what: 'an event lost or doubled',    words: /length of \d+ but got \d+[^]*expect\(.*\b(eventsOf\(|received\b)/ },
  { what: 'a deadlock',                  words: /deadlock|40P01/i },
  { what: 'a database that ended',       words: /the shared PostgreSQL ended/ },
  { what: 'an invariant',                words: /violates check constraint|23514|no row of \w+ lists/i },
]

/** What a failure is evidence of, or null. */
export const evidenceIn = (errors: string[]): string | null =>
  evidence.find(({ words }) => errors.some(error => words.test(error)))?.what ?? null
