import { type Html, html, oneLine } from '../../platform/http/html.ts'
import { type Language, languageTag, otherLanguage } from '../../platform/http/languages.ts'
import { formatReais } from '../../platform/brazil/money.ts'
import { pageLook } from '../../platform/http/page-look.ts'
import { testBand } from '../../platform/http/test-mark.ts'
import { maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { BankDecision, BankRequest } from '../../money/rails/simulator/simulated-bank.ts'
import { say } from './simulated-bank-texts.ts'

/** No script at all; forms post only here. */
const look = pageLook(new URL('simulated-bank.css', import.meta.url), { forms: 'self' })
export const bankPolicy = look.policy

type Asked = { request: BankRequest; sealed: string; path: string; language: Language }

/** The payment, and what the payer can do about it. */
export function decidePage({ request, sealed, path, language }: Asked): string {
  const { amount, receiver, cpf, expiresAt } = request
  const facts: [string, string | Html][] = [
    [say('amount', language), html`<strong>${formatReais(amount, language).replace(' ', '\u00a0')}</strong>`],
    [say('receiver', language), oneLine(receiver.name)],
    [say('payer', language), maskTaxNumber(cpf)],
    [say('account', language), say('accountValue', language)],
    [say('until', language), timeOf(expiresAt, language)],
  ]
  const button = (decision: BankDecision, look: string) =>
    html`<button class="${look}" name="decision" value="${decision}">${say(decision, language)}</button>\n`
  return shell({
    language,
    here: `${path}?${new URLSearchParams({ request: sealed })}`,
    note: say('sandbox', language, { bank: request.institutionName }),
    title: say('title', language),
    body: html`<p class="greeting">${say('greeting', language)}</p>
<h1>${say('title', language)}</h1>
<dl>
${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>
<form method="post" action="${path}">
<input type="hidden" name="request" value="${sealed}">
<input type="hidden" name="lang" value="${language}">
<div class="choice">
${button('approve', 'yes')}${button('refuse', 'no')}</div>
<fieldset>
<legend>${say('otherEnds', language)}</legend>
${button('expire', 'other')}${button('fail', 'other')}</fieldset>
</form>`,
  })
}

/** Too late to decide anything. */
export const latePage = (language: Language, returnUrl: string): string =>
  messagePage(
    language,
    say('lateTitle', language),
    html`<p>${say('lateIntro', language)}</p>
<a class="yes" href="${returnUrl}">${say('goBack', language)}</a>`,
  )

/** On the way back, for as long as it takes: the answer also tells the browser to go there. */
export const donePage = (language: Language, returnUrl: string): string =>
  messagePage(
    language,
    say('doneTitle', language),
    html`<a class="yes" href="${returnUrl}">${say('doneLink', language)}</a>`,
  )

export const unknownPage = (language: Language): string =>
  messagePage(language, say('unknownTitle', language), html`<p>${say('unknownIntro', language)}</p>`)

const messagePage = (language: Language, title: string, more: Html): string =>
  shell({ language, here: null, note: say('noMoney', language), title, body: html`<h1>${title}</h1>\n${more}` })

type Shell = { language: Language; here: string | null; note: string; title: string; body: Html }

function shell({ language, here, note, title, body }: Shell): string {
  const other = otherLanguage(language)
  return look.page({
    language,
    title: `${title} · ${say('bank', language)}`,
    body: html`<header>
<div class="bar">
<p class="bank"><span aria-hidden="true">BS</span>${say('bank', language)}</p>
${here && html`<a href="${here}&lang=${other}" lang="${languageTag(other)}" hreflang="${languageTag(other)}">${say('otherLanguage', language)}</a>`}
</div>
${testBand(language, note)}
</header>
<main>
${body}
</main>`,
  })
}

const times = {
  pt: new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone: 'America/Sao_Paulo' }),
  en: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'America/Sao_Paulo' }),
}
const timeOf = (date: Date, language: Language): Html =>
  html`<time datetime="${date.toISOString()}">${times[language].format(date)}</time>`
