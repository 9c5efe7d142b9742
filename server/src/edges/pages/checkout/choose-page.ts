import { type Html, html } from '../../../platform/http/html.ts'
import type { Institution } from '../../../money/rails/rails.ts'
import { waitingConsent } from '../../../products/open-finance/read-checkout.ts'
import { type Page, withLanguage } from '../kit/frame.ts'
import { hidden, initials } from '../kit/pieces.ts'
import { type Given, stepPage } from './step-page.ts'
import { wordsIn } from './texts.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { Consent } from '../../../products/open-finance/states.ts'

type Choice = { institutions: Institution[]; q: string; problem: string | null }

/** Choose a bank: a list searched here by `q`, and live by the page's script, which finds what `q` has hidden. */
export function choosePage(given: Given, { institutions, q, problem }: Choice): Page {
  const { checkout, path, language } = given
  const say = wordsIn(language)
  const waiting = waitingConsent(checkout)
  const term = fold(q)
  const banks = institutions.map(one => ({ ...one, isFound: fold(one.name).includes(term) }))
  const found = banks.filter(({ isFound }) => isFound).length
  const count = say(found === 0 ? 'foundNone' : found === 1 ? 'foundOne' : 'foundMany', { count: String(found) })
  const content = html`<h1>${say('chooseTitle')}</h1>
<p class="quiet">${say('chooseIntro')}</p>
${waiting && waitingNotice(given, waiting.institutionName)}
<form class="field" role="search" method="get" action="${path}">
${hidden({ lang: language })}
<label for="q">${say('search')}</label>
<div class="search">
<input id="q" name="q" type="search" value="${q}" maxlength="100" autocomplete="off" spellcheck="false" enterkeyhint="search">
<button class="button second">${say('searchButton')}</button>
</div>
</form>
<p class="hint field" id="found" role="status" data-one="${say('foundOne')}" data-many="${say('foundMany', { count: '{count}' })}" data-none="${say('foundNone')}">${count}</p>
<ul class="banks" id="banks" aria-label="${say('banks')}">
${banks.map(bank => bankItem(bank, given))}</ul>
<p class="quiet" id="none"${hiddenIf(found > 0)}>${say('foundNoneHint')} <a href="${withLanguage(path, language)}">${say('showAll')}</a></p>
<p class="way"><a href="${checkout.shop}">${say('leave')}</a></p>`
  const here = q === '' ? path : `${path}?${new URLSearchParams({ q })}`
  return stepPage(given, { number: 1, here, problem, content })
}

function waitingNotice({ path, language }: Given, bank: string): Html {
  const say = wordsIn(language)
  const href = withLanguage(`${path}/bank`, language)
  return html`<p class="notice good">${say('waiting', { bank })} <a href="${href}">${say('continue', { bank })}</a></p>`
}

function bankItem({ id, name, isFound }: Institution & { isFound: boolean }, { path, language }: Given): Html {
  const href = withLanguage(`${path}/consent?institution=${encodeURIComponent(id)}`, language)
  return html`<li${hiddenIf(!isFound)}><a href="${href}"><span class="avatar" aria-hidden="true">${initials(name)}</span>${name}</a></li>\n`
}

const hiddenIf = (isHidden: boolean): Html | null => (isHidden ? html` hidden` : null)

/** Without accents and capitals, so that `itau` finds Itaú. The page's script does the same. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()

/** What can have gone wrong one step before: said on the page that lets the payer choose again. */
const problems = ['replaced', 'bankFailed', 'bankUnavailable', 'tooManyAttempts'] as const
export type Problem = (typeof problems)[number]

/** Null for everything but the problems above: an address cannot make the page say what it likes. */
export function problemText(name: string | undefined, bank: string, language: Language): string | null {
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
