export type Quarantined = { file: string; since: string; until: string; reason: string }

/**
 * Files of tests whose failure does not keep a change from landing while their cause is being looked for. At most three, each
 * for at most 14 days: after its last day the gate is red.
 */
export const quarantine: Quarantined[] = []

/** A failure that is evidence in itself counts in quarantine too. */
export const isPassedOver = (
  { file, evidence }: { file: string; evidence: string | null },
  rows: Quarantined[],
): boolean => evidence === null && rows.some(row => row.file === file)

const dayMs = 24 * 60 * 60 * 1000

/** What is wrong with the table on a day such as 2026-01-31. */
export function faultsOf(rows: Quarantined[], today: string): string[] {
  const days = ({ since, until }: Quarantined) => (Date.parse(until) - Date.parse(since)) / dayMs
  return [
    ...(rows.length > 3 ? [`${rows.length} files are in quarantine: at most three may be`] : []),
    ...rows
      .filter(row => !(days(row) >= 0 && days(row) <= 14))
      .map(({ file, since, until }) => `${file}: from ${since} to ${until} is not within 14 days`),
    ...rows.filter(({ reason }) => reason === '').map(({ file }) => `${file}: the quarantine has no reason`),
    ...rows.filter(({ until }) => until < today).map(({ file, until }) => `${file}: its quarantine ended on ${until}`),
  ]
}
