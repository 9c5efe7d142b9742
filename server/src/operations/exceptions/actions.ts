import { type DifferenceKind, differenceOf } from '../../money/bank-orders/differences.ts'
import type { OrderKind } from '../../money/bank-orders/order.ts'
import type { PayoutReport, ReturnReport } from '../../money/rails/rails.ts'

/**
 * How a person ends a bank exception, by what the bank was ordered to do. What this table does not list cannot be done.
 * `settle`: the bank did it after all. `release`: it did not and will not. `sendAgain`: the same order once more, asking
 * first. `return`: money goes back to the payer, by a new order. `note`: somebody has looked into a difference that
 * reconciliation found, and nothing moves. `needs` is what the person must bring from the bank. `unless`: the server asks
 * the bank about the order first, and refuses where it reports one of these. `unasked`: where the bank cannot be asked it is
 * refused, or the person says that the bank's own record was read.
 */
// biome-ignore format: a table is read in columns
export const exceptionActions = [
  { kind: 'payout',       act: 'settle',    needs: ['endToEndId'],           unless: []                       }, // held → bank; paid after all where it was given up
  { kind: 'payout',       act: 'release',   needs: [],                       unless: ['accepted', 'paid'],     unasked: 'bankChecked' }, // held → available; reversed where it was completed
  { kind: 'payout',       act: 'sendAgain', needs: [],                       unless: [],                       unasked: 'refused'     }, // it may have been paid
  { kind: 'payout',       act: 'note',      needs: [],                       unless: []                       },
  { kind: 'return',       act: 'settle',    needs: [],                       unless: []                       }, // the payer has the money
  { kind: 'return',       act: 'release',   needs: [],                       unless: ['accepted', 'returned'] }, // the merchant keeps it; never for unmatched money
  { kind: 'return',       act: 'sendAgain', needs: [],                       unless: []                       },
  { kind: 'return',       act: 'return',    needs: [],                       unless: ['accepted', 'returned'] }, // under a new id at the bank
  { kind: 'return',       act: 'note',      needs: [],                       unless: []                       },
  { kind: 'initiation',   act: 'settle',    needs: ['endToEndId'],           unless: []                       },
  { kind: 'initiation',   act: 'release',   needs: [],                       unless: []                       },
  { kind: 'initiation',   act: 'sendAgain', needs: [],                       unless: []                       },
  { kind: 'cancellation', act: 'settle',    needs: ['endToEndId', 'amount'], unless: []                       }, // it was paid there: credited
  { kind: 'cancellation', act: 'release',   needs: [],                       unless: []                       }, // nothing was paid there: cancelled
  { kind: 'cancellation', act: 'sendAgain', needs: [],                       unless: []                       },
] as const satisfies readonly ActionRow[]

/** Brought from the bank, or, last, the word of a person that they have read the bank's own record. */
export const actionNeeds = ['endToEndId', 'amount', 'bankChecked'] as const
export type ActionNeed = (typeof actionNeeds)[number]

type ActionRow = {
  kind: OrderKind
  act: string
  needs: readonly ('endToEndId' | 'amount')[]
  unless: readonly (PayoutReport | ReturnReport)['state'][]
  unasked?: 'refused' | 'bankChecked'
}

export type ExceptionAct = (typeof exceptionActions)[number]['act']
export const exceptionActNames = [
  'settle',
  'release',
  'sendAgain',
  'return',
  'note',
] as const satisfies readonly ExceptionAct[]

/** What moves money where reconciliation found that a payout of ours differs: the books follow what the bank did. */
const actionOnDifference: Partial<Record<DifferenceKind, ExceptionAct>> = {
  payoutNotBooked: 'settle', // it was given up here, and the bank has sent it
  payoutNotAtBank: 'release', // it was completed here, and the bank has sent nothing
}

type Excepted = { kind: OrderKind; subject: string | null; transactionId: string | null }

/**
 * Unmatched money is nobody's here: it cannot be released to anybody. For a difference that reconciliation found no order was
 * given: it is looked into, and no order goes again.
 */
export function actionsOn({ kind, subject, transactionId }: Excepted, { canAskBank }: { canAskBank: boolean }) {
  const difference = differenceOf({ subject })
  const moves = difference !== null && transactionId !== null ? actionOnDifference[difference] : undefined
  const rows: readonly (ActionRow & { act: ExceptionAct })[] = exceptionActions
  return rows
    .filter(
      row =>
        row.kind === kind &&
        (difference === null ? row.act !== 'note' : row.act === 'note' || row.act === moves) &&
        !(row.kind === 'return' && row.act === 'release' && subject === null) &&
        (canAskBank || row.unasked !== 'refused'),
    )
    .map(({ act, needs, unless, unasked }) => {
      const more: ActionNeed[] = !canAskBank && unasked === 'bankChecked' ? ['bankChecked'] : []
      return { act, needs: [...needs, ...more], unless }
    })
}
