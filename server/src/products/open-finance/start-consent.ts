import { reportIfDefect } from '../../platform/db/defects.ts'
import type { Language } from '../../platform/http/languages.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { isHttpUrl } from '../../platform/http/validation.ts'
import { withinTime } from '../../platform/lib/within-time.ts'
import { byClockOf, clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { BankConsent, Institution } from '../../money/rails/rails.ts'
import { type RailsOf, requireRail } from '../../money/rails/rails-of.ts'
import type { Door, Write } from '../../money/transactions/door.ts'
import type { NewOrder } from '../../money/bank-orders/order.ts'
import { placeOrders } from '../../money/bank-orders/place-orders.ts'
import { payerSeconds } from './finish-authorisation.ts'
import { afterEvent, isOver } from './change-consent.ts'
import { type Consent, bornConsent, isLive } from './states.ts'
import { type Checkout, waitingConsent } from './read-checkout.ts'
import { countConsentsOf, insertConsent, selectConsentOf, updateConsent } from './sql.ts'

type Needs = { clock: () => Date; addresses: PublicAddresses; railsOf: RailsOf; door: Door }

/** `closed`: the payment can no longer be started, because it is closed or in progress. */
export type Started = 'started' | 'closed' | 'tooManyAttempts' | 'bankUnavailable'

/** Enough for a payer who changes the bank a few times, and a limit for a program. */
const mostConsents = 20

/** Sooner no person can have read the bank's page and agreed. */
const firstLookSeconds = 20

/** `cpf`: the person who authorises it for a company. It goes to the bank and is not stored. */
type Consenting = { institution: Institution; language: Language; cpf?: string | undefined }

/** Requests a consent and writes it in place of one at another bank. A second click finds the consent of the first. */
export async function startConsent(
  needs: Needs,
  checkout: Checkout,
  { institution, language, cpf }: Consenting,
): Promise<Started> {
  if (checkout.phase !== 'choosing') return 'closed'
  const { merchant, transaction } = checkout
  const createdAt = clockOf(needs, merchant)
  const waiting = waitingConsent(checkout)
  if (waiting?.institutionId === institution.id && waiting.expiresAt > createdAt) return 'started'

  const { merchantId, id: transactionId, amount, counterparty, connectionId } = transaction
  const id = uuidv7(createdAt.getTime())
  const rails = await needs.railsOf(connectionId)
  const rail = requireRail(rails.initiations)
  const request = {
    id,
    reference: needs.addresses.consentReference(merchantId, id),
    institutionId: institution.id,
    amount,
    payer: { cpf: counterparty?.cpf ?? cpf ?? '', cnpj: counterparty?.cnpj ?? null },
    receiver: { name: merchant.name, taxNumber: merchant.taxNumber },
    returnUrl: needs.addresses.checkoutReturn(rails.connectionId),
    language,
  }
  const given = await withinTime(rail.createConsent(request), payerSeconds).catch(
    reportIfDefect('bank connection', null),
  )
  if (given === null || !isHttpUrl(given.authorisationUrl)) return 'bankUnavailable'
  const names = { institutionId: institution.id, institutionName: institution.name, language }
  const isFollowed = rail.readPayment !== undefined
  const consent = newConsent(
    { merchantId, id, transactionId, ...names, isFollowed, createdAt },
    {
      ...given,
      // The bank reports real time, not the time of the sandbox clock.
      expiresAt: byClockOf(merchant, given.expiresAt),
    },
  )
  return needs.door.commit(write => replaceWaiting(write, consent, rails.connectionId))
}

const newConsent = (
  requested: Pick<
    Consent,
    | 'merchantId'
    | 'id'
    | 'transactionId'
    | 'institutionId'
    | 'institutionName'
    | 'language'
    | 'isFollowed'
    | 'createdAt'
  >,
  given: BankConsent,
): Consent => ({
  ...requested,
  ...given,
  state: bornConsent,
  rejectionReason: null,
  access: null,
  endToEndId: null,
  authorisedAt: null,
  consumedAt: null,
  rejectedAt: null,
})

async function replaceWaiting({ tx, lock }: Write, consent: Consent, connectionId: string): Promise<Started> {
  const { merchantId, transactionId, createdAt: at } = consent
  const payment = await lock({ merchantId, id: transactionId })
  if (payment?.state !== 'Registered' || isOver(payment, at)) return 'closed'
  const before = await selectConsentOf(tx, merchantId, transactionId)
  if (before !== undefined && isLive(before)) {
    const isLate = before.expiresAt <= at
    if (before.state === 'Authorised' || (isLate && !before.isFollowed)) return 'closed'
    if (before.institutionId === consent.institutionId && !isLate) return 'started'
  }
  if ((await countConsentsOf(tx, merchantId, transactionId)) >= mostConsents) return 'tooManyAttempts'
  const replaced = before && afterEvent(before, { kind: 'replaced' }, at)
  if (replaced) await updateConsent(tx, replaced.after)
  await insertConsent(tx, consent)
  if (consent.isFollowed) await placeOrders(tx, [followingOrder(consent, connectionId)])
  return 'started'
}

/** The bank is asked from the start, because a payer who agrees and never returns has still paid. */
const followingOrder = ({ merchantId, id, transactionId, createdAt }: Consent, connectionId: string): NewOrder => ({
  merchantId,
  id,
  kind: 'initiation',
  transactionId,
  subject: id,
  connectionId,
  createdAt,
  nextStepAt: new Date(createdAt.getTime() + firstLookSeconds * 1000),
})
