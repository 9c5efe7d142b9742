import type { Language } from '../../../platform/http/languages.ts'
import type { Consent } from '../../../products/open-finance/consent.ts'
import { withLanguage } from '../kit/frame.ts'
import type { Given } from './step-page.ts'
import { wordsIn } from './texts.ts'

/** What can have gone wrong one step before: said on the page that lets the payer choose again. */
const problems = ['replaced', 'bankFailed', 'bankUnavailable', 'tooManyAttempts'] as const
export type Problem = (typeof problems)[number]

/** Null for everything but the problems above: an address cannot make the page say what it likes. */
export function tellProblem(name: string | undefined, bank: string, language: Language): string | null {
  const problem = problems.find(known => known === name)
  return problem === undefined ? null : wordsIn(language)(problem, { bank })
}

/** The page for choosing, which shows whatever stands there instead once there is nothing to choose. */
export function choosePath({ path, language }: Given, problem?: Problem, institution = ''): string {
  const here = withLanguage(path, language)
  return problem === undefined ? here : `${here}&${new URLSearchParams({ problem, institution })}`
}

/** Where a payer goes who is back from the bank: to the shop, or to wait, or to choose again. */
export function pathAfterReturn(given: Given, { state, rejectionReason, institutionId }: Consent): string {
  const { checkout, path, language } = given
  if (checkout.phase === 'finished') return checkout.shop
  if (checkout.phase === 'processing' || state === 'AwaitingAuthorisation')
    return withLanguage(`${path}/outcome`, language)
  if (rejectionReason === 'Replaced') return choosePath(given, 'replaced')
  return rejectionReason === 'TechnicalFailure' ? choosePath(given, 'bankFailed', institutionId) : choosePath(given)
}
