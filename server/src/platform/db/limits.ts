/** How long anything of the database is waited for. Every wait ends: with an answer, or with a `DatabaseFault`. */
export type Limits = Readonly<Record<keyof typeof limits.requests, number>>

export const limits = {
  /** What somebody waits for at the other end of a request, and the small steps of workers. */
  requests: {
    connectMs: 2_000,
    /** For one of this process's connections to be free. */
    freeConnectionMs: 2_000,
    /** PostgreSQL cancels a query itself. If there is no response a moment later, the connection is lost. */
    statementMs: 2_000,
    lockMs: 1_500,
    idleInTransactionMs: 10_000,
  },
  /** Lists, searches, statements and files of merchants: by connections of their own, so that no payment waits for them. */
  reports: {
    /** They are opened late, when somebody asks: a healthy PostgreSQL on a busy machine takes over 2 s to let one in. */
    connectMs: 5_000,
    freeConnectionMs: 10_000,
    statementMs: 10_000,
    lockMs: 1_500,
    idleInTransactionMs: 10_000,
  },
  /** Commands, migrations, audits, whatever is about a whole history: by connections of their own. */
  longWork: {
    connectMs: 5_000,
    freeConnectionMs: 60_000,
    statementMs: 1_800_000,
    lockMs: 30_000,
    idleInTransactionMs: 60_000,
  },
} as const satisfies Record<string, Record<string, number>>

/** How many connections reports have in a process, and one merchant's reports of those. */
export const reportSlots = { most: 4, mostOfKey: 2 } as const
export const longWorkSlots = 2

/** What a process opens beside the connections it is given: also to listen for webhooks and, in a sandbox, for changes. */
export const placesBeside = reportSlots.most + longWorkSlots + 2

export const graceMs = 250
