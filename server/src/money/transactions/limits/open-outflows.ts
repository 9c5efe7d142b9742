import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { ApiError } from '../../../platform/http/errors.ts'
import type { Micros } from '../../../platform/brazil/money.ts'
import { dayOf, startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import type { Operation } from '../operations.ts'
import { type Limits, outflowOf, tooLarge, tooMuch } from './limits.ts'
import { type Outflow, selectOutflows, sumOutflows, upsertOutflows } from './sql.ts'

type Sending = { merchantId: string; operation: Operation; amount: Micros; createdAt: Date }
type OpenOutflow = { transaction: Sending; limits: Limits | null }

/** What some merchants have sent today, open for writing. Their books are open, so nobody else sends meanwhile. */
export type Outflows = {
  /** The refusal of a payment that is beyond its limits; null when it is within. */
  beyond(sending: Sending, limits: Limits | null): ApiError | null
  add(sending: Sending): void
  close(): Promise<unknown>
}

/** A process may know a merchant's settings as they were a few seconds ago, and count nothing until it knows better. */
const settingsAgeMs = 5_000

/** Costs nothing where no merchant has a daily limit, as is usual. */
const unlimited: Outflows = {
  beyond: ({ amount }, limits) => tooLarge(amount, limits),
  add: () => {},
  close: async () => {},
}

/** `input` is what may be sent now. Each operation is summed up by itself, and each day: merchants have clocks of their own. */
export async function openOutflows(tx: Tx, input: OpenOutflow[]): Promise<Outflows> {
  const limited = input.filter(one => one.limits !== null && one.limits.perDay !== null)
  if (limited.length === 0) return unlimited
  const opened = new Map<string, Outflows>()
  for (const [sum, group] of Map.groupBy(limited, one => sumOf(one.transaction)))
    opened.set(sum, await openSum(tx, group))
  const openedFor = (sending: Sending) => opened.get(sumOf(sending)) ?? unlimited
  return {
    beyond: (sending, limits) => openedFor(sending).beyond(sending, limits),
    add: sending => openedFor(sending).add(sending),
    async close() {
      for (const one of opened.values()) await one.close()
    },
  }
}

const sumOf = ({ operation, createdAt }: Sending): string => `${outflowOf(operation)} ${dayOf(createdAt)}`

/** All of one operation and day. */
async function openSum(tx: Tx, limited: OpenOutflow[]): Promise<Outflows> {
  const [first] = limited
  if (first === undefined) return unlimited
  const { createdAt: at } = first.transaction
  const operation = outflowOf(first.transaction.operation)
  const day = dayOf(at)
  const totalOf = new Map<string, Micros>()
  for (const { transaction } of limited)
    totalOf.set(transaction.merchantId, (totalOf.get(transaction.merchantId) ?? 0n) + transaction.amount)
  const known = await readOutflows()
  const changed = new Set<Outflow>()

  return {
    beyond: ({ merchantId, amount }, limits) =>
      tooLarge(amount, limits) ?? tooMuch(amount, known.get(merchantId)?.amount ?? 0n, limits),
    add({ merchantId, amount }) {
      const outflow = known.get(merchantId)
      if (outflow === undefined) return
      outflow.amount += amount
      changed.add(outflow)
    },
    close: async () => changed.size > 0 && upsertOutflows(tx, [...changed]),
  }

  /** The running sums; summed up anew where one cannot be trusted, or where it would refuse somebody. */
  async function readOutflows(): Promise<Map<string, Outflow>> {
    const outflows = new Map((await selectOutflows(tx, [...totalOf.keys()], operation)).map(o => [o.merchantId, o]))
    const doubted = new Set(limited.filter(one => isDoubted(one, outflows)).map(one => one.transaction.merchantId))
    if (doubted.size === 0) return outflows
    for (const merchantId of doubted)
      outflows.set(merchantId, { merchantId, operation, day, amount: 0n, countedAt: at })
    for (const { merchantId, amount } of await sumOutflows(tx, [...doubted], operation, startOfDay(day)))
      outflows.set(merchantId, { merchantId, operation, day, amount, countedAt: at })
    return outflows
  }

  function isDoubted({ transaction, limits }: OpenOutflow, outflows: Map<string, Outflow>): boolean {
    const outflow = outflows.get(transaction.merchantId)
    if (outflow === undefined || outflow.day !== day || limits === null) return true
    if (outflow.countedAt.getTime() < limits.setAt.getTime() + settingsAgeMs) return true
    return tooMuch(totalOf.get(transaction.merchantId) ?? 0n, outflow.amount, limits) !== null
  }
}

/** What a merchant has sent on this day of São Paulo, by its clock, for somebody who only wants to know. */
export async function readSentToday(
  { sql }: { sql: Sql | Tx },
  merchantId: string,
  operation: Operation,
  now: Date,
): Promise<Micros> {
  const [sum] = await sumOutflows(sql, [merchantId], operation, startOfDay(dayOf(now)))
  return sum?.amount ?? 0n
}
