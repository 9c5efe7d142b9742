import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import type { CallKind } from './bacen-pix/call-kinds.ts'
import type { Rails } from './rails.ts'
import { readBankBalances } from './connections.ts'
import { type RailsOf, nullIfNotConnected } from './rails-of.ts'
import { selectUsable } from './sql.ts'

/**
 * Which connections of a merchant a product uses, which calls it needs, and whether a bank offers it. The simulator pays out
 * by simulation calls. A charge without an answer is read: a bank that answers neither is down.
 */
// biome-ignore format: a table is read in columns
const products = {
  charges:     { connections: 'chargeConnections',     calls: ['token', 'charges', 'chargeReads'], isOffered: ({ charges }: Rails) => charges !== null },
  dueCharges:  { connections: 'chargeConnections',     calls: ['token', 'charges', 'chargeReads'], isOffered: ({ dueCharges }: Rails) => dueCharges !== null },
  boletos:     { connections: 'chargeConnections',     calls: ['boletos', 'boletoReads'], isOffered: ({ boletos }: Rails) => boletos !== null },
  staticCodes: { connections: 'chargeConnections',     calls: ['token', 'payments'],    isOffered: ({ staticCodes }: Rails) => staticCodes !== null },
  payouts:     { connections: 'payoutConnections',     calls: ['token', 'payouts'],     isOffered: ({ payouts, isSimulator }: Rails) => isSimulator || payouts !== null },
  initiations: { connections: 'initiationConnections', calls: ['initiations'],          isOffered: ({ initiations }: Rails) => initiations !== null },
} as const satisfies Record<string, { connections: string; calls: CallKind[]; isOffered: (rails: Rails) => boolean }>

export type Product = keyof typeof products
/** `sweepAlarmMs`: a bank whose payments were not listed for so long is not used while another is up. */
export type Needs = { sql: Sql; clock: () => Date; railsOf: RailsOf; sweepAlarmMs: number }
type Banks = Pick<Merchant, (typeof products)[Product]['connections']>

/** Nor is one whose callback URL could not be set so many times in a row. */
const mostCallbackTries = 3

/**
 * The banks for a merchant's next payment, the best first: in the merchant's order, those that are up before the others. A
 * payout goes where the amount is, before all else: while that bank is down, the payout waits.
 */
export async function banksFor(
  needs: Needs,
  merchant: Banks,
  product: Product,
  amount?: Micros,
): Promise<[Rails, ...Rails[]]> {
  const { connections, calls, isOffered } = products[product]
  const ids = merchant[connections]
  if (ids.length < 2) return [await needs.railsOf(ids[0] ?? null)]
  const connected = await Promise.all(ids.map(id => needs.railsOf(id).catch(nullIfNotConnected)))
  const offered = connected.filter(rails => rails !== null).filter(isOffered)
  const [isUsable, holds] = await Promise.all([readUsable(needs, ids, product), readHolding(needs, amount)])
  // What a paused bank holds, or one that only receives, cannot be paid by another.
  if (offered.length < ids.length && !offered.some(rails => holds(rails.connectionId)) && ids.some(holds)) {
    const isThere = connected.some(rails => rails !== null && holds(rails.connectionId))
    const why = isThere ? 'only receives: transfer it to a bank that pays out' : 'is paused'
    throw new ApiError('BankNotConnected', { message: `the bank that holds the money ${why}` })
  }
  const isUp = (rails: Rails): boolean =>
    isUsable(rails.connectionId) && calls.every(kind => rails.takesCall?.(kind) !== false)
  const rankOf = (rails: Rails): number => (holds(rails.connectionId) ? 0 : 2) + (isUp(rails) ? 0 : 1)
  const [first, ...others] = offered.toSorted((a, b) => rankOf(a) - rankOf(b))
  return first === undefined ? [await needs.railsOf(ids[0] ?? null)] : [first, ...others]
}

/** The one bank for it. */
export const bankFor = async (needs: Needs, merchant: Banks, product: Product, amount?: Micros): Promise<Rails> =>
  (await banksFor(needs, merchant, product, amount))[0]

/** Payouts are sent and asked about by workers, whose circuits other processes do not see: there the database counts, too. */
const callsOfWorkers: Partial<Record<Product, CallKind[]>> = { payouts: ['token', 'payouts', 'payoutReads'] }

async function readUsable(needs: Needs, ids: string[], product: Product): Promise<(id: string) => boolean> {
  const sweptAfter = new Date(needs.clock().getTime() - needs.sweepAlarmMs)
  const calls = callsOfWorkers[product] ?? []
  const usable = new Set(await selectUsable(needs.sql, ids, { sweptAfter, mostCallbackTries, calls }))
  return id => usable.has(id)
}

/** Where no amount leaves, every bank will do. */
async function readHolding(needs: Needs, amount: Micros | undefined): Promise<(id: string) => boolean> {
  if (amount === undefined) return () => true
  const balanceOf = await readBankBalances(needs)
  return id => balanceOf(id).free >= amount
}
