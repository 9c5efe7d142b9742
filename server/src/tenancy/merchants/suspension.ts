import type { Audit } from '../audit-log/act.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Merchant, readMerchantNow } from './read-merchant.ts'
import { resumeSuspended, selectSuspended, selectSuspendedBy, suspendActive } from './sql.ts'

/*
 * What a suspension does:
 *
 * | What                          | While suspended                                      | Where                              |
 * | ----------------------------- | ---------------------------------------------------- | ---------------------------------- |
 * | access keys                   | log-in, tokens and every call: 403 MerchantSuspended | access-keys/authenticate, log-in   |
 * | payouts not sent to a bank    | wait as Held, and continue after it                  | pix/pay-out, bank-orders/states    |
 * | payouts sent to a bank        | complete or fail as the bank reports                 | pix/pay-out                        |
 * | requested refunds             | continue: the money is the payer's                   |                                    |
 * | approvals                     | refused, also to operators                           | company-payments/requests/decide   |
 * | batches that are being paid   | wait, and continue after it; they can be stopped     | payout-batches/pay-row             |
 * | received payments             | are booked, and webhooks are sent                    |                                    |
 * | new charges, payment links    | refused; the payer's pages say so                    | pix, open-finance, payment-links   |
 * | people in the portal          | sign in and read; moving money is refused            | people/permissions                 |
 * | disputes                      | are answered in the portal: deadlines still run      | people/permissions                 |
 * | balance, data, settings       | do not change                                        |                                    |
 */

/** For callers that have read the merchant already; the row may be three seconds old. */
export function refuseSuspended({ state }: Pick<Merchant, 'state'>): void {
  if (state === 'Suspended') throw new ApiError('MerchantSuspended')
}

/** Read from the database, because money must not leave on a remembered state. */
export const isSuspendedNow = async (needs: { sql: Sql | Tx }, merchantId: string): Promise<boolean> =>
  (await readMerchantNow(needs, merchantId)).state === 'Suspended'

type Suspension = { merchantId: string; reason: string; by: string; audit?: Audit }

/** Takes effect everywhere within a few seconds, for payouts at once. */
export async function suspendMerchant(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, reason, by, audit }: Suspension,
): Promise<void> {
  await needs.sql.begin(async tx => {
    if (!(await suspendActive(tx, merchantId, { reason, by, at: needs.clock() })))
      throw new ApiError('MerchantStateNotAllowed')
    await recordAudit(tx, audit)
  })
}

/** Held payouts continue within seconds. */
export async function resumeMerchant(
  needs: { sql: Sql; clock: () => Date },
  merchantId: string,
  audit?: Audit,
): Promise<void> {
  await needs.sql.begin(async tx => {
    if (!(await resumeSuspended(tx, merchantId, needs.clock()))) throw new ApiError('MerchantStateNotAllowed')
    await recordAudit(tx, audit)
  })
}

/** The first of the merchants that are suspended, by name. */
export const listSuspended = (needs: { sql: Sql }, most: number) => selectSuspended(needs.sql, most)

const mostCounted = 1_000

/** How many are suspended by this name, and since when. */
export const readSuspendedBy = (needs: { sql: Sql }, by: string) => selectSuspendedBy(needs.sql, by, mostCounted)
