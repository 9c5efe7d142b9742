/** The movements of a day, ordered as a file. */
export type Report = {
  id: string
  partner: string
  day: string
  /** The last day, where it is of several. */
  until?: string
  codes: string[]
  requestedAt: string
  /** Where a question decides it, and not the time. */
  isMade?: boolean
}
