import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import {
  type BankException,
  closeException,
  lockOpenException,
  readException,
  requireOpen,
} from '../../money/bank-orders/exceptions.ts'
import { endOrder, findOrder, placeOrders, sendAgain } from '../../money/bank-orders/place-orders.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { ApiError, InvalidRequest, missing } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { changeConsentWithin } from '../../products/open-finance/change-consent.ts'
import { cancelUnpaid } from '../../products/pix/cancel-cash-in.ts'
import { endRefund } from '../../money/refunds/return-payment.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import type { TransactionEvent } from '../../money/transactions/event.ts'
import { isUnderWay } from '../../money/transactions/states.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { type ExceptionAct, actionsOn } from './actions.ts'
import { type Needs as AskNeeds, canAskBank, refuseIfBankReports } from './ask-bank.ts'

type Needs = AskNeeds & { clock: () => Date; door: Door }

type Ending = {
  merchantId: string
  id: string
  act: ExceptionAct
  /** Who ends it, and why: what they found at the bank. */
  by: string
  note: string
  endToEndId?: string | undefined
  amount?: Micros | undefined
  /** They have read the bank's own record, because the server cannot ask it. */
  bankChecked?: true | undefined
  audit?: Audit
}

type Case = { exception: BankException; transaction: Transaction; ending: Ending; at: Date }
type Play = (write: Write, found: Case) => Promise<unknown>

/** A person ends a bank exception: money, state, order and exception in one commit, by the table of actions. */
export async function endException(needs: Needs, ending: Ending): Promise<void> {
  const known = requireOpen(await readException(needs, ending.merchantId, ending.id))
  const row = actionsOn(known, { canAskBank: await canAskBank(needs, known) }).find(({ act }) => act === ending.act)
  if (row === undefined) throw new ApiError('ExceptionActNotAllowed')
  const problems = row.needs.filter(field => ending[field] === undefined).map(field => missing('', field))
  if (problems.length > 0) throw new InvalidRequest(problems)
  await refuseIfBankReports(needs, known, row.unless)
  await needs.door.commit(async write => {
    const at = needs.clock()
    const exception = await lockOpenException(write.tx, ending.merchantId, ending.id)
    const { merchantId, transactionId, bankOrderId } = exception
    // Without a transaction nothing of ours can move: it was only looked into.
    if (transactionId !== null) {
      const transaction = await write.lock({ merchantId, id: transactionId })
      if (transaction === undefined) throw new ApiError('TransactionNotFound')
      await plays[exception.kind][ending.act]?.(write, { exception, transaction, ending, at })
    }
    if (ending.act !== 'sendAgain' && bankOrderId !== null) await endOrder(write.tx, { merchantId, id: bankOrderId })
    await closeException(write.tx, exception, { act: ending.act, by: ending.by, note: ending.note, at })
    await recordAudit(write.tx, ending.audit)
  })
}

const again: Play = async (write, { exception: { merchantId, bankOrderId }, at }) => {
  if (bankOrderId === null) throw new ApiError('ExceptionActNotAllowed', { message: 'no bank order is waiting for it' })
  await sendAgain(write.tx, { merchantId, id: bankOrderId }, at)
}

/** What each act does. The books follow what the bank did, whatever they said before. */
const plays: Record<BankException['kind'], Partial<Record<ExceptionAct, Play>>> = {
  payout: { settle: settlePayout, release: releasePayout, sendAgain: again },
  return: { settle: settleReturn, release: releaseReturn, sendAgain: again, return: returnAnew },
  initiation: {
    settle: (write, found) =>
      changeConsentWithin(write, consentOf(found.exception), { kind: 'paid', ...paidBy(found) }, found.at),
    release: (write, { exception, at }) =>
      changeConsentWithin(write, consentOf(exception), { kind: 'paymentFailed' }, at),
    sendAgain: again,
  },
  cancellation: {
    settle: async (write, found) => {
      await write.apply({ ...idOf(found), event: { kind: 'paid', ...paidBy(found), arrived: true } })
      await cancelUnpaid(write, idOf(found))
    },
    release: (write, found) => write.apply({ ...idOf(found), event: { kind: 'cancelled' } }),
    sendAgain: again,
  },
}

const idOf = ({ transaction: { merchantId, id } }: Case) => ({ merchantId, id })
const consentOf = ({ merchantId, subject }: BankException) => ({ merchantId, id: subject ?? '' })
const refundOf = ({ transaction: { merchantId, id: transactionId }, exception: { subject } }: Case) => ({
  merchantId,
  transactionId,
  id: subject ?? '',
})
const paidBy = ({ transaction, ending }: Case) => ({
  amount: ending.amount ?? transaction.amount,
  participant: null,
  endToEndId: ending.endToEndId ?? '',
})

async function settlePayout(write: Write, found: Case): Promise<void> {
  const { state } = found.transaction
  if (state === 'Completed') return
  const { endToEndId } = paidBy(found)
  const event = isUnderWay(state)
    ? ({ kind: 'paid', amount: found.transaction.amount, participant: null, endToEndId } as const)
    : ({ kind: 'paidAfterAll', participant: null, endToEndId } as const)
  await write.apply({ ...idOf(found), event })
}

async function releasePayout(write: Write, found: Case): Promise<void> {
  const { state } = found.transaction
  if (isUnderWay(state)) await write.apply({ ...idOf(found), event: await releasedEvent(write, found) })
  if (state === 'Completed') await write.apply({ ...idOf(found), event: { kind: 'reversed' } })
}

/** What the bank calls the payout stays known: it may still report it. */
async function releasedEvent(
  write: Write,
  { exception: { merchantId, bankOrderId } }: Case,
): Promise<TransactionEvent> {
  const order = bankOrderId === null ? undefined : await findOrder(write.tx, { merchantId, id: bankOrderId })
  const reference = order?.bankReference ?? null
  return { kind: 'failed', cause: 'ReleasedByOperator', ...(reference === null ? {} : { externalId: reference }) }
}

async function settleReturn(write: Write, found: Case): Promise<void> {
  const { subject } = found.exception
  if (subject === null) await write.apply({ ...idOf(found), event: { kind: 'returned' } })
  else await endRefund(write, refundOf(found), { event: 'completed' }, found.at)
}

async function releaseReturn(write: Write, found: Case): Promise<void> {
  await endRefund(write, refundOf(found), { event: 'failed', cause: 'ReleasedByOperator' }, found.at)
}

/** Under a new id at the bank, which has refused the old one or lost it. */
async function returnAnew(write: Write, { exception, transaction, at }: Case): Promise<void> {
  const { subject } = exception
  const { merchantId, id: transactionId, connectionId } = transaction
  const order = { merchantId, id: uuidv7(at.getTime()), kind: 'return', transactionId, subject, connectionId } as const
  await placeOrders(write.tx, [{ ...order, createdAt: at, nextStepAt: at }])
}
