import type { Micros } from '../../../platform/brazil/money.ts'
import { addDays, dayOf, hourOf, startOfDay } from '../../../platform/brazil/sao-paulo.ts'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import type { ApiError } from '../../../platform/http/errors.ts'
import { isNight } from '../../../tenancy/merchants/limits.ts'
import type { Transaction } from '../transaction.ts'
import { type Limits, beyond } from './limits.ts'
import { firstOutflowTo, sumAllOutflows, sumOutflowsOfKey, sumOutflowsTo, sumOutflowsToKey } from './sql.ts'

/** The most that an access key may pay out without people, counted from `since`. */
export type KeyLimit = { what: string; since: Date; most: Micros }

type Sending = {
  transaction: Pick<Transaction, 'merchantId' | 'amount' | 'createdAt' | 'keyId' | 'counterparty' | 'pixKey'>
  limits: Limits | null
  keyLimits: readonly KeyLimit[]
}

/** What was sent so far. Payments with the same subject add up. */
type Sum = { subject: string; read: (sql: Sql | Tx) => Promise<Micros> }

/** One limit of a payment: how much each of its sums may be. */
type Cap = {
  what: string
  most: Micros
  sums: Sum[]
  /** Whether it counts for this payment; not there: it does. */
  holds?: (sql: Sql | Tx) => Promise<boolean>
}

/** Limits of a night, a recipient or a key. The books of the merchants are open, so that nobody else sends meanwhile. */
export type SummedLimits = { beyond(sending: Sending): ApiError | null; add(sending: Sending): void }

/** Costs nothing where no merchant has such a limit, as is usual. */
const unlimited: SummedLimits = { beyond: () => null, add: () => {} }

/** Their sums are read for each payment: those who set such limits send little. */
export async function openSummedLimits(sql: Sql | Tx, input: readonly Sending[]): Promise<SummedLimits> {
  const capped = input.filter(hasCaps)
  if (capped.length === 0) return unlimited
  const sums = new Map<string, { sent: Micros }>()
  const held = new Map<Sending, { what: string; most: Micros; sum: { sent: Micros } }[]>()
  for (const sending of capped) {
    const own = []
    for (const { what, most, holds, sums: parts } of capsOf(sending)) {
      if (holds !== undefined && !(await holds(sql))) continue
      for (const { subject, read } of parts) {
        const key = `${sending.transaction.merchantId} ${what} ${subject}`
        const sum = sums.get(key) ?? { sent: await read(sql) }
        sums.set(key, sum)
        own.push({ what, most, sum })
      }
    }
    held.set(sending, own)
  }
  return {
    beyond(sending) {
      for (const { what, most, sum } of held.get(sending) ?? []) {
        const refusal = beyond(sending.transaction.amount, sum.sent, most, what)
        if (refusal !== null) return refusal
      }
      return null
    },
    add(sending) {
      for (const { sum } of held.get(sending) ?? []) sum.sent += sending.transaction.amount
    },
  }
}

function hasCaps({ limits, keyLimits }: Sending): boolean {
  if (keyLimits.length > 0) return true
  if (limits === null) return false
  const { perNight, perRecipient, newRecipient } = limits
  return perNight !== null || perRecipient !== null || newRecipient !== null
}

function capsOf({ transaction, limits, keyLimits }: Sending): Cap[] {
  const { merchantId, keyId, counterparty, pixKey, createdAt: at } = transaction
  const taxNumber = counterparty?.cpf ?? counterparty?.cnpj ?? null
  const caps: Cap[] = []
  for (const { what, most, since } of keyLimits)
    if (keyId !== null)
      caps.push({
        what,
        most,
        sums: [{ subject: keyId, read: sql => sumOutflowsOfKey(sql, merchantId, keyId, since) }],
      })
  if (limits === null) return caps
  const { perNight, perRecipient, newRecipient, newRecipientHours } = limits
  const night = perNight === null ? null : nightOf(at, limits)
  if (perNight !== null && night !== null)
    caps.push({
      what: `from ${limits.nightFrom}:00 to ${limits.nightUntil}:00`,
      most: perNight,
      sums: [{ subject: '', read: sql => sumAllOutflows(sql, merchantId, night) }],
    })
  /** By document and by key: where no bank says whose a key is, any document can be named for it. */
  function toRecipient(since: Date): Sum[] {
    const to: Sum[] = []
    if (taxNumber !== null)
      to.push({ subject: taxNumber, read: sql => sumOutflowsTo(sql, merchantId, taxNumber, since) })
    if (pixKey !== null)
      to.push({ subject: `key ${pixKey}`, read: sql => sumOutflowsToKey(sql, merchantId, pixKey, since) })
    return to
  }
  if (perRecipient !== null)
    caps.push({ what: 'to one recipient per day', most: perRecipient, sums: toRecipient(startOfDay(dayOf(at))) })
  if (newRecipient !== null && taxNumber !== null) {
    const newSince = new Date(at.getTime() - newRecipientHours * 3_600_000)
    caps.push({
      what: `to a new recipient in the first ${newRecipientHours} hours`,
      most: newRecipient,
      async holds(sql) {
        const first = await firstOutflowTo(sql, merchantId, taxNumber)
        return first === null || first > newSince
      },
      sums: toRecipient(newSince),
    })
  }
  return caps
}

/** When the night began that a time is in; null: it is day. */
function nightOf(at: Date, { nightFrom, nightUntil }: Pick<Limits, 'nightFrom' | 'nightUntil'>): Date | null {
  const hour = hourOf(at)
  if (!isNight(hour, { nightFrom, nightUntil })) return null
  const day = hour >= nightFrom ? dayOf(at) : addDays(dayOf(at), -1)
  return new Date(startOfDay(day).getTime() + nightFrom * 3_600_000)
}
