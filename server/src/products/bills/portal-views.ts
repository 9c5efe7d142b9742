import type { Day } from '../../platform/brazil/sao-paulo.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { counterpartyOf } from '../transaction-search/portal-views.ts'
import type { WholeBill } from './bill.ts'
import type { BillView } from './portal-schemas.ts'
import { billView } from './views.ts'

type Onlooker = { now: Date; today: Day; mayChange: boolean }

/** A bill as the portal shows it: with its payer's document masked, and what can be done with it. */
export function billPortalView(
  bill: WholeBill,
  addresses: PublicAddresses,
  { mayChange, ...time }: Onlooker,
): BillView {
  const view = billView(bill, addresses, time)
  return {
    ...view,
    payer: counterpartyOf(bill.counterparty),
    onTimeUntil: bill.onTimeUntil,
    changes: bill.changes,
    // A boleto is printed: it stays as it is.
    isChangeable: mayChange && view.amountDue !== null && view.boleto === null,
  }
}
