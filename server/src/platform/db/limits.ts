/** Time limits for everything the database does. Every wait ends, with a response or with a `DatabaseFault`. */
export type Limits = Readonly<Record<keyof typeof limits.requests, number>>

export const limits = {
  /** Work that a caller of the API waits for, and the small steps of workers. */
  requests: {
    connectMs: 2_000,
    freeConnectionMs: 2_000,
    /** PostgreSQL cancels a query itself. If there is no response a moment later, the connection is lost. */
    queryMs: 2_000,
    lockMs: 1_500,
    idleInTransactionMs: 10_000,
  },
  /** Lists, searches, statements and files, on separate connections so that payments do not wait for them. */
  reports: {
    /** Opened on demand: a healthy PostgreSQL on a busy machine can take over 2 s to accept a connection. */
    connectMs: 5_000,
    freeConnectionMs: 10_000,
    queryMs: 10_000,
    lockMs: 1_500,
    idleInTransactionMs: 10_000,
  },
  /** Commands, migrations, audits and everything about a whole history, on separate connections. */
  longWork: {
    connectMs: 5_000,
    freeConnectionMs: 60_000,
    queryMs: 1_800_000,
    lockMs: 30_000,
    idleInTransactionMs: 60_000,
  },
} as const satisfies Record<string, Record<string, number>>

/** The same limits, so many times as long. */
export const longer = (given: Limits, times: number): Limits =>
  Object.fromEntries(Object.entries(given).map(([name, ms]) => [name, ms * times])) as Limits

/** How many connections a process has for reports, and how many of them one merchant can use. */
export const reportSlots = { most: 4, mostOfKey: 2 } as const
export const longWorkSlots = 2

/** Connections that a process opens besides its pool: also to listen for webhooks and, in a sandbox, for changes. */
export const placesBeside = reportSlots.most + longWorkSlots + 2

export const graceMs = 250
