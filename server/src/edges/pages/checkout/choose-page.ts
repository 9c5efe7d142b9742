import { type Html, html } from '../../../platform/http/html.ts'
import type { Institution } from '../../../money/rails/rails.ts'
import { waitingConsent } from '../../../products/open-finance/read-checkout.ts'
import { type Page, withLanguage } from '../kit/frame.ts'
import { hidden, initials } from '../kit/pieces.ts'
import { type Given, stepPage } from './step-page.ts'
import { wordsIn } from './texts.ts'

type Choice = { institutions: Institution[]; q: string; problem: string | null }

/** Choose a bank: a list searched here by `q`, and live by the page's script, which finds what `q` has hidden. */
export function choosePage(given: Given, { institutions, q, problem }: Choice): Page {
  const { checkout, path, language } = given
  const say = wordsIn(language)
  const waiting = waitingConsent(checkout)
  const wanted = fold(q)
  const banks = institutions.map(one => ({ ...one, isFound: fold(one.name).includes(wanted) }))
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
