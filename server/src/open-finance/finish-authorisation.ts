import { endToEndId } from '../brazil/end-to-end-id.ts'
import type { PublicAddresses } from '../http/public-addresses.ts'
import { sealText } from '../lib/seal.ts'
import { withinTime } from '../lib/within-time.ts'
import type { AuthorisationAnswer } from '../rails/rail.ts'
import { callSeconds } from '../transactions/payout-schedule.ts'
import { type ConsentEvent, changeConsent } from './change-consent.ts'
import type { Consent } from './consent.ts'
import { type PayNeeds, payConsent } from './pay-consent.ts'

type Needs = PayNeeds & { addresses: PublicAddresses }

/**
 * The payer is back from the bank. Whoever makes the consent authorised also has it paid; everybody else (a reload, a
 * second tab) finds it decided. Answers the consent as it is now, or null when no bank of ours sent the payer.
 */
export async function finishAuthorisation(needs: Needs, query: Record<string, string>): Promise<Consent | null> {
  const answer = await withinTime(needs.initiationRail.finishAuthorisation(query), callSeconds)
  const ids = answer && needs.addresses.openConsentReference(answer.reference)
  const told = ids && (await changeConsent(needs, ids, eventOf(needs, answer)))
  if (told === null) return null
  if (told.changed && told.consent.state === 'Authorised') await payConsent(needs, told.consent)
  return told.consent
}

function eventOf(needs: Needs, answer: AuthorisationAnswer): ConsentEvent {
  switch (answer.outcome) {
    case 'authorised':
      return {
        kind: 'authorised',
        access: sealText(needs.storageKey, answer.access),
        endToEndId: endToEndId({ ispb: needs.initiationRail.ispb, at: needs.clock() }),
      }
    case 'refused':
    case 'expired':
      return { kind: answer.outcome }
    case 'failed':
      return { kind: 'bankFailed' }
  }
}
