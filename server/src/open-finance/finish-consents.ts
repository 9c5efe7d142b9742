import { leaseSeconds } from '../transactions/payout-schedule.ts'
import { changeConsent } from './change-consent.ts'
import { type PayNeeds, payConsent } from './pay-consent.ts'
import { claimConsents } from './sql.ts'

const mostAtOnce = 20

/**
 * What nobody is there to do: expires consents the payer left waiting, and finishes payments that were authorised and
 * not paid, because a process ended or a bank did not answer. Answers how many it took on.
 */
export async function finishConsents(needs: PayNeeds): Promise<number> {
  const now = needs.clock()
  const due = await claimConsents(needs.sql, now, new Date(now.getTime() + leaseSeconds * 1000), mostAtOnce)
  await Promise.all(
    due.map(consent =>
      consent.state === 'Authorised' ? payConsent(needs, consent) : changeConsent(needs, consent, { kind: 'expired' }),
    ),
  )
  return due.length
}
