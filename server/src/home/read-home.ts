import { browseRequests } from '../company-payments/requests/browse-requests.ts'
import { readBalance } from '../ledger/read-balance.ts'
import type { Sql } from '../db/db.ts'
import { type Day, addDays, dayOf, startOfDay } from '../brazil/sao-paulo.ts'
import { type Flow, countFailedEvents, countPendingKeys, countPendingReceivers, selectFlows } from './sql.ts'
import { sumUpFlows } from './sum-up-flows.ts'

type Needs = { sql: Sql; clock: () => Date }

/** Who looks: what needs somebody depends on what they may do. */
export type Onlooker = {
  personId: string
  decides: boolean
  seesWebhooks: boolean
  seesReceivers: boolean
  confirmsKeys: boolean
}

type Wanted = { merchantId: string; days: number; onlooker: Onlooker }

/** Nobody reads a higher number than this: the screen says "99+". */
export const mostCounted = 100
const failuresShownForMs = 7 * 24 * 60 * 60 * 1000

/** What a merchant's people see first. It costs the same however many transactions there are. */
export async function readHome(needs: Needs, { merchantId, days, onlooker }: Wanted) {
  const today = dayOf(needs.clock())
  const firstDay = addDays(today, 1 - days)
  const isSummingUp = await sumUpFlows(needs, merchantId)
  const [balance, flows, needed] = await Promise.all([
    readBalance(needs, merchantId),
    selectFlows(needs.sql, merchantId, startOfDay(firstDay)),
    readNeeded(needs, merchantId, onlooker),
  ])
  return { balance, today, days: byDay(flows, firstDay, days), flows, isSummingUp, needed }
}

async function readNeeded(needs: Needs, merchantId: string, onlooker: Onlooker) {
  const { sql, clock } = needs
  const since = new Date(clock().getTime() - failuresShownForMs)
  const [requestsToDecide, failedEvents, pendingReceivers, pendingKeys] = await Promise.all([
    onlooker.decides ? countToDecide(needs, merchantId, onlooker.personId) : 0,
    onlooker.seesWebhooks ? countFailedEvents(sql, merchantId, since, mostCounted) : 0,
    onlooker.seesReceivers ? countPendingReceivers(sql, merchantId, mostCounted) : 0,
    onlooker.confirmsKeys ? countPendingKeys(sql, merchantId, clock(), mostCounted) : 0,
  ])
  return { requestsToDecide, failedEvents, pendingReceivers, pendingKeys }
}

/** The same that stand first on the screen of requests. */
async function countToDecide(needs: Needs, merchantId: string, personId: string): Promise<number> {
  const mine = { merchantId, personId, status: undefined, receiverId: undefined, waitsForMe: true }
  return (await browseRequests(needs, { ...mine, limit: mostCounted, cursor: undefined })).items.length
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
