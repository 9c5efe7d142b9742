import { endToEndId } from '../brazil/end-to-end-id.ts'
import { ApiError, InvalidRequest, missing } from '../http/errors.ts'
import type { Micros } from '../brazil/money.ts'
import { normalizeTaxNumber } from '../brazil/tax-number.ts'
import { simulatedParticipant } from '../rails/simulator/test-data.ts'
import type { PixRail } from '../rails/rail.ts'
import type { Applied, ApplyEvent } from '../transactions/apply-event.ts'
import type { TransactionEvent } from '../transactions/change-of-state.ts'
import type { ReadTransactionById } from '../transactions/read-transaction.ts'
import { isUnderWay, operations } from '../transactions/states.ts'
import type { Transaction } from '../transactions/transaction.ts'

export type Paid = { name?: string | undefined; taxNumber?: string | undefined; amount?: Micros | undefined }

type Needs = { clock: () => Date; pixRail: PixRail; applyEvent: ApplyEvent; readTransaction: ReadTransactionById }

/** What each simulation tells the one door. Only `complete` takes a body. */
export const simulations = {
  complete: (needs: Needs, transaction: Transaction, paid: Paid): TransactionEvent => ({
    kind: 'paid',
    amount: paid.amount ?? transaction.amount,
    participant: participantOf(transaction, paid),
    endToEndId: endToEndId({ ispb: needs.pixRail.ispb, at: needs.clock() }),
  }),
  error: (): TransactionEvent => ({ kind: 'failed', cause: 'PaymentProcessingError' }),
  cancel: (): TransactionEvent => ({ kind: 'cancelled' }),
  register: (): TransactionEvent => ({ kind: 'accepted' }),
  reverse: (): TransactionEvent => ({ kind: 'reversed' }),
  refund: (): TransactionEvent => ({ kind: 'refunded', amount: null, askedBy: 'bank' }),
} satisfies Record<string, (needs: Needs, transaction: Transaction, paid: Paid) => TransactionEvent>

export type Simulation = keyof typeof simulations
export type PaymentType = (typeof operations)[keyof typeof operations][1]

/** Lets happen to a transaction what a bank would report, then waits for the first call of the webhook. */
export async function simulate(
  needs: Needs,
  wanted: { merchantId: string; transactionId: string; paymentType: PaymentType; simulation: Simulation; paid: Paid },
): Promise<Transaction> {
  const { merchantId, transactionId: id, paymentType, simulation, paid } = wanted
  const transaction = await needs.readTransaction(merchantId, id)
  const [, actualType] = operations[transaction.operation]
  if (actualType !== paymentType)
    throw new ApiError('PaymentTypeMismatch', { message: `transaction ${id} is of type ${actualType}` })
  if (transaction.state === 'Requested')
    throw new ApiError('PaymentRequestNotApproved', {
      message: `transaction ${id} waits for the approval of its payment request`,
    })
  const event = simulations[simulation](needs, transaction, paid)
  return called(await needs.applyEvent({ merchantId, id: transaction.id, event }))
}

/** An anonymous payer must be named now; a known one pays under the name of the request. */
function participantOf({ counterparty, state }: Transaction, paid: Paid) {
  const problems = (['name', 'taxNumber'] as const)
    .filter(field => counterparty === null && paid[field] === undefined && isUnderWay(state))
    .map(field => missing('', field))
  if (problems.length > 0) throw new InvalidRequest(problems)
  const name = paid.name ?? counterparty?.name ?? 'Pagador de Teste'
  return simulatedParticipant(name, normalizeTaxNumber(paid.taxNumber ?? counterparty?.cpf ?? counterparty?.cnpj ?? ''))
}

/** The state change stands whatever the webhook does; the caller is told when it could not be called. */
async function called({ transaction, firstAttempt }: Applied): Promise<Transaction> {
  const attempt = await firstAttempt
  if (attempt === null || attempt.outcome === 'answered' || attempt.outcome === 'queued') return transaction
  const { outcome, answer } = attempt
  throw new ApiError('WebhookUnreachable', {
    status: outcome === 'noConnection' ? 404 : 500,
    message: `the transaction is now ${transaction.state}, but its webhook could not be called: ${answer}`,
  })
}
