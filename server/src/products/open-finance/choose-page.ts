import { type Html, html } from '../../platform/http/html.ts'
import type { Language } from '../../platform/http/languages.ts'
import type { Institution } from '../../money/rails/rails.ts'
import { say } from './checkout-texts.ts'
import type { Consent } from './consent.ts'
import { withLanguage } from './page-shell.ts'
import { waitingConsent } from './read-checkout.ts'
import { type Given, stepPage } from './step-page.ts'

type Choice = { institutions: Institution[]; q: string; problem: string | null }

/** Choose a bank: a list searched here by `q`, and live by the page's script, which finds what `q` has hidden. */
export function choosePage(given: Given, { institutions, q, problem }: Choice): string {
  const { checkout, path, language } = given
  const waiting = waitingConsent(checkout)
  const wanted = fold(q)
  const banks = institutions.map(one => ({ ...one, isFound: fold(one.name).includes(wanted) }))
  const found = banks.filter(({ isFound }) => isFound).length
  const content = html`<h1>${say('chooseTitle', language)}</h1>
<p class="intro">${say('chooseIntro', language)}</p>
${waiting && waitingBox(given, waiting)}
<form class="search" role="search" method="get" action="${path}">
<input type="hidden" name="lang" value="${language}">
<label for="q">${say('search', language)}</label>
<div>
<input id="q" name="q" type="search" value="${q}" maxlength="100" autocomplete="off" spellcheck="false" enterkeyhint="search">
<button class="quiet">${say('searchButton', language)}</button>
</div>
</form>
<p class="found" id="found" role="status" data-one="${say('foundOne', language)}" data-many="${say('foundMany', language, { count: '{count}' })}" data-none="${say('foundNone', language)}">${foundText(found, language)}</p>
<ul class="banks" id="banks" aria-label="${say('banks', language)}">
${banks.map(bank => bankItem(bank, path, language))}</ul>
<p class="none" id="none"${hiddenIf(found > 0)}>${say('foundNoneHint', language)} <a href="${withLanguage(path, language)}">${say('showAll', language)}</a></p>
<p class="leave"><a href="${checkout.shop}">${say('leave', language)}</a></p>`
  const here = q === '' ? path : `${path}?${new URLSearchParams({ q })}`
  return stepPage(given, { number: 1, here, problem, content })
}

const waitingBox = ({ path, language }: Given, { institutionName: bank }: Consent): Html =>
  html`<p class="waiting">${say('waiting', language, { bank })} <a href="${withLanguage(`${path}/bank`, language)}">${say('waitingLink', language, { bank })}</a></p>`

function bankItem({ id, name, isFound }: Institution & { isFound: boolean }, path: string, language: Language): Html {
  const href = withLanguage(`${path}/consent?institution=${encodeURIComponent(id)}`, language)
  return html`<li${hiddenIf(!isFound)}><a href="${href}"><span class="mark t${String(tintOf(name))}" aria-hidden="true">${initials(name)}</span>${name}</a></li>\n`
}

const hiddenIf = (isHidden: boolean): Html | null => (isHidden ? html` hidden` : null)

function foundText(count: number, language: Language): string {
  if (count === 0) return say('foundNone', language)
  return count === 1 ? say('foundOne', language) : say('foundMany', language, { count: String(count) })
}

/** Without accents and capitals, so that `itau` finds Itaú. The page's script does the same. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()

const initials = (name: string): string =>
  name
    .split(' ')
    .filter(word => !/^d[aoe]s?$/.test(word))
    .slice(0, 2)
    .map(word => word[0] ?? '')
    .join('')
    .toUpperCase()

const tints = 6
const tintOf = (name: string): number => (name.charCodeAt(0) + name.length) % tints
