export type Fault = { merchantId: string; row: string; fault: string }

/** What is proved of a merchant, in this order. */
const stages = ['postings', 'transactions', 'done'] as const
export type Stage = (typeof stages)[number]

/** How far the proof of a merchant's books has come: a row of `audited_merchants`. */
export type Progress = {
  merchantId: string
  /** The last posting that was looked at, and the sums of all up to it. */
  sequence: bigint
  available: bigint
  held: bigint
  blocked: bigint
  reserved: bigint
  toSettle: bigint
  clearing: bigint
  bank: bigint
  fees: bigint
  suspense: bigint
  tariffs: bigint
  /** The last transaction that was looked at. */
  transactionId: string | null
  stage: Stage
  /** How much was looked at. */
  postings: bigint
  transactions: bigint
  faults: Fault[]
}

export const atTheStart = (merchantId: string): Progress => ({
  merchantId,
  sequence: 0n,
  available: 0n,
  held: 0n,
  blocked: 0n,
  reserved: 0n,
  toSettle: 0n,
  clearing: 0n,
  bank: 0n,
  fees: 0n,
  suspense: 0n,
  tariffs: 0n,
  transactionId: null,
  stage: 'postings',
  postings: 0n,
  transactions: 0n,
  faults: [],
})

/** The first wrong posting of a merchant is named: those after it may be wrong only because of it. */
export const missing = 'a posting is missing before it'
export const wrongBalance = 'its running balance is wrong'
const isBreak = ({ fault }: Fault) => fault === missing || fault === wrongBalance

export function addFaults(progress: Progress, found: Fault[]): Fault[] {
  const all = [...progress.faults]
  for (const fault of found) if (!isBreak(fault) || !all.some(isBreak)) all.push(fault)
  return all.slice(0, mostFaults)
}

const mostFaults = 1_000

/** Transactions by their ids: after the one, up to the other. */
export type Range = { after: string; last: string }

/** At most this many wrong rows of one check are listed. */
export const most = 100
