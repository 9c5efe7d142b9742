import type { OrderRunner } from '../../money/bank-orders/run-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import { endToEndId } from '../../platform/brazil/end-to-end-id.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { sealText } from '../../platform/lib/seal.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import { withinTime } from '../../platform/lib/within-time.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { AuthorisationAnswer, Rails } from '../../money/rails/rails.ts'
import { type RailsOf, requireRail } from '../../money/rails/rails-of.ts'
import type { Door } from '../../money/transactions/door.ts'
import { type ConsentEvent, changeConsent } from './change-consent.ts'
import { placeOfAccess } from './pay-consent.ts'
import type { Consent } from './states.ts'
import { wakeOrder } from '../../money/bank-orders/place-orders.ts'
import { selectConsent, selectFollowed } from './sql.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Buffer
  addresses: PublicAddresses
  railsOf: RailsOf
  door: Door
  readMerchant: ReadMerchant
  bankOrders: Pick<OrderRunner, 'tryNow' | 'askNow'>
}

/** The payer returns from the bank. The first call orders the payment, others find it done. Null: no bank of ours. */
export async function finishAuthorisation(
  needs: Needs,
  connectionId: string,
  query: Record<string, string>,
): Promise<Consent | null> {
  if (!isUuid(connectionId)) return null
  const rails = await needs.railsOf(connectionId)
  const answer = await withinTime(requireRail(rails.initiations).finishAuthorisation(query), payerSeconds)
  if (answer?.outcome === 'toBeAsked') return askAboutConsent(needs, { connectionId, externalId: answer.externalId })
  const ids = answer && needs.addresses.openConsentReference(answer.reference)
  const changed = ids && (await changeConsent(needs, ids, eventOf(needs, ids.id, rails, answer)))
  if (changed === null) return null
  if (changed.order !== null) await needs.bankOrders.tryNow(changed.order, payerSeconds)
  return changed.consent
}

type Answer = Exclude<AuthorisationAnswer, { outcome: 'toBeAsked' }>

function eventOf(needs: Needs, consentId: string, { ispb }: Rails, answer: Answer): ConsentEvent {
  switch (answer.outcome) {
    case 'authorised':
      return {
        kind: 'authorised',
        access: sealText(needs.storageKey, answer.access, placeOfAccess(consentId)),
        endToEndId: endToEndId({ ispb, at: needs.clock() }),
      }
    case 'refused':
    case 'expired':
      return { kind: answer.outcome }
    case 'failed':
      return { kind: 'bankFailed' }
  }
}

/** How long a payer waits for a bank. After that the step continues in the background, and the page polls. */
export const payerSeconds = 8

type Named = { connectionId: string; externalId: string }

/** A callback about a consent: its bank is queried soon. A forged callback can cause nothing more than that. */
export async function recordConsentCallback(needs: { sql: Sql; clock: () => Date }, named: Named): Promise<void> {
  const consent = await selectFollowed(needs.sql, named)
  if (consent !== undefined)
    await wakeOrder(needs, { bankOrderId: consent.id, bankReference: null, cause: null, words: null })
}

/** The payer is back: the bank is queried now, unless its result is final. Null: there is no such consent. */
async function askAboutConsent(
  needs: { sql: Sql; bankOrders: Pick<OrderRunner, 'askNow'> },
  named: Named,
): Promise<Consent | null> {
  const consent = await selectFollowed(needs.sql, named)
  if (consent === undefined) return null
  await needs.bankOrders.askNow(consent, payerSeconds)
  return (await selectConsent(needs.sql, consent)) ?? null
}
