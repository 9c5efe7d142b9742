/** Tables that grow without limit: a migration must not scan them while they are locked. */
const bigTables =
  'transactions|postings|webhook_events|webhook_attempts|refunds|bank_orders|bank_notices|audit_entries|sessions'

/** What a migration must not do while a release runs, and the alternative. */
const rules: { found: RegExp; instead: string }[] = [
  {
    found:
      /\badd column (?:if not exists )?\w+ (?:(?!\bdefault\b|\bgenerated\b)[^,;])*\bnot null\b(?![^,;]*\bdefault\b)/,
    instead: 'a column that is never null has a default: the release before does not write it',
  },
  { found: /\balter column \w+ (?:set data )?type\b/, instead: 'a new column, filled by a worker, then used' },
  { found: /\balter column \w+ set not null\b/, instead: 'a check that is not valid, validated by the next migration' },
  { found: /\brename (?:to|column)\b/, instead: 'a new one beside the old, which goes a release later' },
  {
    found: new RegExp(`\\b(?:update|delete from) (?:${bigTables})\\b`),
    instead: 'a worker that does it in small steps',
  },
  {
    found: /\badd column (?:if not exists )?\w+ [^,;]*\b(?:check|references|unique|primary key)\b/,
    instead: 'a column, and its constraint by a statement of its own: a distributed database takes no other',
  },
  {
    found: /\balter table \w+[^;]*,\s*add (?:constraint|check|foreign|unique|primary)\b/,
    instead: 'each constraint by a statement of its own: a distributed database takes no other',
  },
]

const madeIn = (text: string) =>
  new Set(Array.from(text.matchAll(/\bcreate (?:unlogged )?table (\w+)/g), ([, table]) => table))

/** The problems of a migration that is new since the last release. */
export function faultsOfMigration(text: string): string[] {
  const sql = text.replaceAll(/--.*$/gm, '').toLowerCase()
  const made = madeIn(sql)
  const isAlone = text.startsWith('-- without a transaction')
  const faults = rules.filter(({ found }) => found.test(sql)).map(({ instead }) => instead)

  for (const [, concurrently, name, table] of sql.matchAll(
    /\bcreate (?:unique )?index (concurrently )?(?:if not exists )?(\w+) on (\w+)/g,
  )) {
    if (made.has(table)) continue
    if (concurrently === undefined || !isAlone)
      faults.push(`index ${name} is made concurrently, in a file that begins with "-- without a transaction"`)
    else if (!sql.includes(`drop index concurrently if exists ${name};`))
      faults.push(`index ${name} is dropped first, if it is there: one that was left half-made is of no use`)
  }
  for (const [, table, change = ''] of sql.matchAll(/\balter table (\w+)([^;]*)/g))
    if (!made.has(table) && /\badd (?:constraint \w+ )?(?:check|foreign key|unique|primary key)/.test(change))
      if (!/\bnot valid\b/.test(change)) faults.push(`a constraint of ${table} is added not valid, and validated later`)
  if (!isAlone && /\bvalidate constraint\b/.test(sql))
    faults.push(
      'constraints are validated in a file that begins with "-- without a transaction": no lock outlasts its scan',
    )
  return faults
}
