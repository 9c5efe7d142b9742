import type { Audit } from '../../tenancy/audit-log/act.ts'
import { paymentKey } from '../../platform/brazil/end-to-end-id.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError, InvalidRequest } from '../../platform/http/errors.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { facts, openDifference } from '../../money/bank-orders/differences.ts'
import { closeExplained } from '../../money/bank-orders/exceptions.ts'
import { readBankBalances } from '../../money/rails/connections.ts'
import { type Connection, type RailsOf, requireRail, requireWholeCents } from '../../money/rails/rails-of.ts'
import { keyTypeOf } from '../../platform/brazil/pix-key.ts'
import type { Rails, ReceivedPayment } from '../../money/rails/rails.ts'
import { arrivedEvent } from '../../money/transactions/event.ts'
import type { Door } from '../../money/transactions/door.ts'
import { openRecorded } from '../../money/transactions/open-recorded.ts'
import { ownKey } from '../../money/transactions/order-key.ts'
import { selectArriving, selectOverdue, selectOwnTransfers } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; railsOf: RailsOf; readMerchant: ReadMerchant; door: Door }

type OwnTransfer = { from: Connection; to: Connection; amount: Micros; formKey: string; audit: Audit }

/**
 * Moves money between two of the platform's own accounts: a payout of the platform by one bank to the Pix key at the other,
 * whose arrival is a cash-in of the platform. While it is on its way the platform's available balance is negative.
 */
export async function transferToOwnAccount(needs: Needs, { from, to, amount, formKey, audit }: OwnTransfer) {
  if (to.pixKey === null || from.pixKey === null || to.id === from.id) throw wrongBank()
  const rails = await needs.railsOf(from.id)
  requireRail(rails.payouts)
  const lines = await (await needs.railsOf(to.id)).check()
  if (lines.some(({ isFine }) => !isFine)) throw wrongBank('must pass its check first')
  const owners = await Promise.all([from.pixKey, to.pixKey].map(key => ownerOf(rails, key)))
  if (owners[0] !== owners[1]) throw wrongBank('must have a Pix key of the same owner')
  requireWholeCents(rails, amount)
  if ((await readBankBalances(needs))(from.id).free < amount) throw new ApiError('InsufficientBalance')
  const keyLookUp = rails.keys?.takeLookUp?.(to.pixKey) ?? null
  const createdAt = needs.clock()
  const transfer = {
    id: uuidv7(createdAt.getTime()),
    operation: 'pixCashOut',
    merchant: await needs.readMerchant(platformId),
    connectionId: from.id,
    amount,
    editable: false,
    counterparty: null,
    order: { orderDescription: `${from.name} → ${to.name}` },
    webhook: null,
    idempotencyKey: ownKey('transfer', formKey),
    hashedFields: [to.id],
    pixKey: to.pixKey,
    pixKeyType: keyTypeOf(to.pixKey),
    ...(keyLookUp !== null && { keyLookUp }),
    createdAt,
    expiresAt: null,
  } as const
  await openRecorded(needs.door, transfer, audit)
}

/** Null: this bank does not report owners before a payout. One that does, and does not answer now, has said nothing. */
async function ownerOf({ keys }: Rails, key: string): Promise<string | null> {
  if (keys === null) return null
  const owner = await keys.findKeyOwner({ keyType: keyTypeOf(key), key, recipientTaxNumber: '' })
  if (owner === 'notReported') throw new ApiError('BankUnavailable', { retryAfterSeconds: 5 })
  if (owner === null || owner === 'hidden') throw wrongBank('must have a Pix key whose owner the bank reports')
  return owner.taxNumber
}

const wrongBank = (message = 'must be another bank with a Pix key') =>
  new InvalidRequest([{ path: '/toId', code: 'invalid', message, info: {} }])

/** What is on its way to each bank's key, and since when. */
export const readArriving = async (needs: { sql: Sql }) =>
  new Map((await selectArriving(needs.sql)).map(({ pixKey, ...arriving }) => [pixKey, arriving]))

/** A transfer as old as this has arrived, or will be looked for by a person. */
const longestMs = 7 * 24 * 60 * 60_000

/**
 * Books a received payment as the arrival of the platform's own transfer, once for each; false: it is none. While the bank
 * that sends has not named its end-to-end id, a payment of the same amount waits.
 */
export async function receiveOwnTransfer(
  needs: Pick<Needs, 'sql' | 'clock' | 'readMerchant' | 'door'>,
  connectionId: string,
  payment: ReceivedPayment,
): Promise<boolean> {
  const { amount, endToEndId } = payment
  const since = new Date(needs.clock().getTime() - longestMs)
  const transfers = await selectOwnTransfers(needs.sql, { connectionId, amount, since })
  const sent = transfers.find(one => paymentKey(one.endToEndId ?? '') === paymentKey(endToEndId))
  if (sent === undefined && transfers.some(one => one.endToEndId === null && one.isForHere))
    throw new ApiError('TransactionStateNotAllowed', { message: 'the payment may be a transfer of the platform' })
  if (sent === undefined) return false
  const merchant = await needs.readMerchant(platformId)
  const createdAt = needs.clock()
  await needs.door.commit(async ({ tx, open, apply }) => {
    const { transaction, replayed } = await open({
      id: uuidv7(createdAt.getTime()),
      operation: 'pixCashIn',
      merchant,
      connectionId: sent.toId,
      amount,
      editable: false,
      counterparty: null,
      order: { orderDescription: sent.orderDescription ?? '' },
      webhook: null,
      idempotencyKey: ownKey('transfer received', sent.id),
      hashedFields: [],
      createdAt,
      expiresAt: null,
    })
    if (replayed) return
    await apply({ merchantId: platformId, id: transaction.id, event: arrivedEvent(payment) })
    await closeExplained(
      tx,
      { merchantId: platformId, id: sent.id },
      { note: 'O valor chegou. / It has arrived.', at: createdAt },
    )
  })
  return true
}

/**
 * A transfer that a bank has sent and that has not arrived in time is for a person, once; when it arrives the exception ends by
 * itself. Returns 0: it leaves no further work.
 */
export async function watchOwnTransfers(needs: { sql: Sql; clock: () => Date; ownTransferAlarmMs: number }) {
  const at = needs.clock()
  const before = new Date(at.getTime() - needs.ownTransferAlarmMs)
  const since = new Date(before.getTime() - longestMs)
  for (const { id, connectionId, endToEndId, amount } of await selectOverdue(needs.sql, { since, before })) {
    const transaction = { merchantId: platformId, id }
    const found = { endToEndId, expected: facts.received(amount), said: facts.nothingReceived }
    const difference = { kind: 'transferNotArrived', transaction, ...found } as const
    await needs.sql.begin(tx => openDifference(tx, connectionId, difference, at))
  }
  return 0
}
