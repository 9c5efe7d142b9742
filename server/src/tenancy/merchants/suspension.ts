import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Merchant, readMerchantNow } from './read-merchant.ts'
import { resumeSuspended, suspendActive } from './sql.ts'

/*
 * What a suspension does:
 *
 * | What                          | While suspended                                      | Where                              |
 * | ----------------------------- | ---------------------------------------------------- | ---------------------------------- |
 * | access keys                   | log-in, tokens and every call: 403 MerchantSuspended | access-keys/authenticate, log-in   |
 * | payouts no bank has yet       | wait as Held, and go on after it                     | pix/pay-out, bank-orders/states    |
 * | payouts a bank has            | end as the bank says                                 | pix/pay-out                        |
 * | refunds that were asked for   | go on: the money is the payer's                      |                                    |
 * | approvals                     | refused, also to operators                           | company-payments/requests/decide   |
 * | batches that are being paid   | wait, and go on after it; they can still be stopped  | payout-batches/pay-row             |
 * | payments that arrive          | are booked, and webhooks tell of them                |                                    |
 * | new charges, payment links    | refused; the payer's pages say that the shop pauses  | pix, open-finance, payment-links   |
 * | people in the portal          | sign in and read; what moves money is refused        | people/permissions                 |
 * | disputes                      | are answered in the portal: their clock goes on      | people/permissions                 |
 * | balance, data, settings       | stay as they are                                     |                                    |
 */

/** For whoever has the merchant's row in hand; it may be three seconds old. */
export function refuseSuspended({ state }: Pick<Merchant, 'state'>): void {
  if (state === 'Suspended') throw new ApiError('MerchantSuspended')
}

/** As it is this moment: asked before money leaves. */
export const isSuspendedNow = async (needs: { sql: Sql | Tx }, merchantId: string): Promise<boolean> =>
  (await readMerchantNow(needs, merchantId)).state === 'Suspended'

type Suspension = { merchantId: string; reason: string; by: string }

/** Holds everywhere within a few seconds; for payouts, from now on. */
export async function suspendMerchant(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, reason, by }: Suspension,
): Promise<void> {
  if (!(await suspendActive(needs.sql, merchantId, { reason, by, at: needs.clock() })))
    throw new ApiError('MerchantStateNotAllowed')
}

/** Lets it work again; payouts that were held go on within seconds. */
export async function resumeMerchant(needs: { sql: Sql; clock: () => Date }, merchantId: string): Promise<void> {
  if (!(await resumeSuspended(needs.sql, merchantId, needs.clock()))) throw new ApiError('MerchantStateNotAllowed')
}
