import type { ConnectionHealth } from './rails-of.ts'

/** Which calls to a bank wait, and since when. */
export const callsNotTakenView = (
  { awayFor, limitedFor }: Pick<ConnectionHealth, 'awayFor' | 'limitedFor'>,
  now: Date,
) => ({
  awayFor: awayFor.map(({ kind, since }) => ({ kind, since: since.toISOString() })),
  limitedFor: limitedFor.map(({ kind, since, secondsLeft }) => ({
    kind,
    since: since?.toISOString() ?? null,
    until: new Date(now.getTime() + secondsLeft * 1000).toISOString(),
  })),
})
