import { formatTime } from '../../platform/http/dates.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import type { Institution } from '../../money/rails/rails.ts'
import { say } from './checkout-texts.ts'
import type { Consent } from './consent.ts'
import { withLanguage } from './page-shell.ts'
import { type Given, amountOf, descriptionOf, receiverOf, stepPage } from './step-page.ts'

/** What the payer is about to authorise: what, to whom, how much, until when. */
export function consentPage(given: Given, { id, name: bank }: Institution, until: Date): string {
  const { checkout, path, language } = given
  const receiver = receiverOf(checkout)
  const time = say('untilWhenValue', language, { time: formatTime(until, language) })
  const facts: [string, Html | string | null][] = [
    [say('what', language), say('whatValue', language)],
    [say('whom', language), html`${receiver.name} <small>${receiver.number}</small>`],
    [say('howMuch', language), html`<strong>${amountOf(checkout, language)}</strong>`],
    [say('description', language), descriptionOf(checkout)],
    [say('from', language), say('fromValue', language, { bank })],
    [say('payer', language), maskTaxNumber(checkout.transaction.counterparty?.cpf ?? '')],
    [
      say('untilWhen', language),
      html`<time datetime="${until.toISOString()}">${time}</time> <small>${say('timeZone', language)}</small>`,
    ],
  ]
  const content = html`<h1>${say('checkTitle', language)}</h1>
<dl>
${facts.map(([label, value]) => (value === null ? html`` : html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`))}</dl>
<form method="post" action="${path}/consent" data-once>
<input type="hidden" name="institution" value="${id}">
<input type="hidden" name="lang" value="${language}">
<p class="agree">${say('agree', language, { bank })}</p>
<button class="go">${say('continue', language, { bank })}</button>
</form>
<p class="leave"><a href="${withLanguage(path, language)}">${say('otherBank', language)}</a></p>`
  const here = `${path}/consent?institution=${encodeURIComponent(id)}`
  return stepPage(given, { number: 2, here, content })
}

/** On the way out, for as long as the bank's page takes to come: the answer also tells the browser to go there. */
export function handoffPage(given: Given, { institutionName: bank, expiresAt, authorisationUrl }: Consent): string {
  const { language, path } = given
  const content = html`<div class="spinner" aria-hidden="true"></div>
<h1>${say('handoffTitle', language, { bank })}</h1>
<p class="intro">${say('handoffIntro', language, { time: formatTime(expiresAt, language) })}</p>
<a class="go" href="${authorisationUrl}">${say('handoffLink', language, { bank })}</a>
<p class="leave"><a href="${withLanguage(path, language)}">${say('otherBank', language)}</a></p>`
  return stepPage(given, { number: 3, here: `${path}/bank`, content })
}
