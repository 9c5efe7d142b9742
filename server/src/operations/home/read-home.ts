import { batchesToDecide } from '../../products/payout-batches/browse-batches.ts'
import { browseRequests } from '../../products/company-payments/requests/list-requests.ts'
import { readBalance } from '../../money/ledger/read-books.ts'
import type { Sql } from '../../platform/db/db.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { type Day, addDays, dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import {
  type Flow,
  addFlows,
  countFailedEvents,
  countOpenDisputes,
  countPendingKeys,
  countPendingReceivers,
  lockMark,
  selectFirstSteps,
  selectFlows,
  selectProgress,
} from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }

/** Who looks: what needs somebody depends on what they may do. */
export type Onlooker = {
  personId: string
  decides: boolean
  seesWebhooks: boolean
  seesReceivers: boolean
  confirmsKeys: boolean
  defends: boolean
}

type ReadHomeInput = { merchantId: string; days: number; onlooker: Onlooker }

/** Nobody reads a higher number than this: the screen says "99+". */
const mostCounted = 100
const failuresShownForMs = 7 * 24 * 60 * 60 * 1000

/** What a merchant's people see first. It costs the same however many transactions there are. */
export async function readHome(needs: Needs, { merchantId, days, onlooker }: ReadHomeInput) {
  const today = dayOf(await timeFor(needs, merchantId))
  const firstDay = addDays(today, 1 - days)
  const isSummingUp = await sumUpFlows(needs, merchantId)
  const [balance, flows, firstSteps, needed] = await Promise.all([
    readBalance(needs, merchantId),
    selectFlows(needs.sql, merchantId, startOfDay(firstDay)),
    readFirstSteps(needs, merchantId),
    readNeeded(needs, merchantId, onlooker),
  ])
  return { balance, today, days: byDay(flows, firstDay, days), flows, isSummingUp, firstSteps, needed }
}

/** Null: there are transactions already. */
async function readFirstSteps({ sql }: Needs, merchantId: string) {
  const { hasTransaction, ...steps } = await selectFirstSteps(sql, merchantId)
  return hasTransaction ? null : steps
}

async function readNeeded(needs: Needs, merchantId: string, onlooker: Onlooker) {
  const { sql, clock } = needs
  const since = new Date(clock().getTime() - failuresShownForMs)
  const [requestsToDecide, failedEvents, pendingReceivers, pendingKeys, disputesToAnswer] = await Promise.all([
    onlooker.decides ? countToDecide(needs, merchantId, onlooker.personId) : 0,
    onlooker.seesWebhooks ? countFailedEvents(sql, merchantId, since, mostCounted) : 0,
    onlooker.seesReceivers ? countPendingReceivers(sql, merchantId, mostCounted) : 0,
    onlooker.confirmsKeys ? countPendingKeys(sql, merchantId, clock(), mostCounted) : 0,
    onlooker.defends ? countOpenDisputes(sql, merchantId, await timeFor(needs, merchantId), mostCounted) : 0,
  ])
  return { requestsToDecide, failedEvents, pendingReceivers, pendingKeys, disputesToAnswer }
}

/** The same that stand first on the screen of requests. */
async function countToDecide(needs: Needs, merchantId: string, personId: string): Promise<number> {
  const mine = { merchantId, personId, status: undefined, receiverId: undefined, waitsForMe: true }
  const [requests, batches] = await Promise.all([
    browseRequests(needs, { ...mine, limit: mostCounted, cursor: undefined }),
    batchesToDecide(needs, merchantId, personId),
  ])
  return Math.min(requests.items.length + batches.length, mostCounted)
}

export type DayFlow = Omit<Flow, 'hour'> & { day: Day }

/** Every day of the period, those without money too. */
function byDay(flows: readonly Flow[], firstDay: Day, count: number): DayFlow[] {
  const days = new Map(
    Array.from({ length: count }, (_, i) => addDays(firstDay, i)).map(day => [
      day,
      { day, inAmount: 0n, inCount: 0, outAmount: 0n, outCount: 0 },
    ]),
  )
  for (const flow of flows) {
    const sum = days.get(dayOf(flow.hour))
    if (sum === undefined) continue
    sum.inAmount += flow.inAmount
    sum.inCount += flow.inCount
    sum.outAmount += flow.outAmount
    sum.outCount += flow.outCount
  }
  return [...days.values()]
}

/** Some 100 ms of work: what a person waits for without noticing. */
const mostAtOnce = 200_000

/** Sums up new postings, in pieces, and returns whether there are more. Postings are only ever added, in order. */
export async function sumUpFlows(needs: { sql: Sql }, merchantId: string, most = mostAtOnce): Promise<boolean> {
  const { postings, summed } = await selectProgress(needs.sql, merchantId)
  if (postings <= summed) return false
  return needs.sql.begin(async tx => {
    const mark = await lockMark(tx, merchantId)
    const moved = await addFlows(tx, merchantId, mark, most)
    return moved > mark && moved < postings
  })
}
