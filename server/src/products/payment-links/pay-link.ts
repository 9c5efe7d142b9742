import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import { createCashIn } from '../pix/create-cash-in.ts'
import type { NamedParty } from '../../money/transactions/counterparty.ts'
import type { Opened } from '../../money/transactions/door.ts'
import type { NewTransaction } from '../../money/transactions/new-transaction.ts'
import { type Link, whyClosed } from './states.ts'
import { webhookFor } from '../../money/transactions/new-transaction.ts'
import { lockLinks, updateLinks } from './sql.ts'
import { sharedBuckets } from '../../platform/limits/token-buckets.ts'
import { ownKey } from '../../money/transactions/order-key.ts'

type Needs = Parameters<typeof createCashIn>[0] & { sql: Sql }

/** How long an unpaid charge reserves its unit of the stock. */
const chargeSeconds = 30 * 60

type PayLinkInput = {
  amount: Micros
  payer: NamedParty | null
  /** Created once for each page that was shown, so that pressing the button twice creates one charge. */
  once: string | null
}

/** Creates a cash-in for a payer, which reserves a unit of the stock. The link is checked again under its lock. */
export async function payLink(needs: Needs, link: Link, { amount, payer, once }: PayLinkInput): Promise<Opened> {
  if (link.staticId !== null)
    throw new ApiError('PaymentLinkStateNotAllowed', {
      message: 'a static QR code is paid directly and has no charges',
    })
  const { merchantId, title } = link
  const merchant = await needs.readMerchant(merchantId)
  const open = (input: NewTransaction) => openWithUnit(needs, link, input)
  const requested = ownKey('link', `${link.id}:${once}:${amount}:${payer?.cpf ?? payer?.cnpj ?? ''}`)
  return createCashIn(
    { ...needs, door: { ...needs.door, open } },
    {
      merchantId,
      keyId: link.keyId,
      amount,
      editable: false,
      payer,
      expiresInSeconds: chargeSeconds,
      notAfter: link.endsAt,
      order: { orderDescription: title, metadata: link.metadata ?? undefined },
      webhook: webhookFor(link, merchant),
      idempotencyKey: once === null ? undefined : requested,
      // If the payer pressed twice, the first charge may have reserved the last unit.
      refuse: () => {
        refuseClosed(link, clockOf(needs, merchant))
        refuseAmount(link, amount)
      },
    },
  )
}

/** Reserves a unit in the commit that opens the charge; a repeated charge already has its unit. */
const openWithUnit = (needs: Needs, { merchantId, id, redirectUrl }: Link, input: NewTransaction): Promise<Opened> =>
  needs.door.commit(async ({ tx, open }) => {
    const [link] = await lockLinks(tx, [{ merchantId, id }])
    if (link === undefined) throw new ApiError('PaymentLinkNotFound')
    const opened = await open({ ...input, paymentLinkId: id, ...(redirectUrl === null ? {} : { redirectUrl }) })
    if (opened.replayed) return opened
    refuseClosed(link, clockOf(needs, input.merchant))
    await updateLinks(tx, [{ ...link, openCount: link.openCount + 1 }])
    return opened
  })

function refuseClosed(link: Link, now: Date): void {
  const why = whyClosed(link, now)
  if (why !== null) throw new ApiError('PaymentLinkStateNotAllowed', { message: `the link is ${why}` })
}

function refuseAmount({ amount: fixed, minAmount, maxAmount }: Link, amount: Micros): void {
  const isRefused =
    (fixed !== null && amount !== fixed) ||
    (minAmount !== null && amount < minAmount) ||
    (maxAmount !== null && amount > maxAmount)
  if (isRefused) throw new ApiError('AmountMismatch')
}

/** Charges that one address may open at a link, so that nobody can reserve the whole stock. */
export const linkChargeLimits = (needs: { sql: Sql }) =>
  sharedBuckets(needs, { name: 'link charges', perSecond: 0.05, burst: 10 })

export type LinkChargeLimits = ReturnType<typeof linkChargeLimits>
