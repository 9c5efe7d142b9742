import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { endToEndId } from '../../platform/brazil/end-to-end-id.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError, InvalidRequest, missing } from '../../platform/http/errors.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import { type Day, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import { isGenuineTaxNumber, normalizeTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { PaidComponents } from '../../money/rails/due-terms.ts'
import type { Participant } from '../../money/rails/rails.ts'
import {
  refuseCounterparty,
  simulatedExternalId,
  simulatedIspb,
  simulatedParticipant,
} from '../../money/rails/simulator/test-data.ts'
import { recordForcedReturn } from '../../money/refunds/force-return.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { Lanes } from '../../money/webhooks/lanes.ts'
import type { Attempt } from '../../money/webhooks/deliver.ts'
import type { TransactionEvent } from '../../money/transactions/event.ts'
import type { ReadTransactionById } from '../../money/transactions/read-transaction.ts'
import { type CallingKey, requireScopeFor } from '../../money/transactions/scope-of.ts'
import { type PaymentType, operations } from '../../money/transactions/operations.ts'
import { isUnderWay } from '../../money/transactions/states.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import type { WholeBill } from '../../products/bills/bill.ts'
import { nowFor, readBill } from '../../products/bills/read-bill.ts'
import { dueOn } from '../../products/bills/views.ts'

export type Paid = {
  name?: string | undefined
  taxNumber?: string | undefined
  amount?: Micros | undefined
  on?: Day | undefined
}

type Needs = {
  sql: Sql
  clock: () => Date
  door: Door
  readMerchant: ReadMerchant
  readTransaction: ReadTransactionById
  lanes: Pick<Lanes, 'probeNow'>
}

type Played = { transaction: Transaction; firstAttempt: Promise<Attempt> | null }
type Play = (needs: Needs, transaction: Transaction, paid: Paid, audit?: Audit) => Promise<Played>
type EventOf = (needs: Needs, transaction: Transaction, paid: Paid) => TransactionEvent | Promise<TransactionEvent>

const apply =
  (eventOf: EventOf): Play =>
  async (needs, transaction, paid, audit) => {
    const input = { ...idOf(transaction), event: await eventOf(needs, transaction, paid) }
    if (audit === undefined) return needs.door.apply(input)
    const { result, firstAttempt } = await needs.door.commitAndNotify(async write => {
      const applied = await write.apply(input)
      await recordAudit(write.tx, audit)
      return applied
    })
    return { ...result, firstAttempt }
  }

const idOf = ({ merchantId, id }: Transaction) => ({ merchantId, id })

/** What each simulation lets happen. Those that pay take a body. */
export const simulations = {
  complete: apply(async (needs, transaction, paid) => ({
    kind: 'paid',
    amount: paid.amount ?? transaction.amount,
    participant: participantOf(transaction, paid),
    endToEndId: endToEndId({ ispb: simulatedIspb, at: needs.clock() }),
    externalId: simulatedExternalId(transaction.id),
    ...(await billPayment(needs, transaction, paid)),
    // A payer who has paid the slip can still pay the Pix code: that money is there, and goes back as in production.
    ...(transaction.state === 'ToSettle' && { arrived: true }),
  })),
  'pay-boleto': apply(async (needs, transaction, paid) => {
    const { amount, paidAt } = await boletoPayment(needs, transaction, paid)
    return { kind: 'paidByBoleto', amount, paidAt: paidAt ?? needs.clock() }
  }),
  'settle-boleto': apply(() => ({ kind: 'boletoSettled' })),
  error: apply((_, { id }) => ({
    kind: 'failed',
    cause: 'PaymentProcessingError',
    externalId: simulatedExternalId(id),
  })),
  cancel: apply(() => ({ kind: 'cancelled' })),
  register: apply((_, { id }) => ({ kind: 'accepted', externalId: simulatedExternalId(id) })),
  reverse: apply(() => ({ kind: 'reversed' })),
  refund: async (needs: Needs, transaction: Transaction, _paid: Paid, audit?: Audit) => {
    const taken = { ...idOf(transaction), amount: null, isSimulated: true }
    const { result, firstAttempt } = await recordForcedReturn(needs, taken, audit)
    return { transaction: result.transaction, firstAttempt }
  },
} satisfies Record<string, Play>

export type Simulation = keyof typeof simulations

/** Where each payment type is simulated. */
export const simulationAddresses = {
  PIX: { method: 'PUT', path: 'transactions' },
  OpenFinance: { method: 'POST', path: 'payment-initiation' },
} as const satisfies Record<PaymentType, { method: string; path: string }>

/** A payment initiation is registered from its birth on. */
export const isSimulated = (paymentType: PaymentType, simulation: Simulation): boolean =>
  paymentType === 'PIX' || !/register|boleto/.test(simulation)

export type { PaymentType } from '../../money/transactions/operations.ts'

/** Lets happen to a transaction what a bank would report, then waits for the first call of the webhook. */
export async function simulate(
  needs: Needs,
  input: {
    merchantId: string
    transactionId: string
    paymentType: PaymentType
    simulation: Simulation
    paid: Paid
    /** Not there: a person asks, in the portal. */
    caller?: CallingKey
    audit?: Audit
  },
): Promise<Transaction> {
  const { merchantId, transactionId: id, paymentType, simulation, paid } = input
  const transaction = await needs.readTransaction(merchantId, id)
  if (input.caller !== undefined) requireScopeFor(transaction, input.caller)
  const { paymentType: actualType } = operations[transaction.operation]
  if (actualType !== paymentType) throw mismatch(id, actualType, simulation)
  if (transaction.state === 'Requested')
    throw new ApiError('PaymentRequestNotApproved', {
      message: `transaction ${id} is waiting for the approval of its payment request`,
    })
  // The caller may just have started the receiver: it is tried, however long it was away.
  needs.lanes.probeNow(merchantId)
  return called(await simulations[simulation](needs, transaction, paid, input.audit))
}

/** A bill is paid as of a day. An amount of its own is what another bank would make of it: it adds interest or a discount. */
async function billPayment(needs: Needs, { merchantId, id, operation }: Transaction, { amount, on }: Paid) {
  if (operation !== 'pixBill') {
    if (on === undefined) return {}
    throw new InvalidRequest([{ path: '/on', code: 'invalid', message: 'is for bills only', info: {} }])
  }
  return payBill(needs, await readBill(needs, merchantId, id), { amount, on })
}

type BillPaid = { amount: Micros; components: PaidComponents; paidAt?: Date }

async function payBill(needs: Needs, bill: WholeBill, { amount, on }: Paid): Promise<BillPaid> {
  const { merchantId } = bill
  const { total, ...due } = dueOn(bill, on ?? (await nowFor(needs, merchantId)).today)
  const more = (amount ?? total) - total
  const part = more > 0n ? 'interest' : 'discount'
  const components = { ...due, [part]: due[part] + (more > 0n ? more : -more) }
  const noonMs = 12 * 3_600_000
  const paidAt = on === undefined ? {} : { paidAt: new Date(startOfDay(on).getTime() + noonMs) }
  return { amount: amount ?? total, components, ...paidAt }
}

/** At whatever bank the payer uses. */
async function boletoPayment(needs: Needs, transaction: Transaction, paid: Paid): Promise<BillPaid> {
  const { merchantId, id, operation } = transaction
  const bill = operation === 'pixBill' ? await readBill(needs, merchantId, id) : null
  if (bill === null || bill.ourNumber === null)
    throw new ApiError('TransactionStateNotAllowed', { message: 'the transaction has no boleto' })
  return payBill(needs, bill, paid)
}

/** An anonymous payer must be named; a known one pays under their name; a company is paid at the chosen account. */
function participantOf(transaction: Transaction, paid: Paid): Participant | null {
  const { operation, participant, counterparty, state } = transaction
  const problems = (['name', 'taxNumber'] as const)
    .filter(field => counterparty === null && paid[field] === undefined && isUnderWay(state))
    .map(field => missing('', field))
  if (problems.length > 0) throw new InvalidRequest(problems)
  if (operation === 'companyPayment') return participant
  const name = paid.name ?? counterparty?.name ?? 'Pagador de Teste'
  const taxNumber = normalizeTaxNumber(paid.taxNumber ?? counterparty?.cpf ?? counterparty?.cnpj ?? '')
  if (paid.taxNumber !== undefined) refuseTaxNumber(taxNumber)
  return simulatedParticipant(name, taxNumber)
}

function mismatch(id: string, actualType: PaymentType, simulation: Simulation): ApiError {
  const { method, path } = simulationAddresses[actualType]
  const right = isSimulated(actualType, simulation) ? `: call ${method} /sandbox/${path}/${simulation}/${id}` : ''
  return new ApiError('PaymentTypeMismatch', { message: `transaction ${id} is of type ${actualType}${right}` })
}

/** The payer is validated like one that a request names. */
function refuseTaxNumber(taxNumber: string): void {
  if (!isGenuineTaxNumber(taxNumber))
    throw new ApiError('CounterpartyTaxNumberInvalid', { message: `TaxNumber:${taxNumber}` })
  refuseCounterparty(taxNumber)
}

/** The state change stands whatever the webhook does; the caller gets an error if it could not be called. */
async function called({ transaction, firstAttempt }: Played): Promise<Transaction> {
  const attempt = await firstAttempt
  if (attempt === null || attempt.outcome === 'answered' || attempt.outcome === 'queued') return transaction
  const { outcome, answer } = attempt
  throw new ApiError('WebhookUnreachable', {
    status: outcome === 'noConnection' ? 404 : 500,
    message: `the transaction is now ${transaction.state}, but its webhook could not be called: ${answer}`,
  })
}
