import type { Sql } from '../db/db.ts'
import { openSealedText } from '../lib/seal.ts'
import { withinTime } from '../lib/within-time.ts'
import type { InitiationRail, InitiationReport } from '../rails/rail.ts'
import type { EventDoor } from '../transactions/apply-event.ts'
import { callSeconds, mostSteps, pauseAfter } from '../transactions/payout-schedule.ts'
import { changeConsent } from './change-consent.ts'
import type { Consent } from './consent.ts'
import { postponeConsent, selectPayment } from './sql.ts'

export type PayNeeds = {
  sql: Sql
  clock: () => Date
  storageKey: Buffer
  initiationRail: InitiationRail
} & Pick<EventDoor, 'applyWithin' | 'tell'>

/** Has the bank pay an authorised consent. An answer that does not come leaves the fate unknown: it is asked again. */
export async function payConsent(needs: PayNeeds, consent: Consent): Promise<void> {
  const report = await orderPayment(needs, consent).catch(() => null)
  if (report === null || report.state === 'pending') {
    const next = new Date(needs.clock().getTime() + pauseAfter(consent.attempts + 1) * 1000)
    await postponeConsent(needs.sql, consent, consent.attempts + 1 >= mostSteps ? null : next)
    return
  }
  await changeConsent(needs, consent, report.state === 'paid' ? paidEvent(report) : { kind: 'paymentFailed' })
}

const paidEvent = ({ amount, endToEndId, participant }: Extract<InitiationReport, { state: 'paid' }>) =>
  ({ kind: 'paid', amount, endToEndId, participant }) as const

async function orderPayment(needs: PayNeeds, consent: Consent): Promise<InitiationReport> {
  const payment = await selectPayment(needs.sql, consent)
  if (payment === undefined || consent.access === null) throw new Error(`consent ${consent.id} cannot be paid`)
  const order = {
    consentExternalId: consent.externalId,
    access: openSealedText(needs.storageKey, consent.access),
    institutionId: consent.institutionId,
    amount: payment.amount,
    payer: { cpf: payment.counterparty?.cpf ?? '' },
    endToEndId: consent.endToEndId ?? '',
  }
  return withinTime(needs.initiationRail.initiatePayment(order), callSeconds)
}
