import { type DifferenceKind, differenceOf } from '../../money/bank-orders/differences.ts'
import type { BankException } from '../../money/bank-orders/exceptions.ts'
import { type FactCode, amountIn, isOfForgottenPayout } from '../../money/bank-orders/fact.ts'
import type { BankAnswer } from '../../money/bank-orders/exception.ts'
import type { OrderKind } from '../../money/bank-orders/order.ts'
import type { State } from '../../money/transactions/states.ts'
import { gapOf } from './adjust-difference.ts'

/**
 * How a person ends a bank exception, by what the bank was ordered to do. What this table does not list cannot be done.
 * `settle`: the bank did it after all. `release`: it did not and will not. `sendAgain`: the same order once more, asking
 * first. `return`: money goes back to the payer, by a new order. `credit`: a payment that came in time is credited to its
 * charge. `creditMerchant`: a payment becomes a cash-in of a merchant that the person names. `adjust`: the books follow the bank
 * by a return of the payment, or by an adjustment of the merchant's balance. `book…`: it was the platform's own: what a bank
 * charged it, what it withdrew of its fees, or added. `note`: somebody has looked into a difference that reconciliation found, and nothing moves. `needs` is what the
 * person must bring from the bank. `unless`: the server asks the bank about the order first, and refuses where it reports
 * one of these; while that is its last answer, the action is not offered. `answered`: it is offered only once the bank has
 * been asked about an order that it may have. `unasked`: where the bank cannot be asked it is refused, or the person says
 * that the bank's own record was read. While it is in doubt whether the bank has carried out an order, that it does not show
 * it is no answer: a new return is not made, and the release wants the person's word.
 */
// biome-ignore format: a table is read in columns
export const exceptionActions = [
  { kind: 'payout',       act: 'settle',    needs: ['endToEndId'],           unless: ['accepted', 'refused', 'returned', 'unknown'] }, // held → bank; paid after all where it was given up
  { kind: 'payout',       act: 'release',   needs: [],                       unless: ['accepted', 'paid'],     unasked: 'bankChecked' }, // held → available; reversed where it was completed
  { kind: 'payout',       act: 'sendAgain', needs: [],                       unless: [],                       unasked: 'refused'     }, // it may have been paid
  { kind: 'payout',       act: 'adjust',    needs: ['amount', 'evidence'],   unless: []                       }, // bank ↔ available
  { kind: 'payout',       act: 'bookTariff',     needs: ['amount', 'evidence'], unless: []                    }, // the platform's tariffs → bank
  { kind: 'payout',       act: 'bookWithdrawal', needs: ['amount', 'evidence'], unless: []                    }, // the platform's fees → bank
  { kind: 'payout',       act: 'bookOwnMoney',   needs: ['amount', 'evidence'], unless: []                    }, // bank → the platform's fees
  { kind: 'payout',       act: 'note',      needs: [],                       unless: []                       },
  { kind: 'return',       act: 'settle',    needs: [],                       unless: ['accepted']             }, // the payer has the money
  { kind: 'return',       act: 'release',   needs: [],                       unless: ['accepted', 'returned'], unasked: 'bankChecked' }, // the merchant keeps it; never for unmatched money
  { kind: 'return',       act: 'sendAgain', needs: [],                       unless: []                       },
  { kind: 'return',       act: 'return',    needs: [],                       unless: ['accepted', 'returned', 'doubtful'], unasked: 'refused', answered: true }, // under a new id at the bank
  { kind: 'return',       act: 'credit',    needs: [],                       unless: ['accepted', 'returned'] }, // suspense → the merchant of the charge
  { kind: 'return',       act: 'creditMerchant', needs: ['bookedTo'],        unless: ['accepted', 'returned'] }, // suspense, or the bank → the merchant named
  { kind: 'return',       act: 'adjust',    needs: ['amount', 'evidence'],   unless: []                       }, // bank ↔ available
  { kind: 'return',       act: 'note',      needs: [],                       unless: []                       },
  { kind: 'initiation',   act: 'settle',    needs: ['endToEndId'],           unless: []                       },
  { kind: 'initiation',   act: 'release',   needs: [],                       unless: []                       },
  { kind: 'initiation',   act: 'sendAgain', needs: [],                       unless: []                       },
  { kind: 'cancellation', act: 'settle',    needs: ['endToEndId', 'amount'], unless: []                       }, // it was paid there: credited
  { kind: 'cancellation', act: 'release',   needs: [],                       unless: []                       }, // nothing was paid there: cancelled
  { kind: 'cancellation', act: 'sendAgain', needs: [],                       unless: []                       },
  { kind: 'registration', act: 'release',   needs: [],                       unless: []                       }, // the boleto is removed at the bank first
  { kind: 'registration', act: 'sendAgain', needs: [],                       unless: []                       },
  { kind: 'change',       act: 'settle',    needs: [],                       unless: []                       }, // the bank has changed the bill
  { kind: 'change',       act: 'release',   needs: [],                       unless: []                       }, // it has not
  { kind: 'change',       act: 'sendAgain', needs: [],                       unless: []                       },
  { kind: 'settlement',   act: 'settle',    needs: [],                       unless: []                       }, // the bank has the money
  { kind: 'settlement',   act: 'release',   needs: [],                       unless: []                       }, // the bank never gets it, asked now: the bill is unpaid again
  { kind: 'settlement',   act: 'sendAgain', needs: [],                       unless: []                       },
] as const satisfies readonly ActionRow[]

/** Brought from the bank, or, last, the word of a person that they have read the bank's own record. */
export const actionNeeds = ['endToEndId', 'amount', 'bookedTo', 'evidence', 'bankChecked'] as const
type ActionNeed = (typeof actionNeeds)[number]

type ActionRow = {
  kind: OrderKind
  act: string
  needs: readonly Exclude<ActionNeed, 'bankChecked'>[]
  unless: readonly BankAnswer[]
  unasked?: 'refused' | 'bankChecked'
  answered?: true
}

export type ExceptionAct = (typeof exceptionActions)[number]['act']
export const exceptionActNames = [
  'settle',
  'release',
  'sendAgain',
  'return',
  'credit',
  'creditMerchant',
  'adjust',
  'bookTariff',
  'bookWithdrawal',
  'bookOwnMoney',
  'note',
] as const satisfies readonly ExceptionAct[]

/** What moves money where reconciliation found a difference: the books follow what the bank did. */
const actionOnDifference: Partial<Record<DifferenceKind, ExceptionAct>> = {
  payoutNotBooked: 'settle', // it was given up here, and the bank has sent it
  payoutNotAtBank: 'release', // it was completed here, and the bank has sent nothing
}

const onlyOnDifference = new Set<ExceptionAct>(['note', 'adjust', 'bookTariff', 'bookWithdrawal', 'bookOwnMoney'])

/** What books a difference where no other action mends it. */
function bookingActions(excepted: Excepted, difference: DifferenceKind): readonly ExceptionAct[] {
  const { transactionId } = excepted
  if (difference === 'paymentNotBooked') return ['creditMerchant']
  if (difference === 'payoutNotBooked') return transactionId === null ? ['adjust', 'bookWithdrawal'] : []
  // It stands in the books of both banks: their own balances show where it is.
  if (difference === 'transferNotArrived' || excepted.said.code === 'unreadable') return []
  // What has come back of a payout that an adjustment books goes where that one took it from.
  if (difference === 'payoutReturned' && transactionId === null && !hasReturnedMore(excepted)) return []
  if (difference !== 'balanceGap') return ['adjust']
  return (gapOf(excepted) ?? 0n) < 0n ? ['bookTariff', 'bookWithdrawal', 'adjust'] : ['bookOwnMoney', 'adjust']
}

type Excepted = Pick<
  BankException,
  'kind' | 'subject' | 'transactionId' | 'bankOrderId' | 'expected' | 'said' | 'bankAnswer'
>

/** No bank returns it. */
const byBoleto = new Set<FactCode>(['paidByBoleto', 'paidByBoletoInTime'])

/** What is known beside the exception itself. */
export type Known = {
  canAskBank: boolean
  /** Of the transaction that it is about; null: none is known. */
  state: State | null
  /** It is a payment in time, and the charge that it was for can take it. */
  isCreditable: boolean
}

/**
 * Unmatched money is nobody's here: it cannot be released to anybody. For a difference that reconciliation found no order was
 * given: it is looked into, and no order goes again.
 */
export function actionsOn(excepted: Excepted, { canAskBank, state, isCreditable }: Known) {
  const { kind, subject, transactionId, bankOrderId } = excepted
  const difference = differenceOf({ subject })
  const isPaidAgain = difference === 'payoutReturned' && state === 'Reversed' // nothing, or less, has come back
  const isReturned = difference === 'returnedAmount' && state === 'Completed' && hasReturnedMore(excepted)
  const isSettled = isPaidAgain || isReturned
  const onDifference = difference === null ? undefined : isSettled ? 'settle' : actionOnDifference[difference]
  const moves = transactionId === null ? undefined : onDifference
  const answer = lastAnswer(excepted)
  const isByBoleto = byBoleto.has(excepted.said.code)
  const rows: readonly (ActionRow & { act: ExceptionAct })[] = exceptionActions
  return rows
    .filter(
      row =>
        row.kind === kind &&
        (difference === null
          ? !onlyOnDifference.has(row.act) &&
            (row.act !== 'creditMerchant' || excepted.said.code === 'noCharge' || isByBoleto)
          : row.act === 'note' || row.act === moves || bookingActions(excepted, difference).includes(row.act)) &&
        !(row.kind === 'return' && row.act === 'release' && subject === null) &&
        (row.act !== 'credit' || isCreditable) &&
        (row.act !== 'return' || !isByBoleto) &&
        (row.act !== 'sendAgain' || bankOrderId !== null) &&
        // One that was stopped before it was sent goes on as it would have gone.
        (canAskBank || row.unasked !== 'refused' || isOfForgottenPayout(excepted.expected)),
    )
    .map(({ act, needs, unless: stops, unasked, answered }) => {
      // The bank has paid the forgotten payout, and never got this one.
      const unless = act === 'settle' && isOfForgottenPayout(excepted.expected) ? [] : stops
      const isKnown = canAskBank && answer !== 'doubtful'
      const isNamed = act === 'adjust' && transactionId === null && difference !== 'payoutReturned'
      const named: ActionNeed[] = isNamed ? ['bookedTo'] : []
      const word: ActionNeed[] = !isKnown && unasked === 'bankChecked' ? ['bankChecked'] : []
      const more = [...named, ...word]
      const isOpen = answer === null ? answered !== true || bankOrderId === null : !unless.includes(answer)
      return { act, needs: [...needs, ...more], unless, isOffered: isOpen }
    })
}

/** The bank has returned more of a payment than the books have. */
const hasReturnedMore = ({ expected, said }: Pick<Excepted, 'expected' | 'said'>): boolean =>
  amountIn(said) > amountIn(expected)

const answerOfFact: Partial<Record<FactCode, BankAnswer>> = {
  paid: 'paid',
  refused: 'refused',
  returned: 'returned',
  doubtful: 'doubtful',
  unknownState: 'doubtful',
}

/** The last that the bank has said of the order: when it was asked for a person, or when the exception was opened. */
const lastAnswer = ({ bankAnswer, expected, said }: Excepted): BankAnswer | null =>
  bankAnswer ?? (isOfForgottenPayout(expected) ? null : (answerOfFact[said.code] ?? null))
