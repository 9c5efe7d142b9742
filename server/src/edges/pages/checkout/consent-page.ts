import { formatTime } from '../../../platform/http/languages.ts'
import { type Html, html } from '../../../platform/http/html.ts'
import { maskTaxNumber } from '../../../platform/brazil/tax-number.ts'
import type { Institution } from '../../../money/rails/rails.ts'
import { taxNumberOf } from '../../../money/transactions/counterparty.ts'
import type { Consent } from '../../../products/open-finance/states.ts'
import { type Page, withLanguage } from '../kit/frame.ts'
import { details, field, hidden, receiverOf, timeOf } from '../kit/pieces.ts'
import { type Given, amountOf, descriptionOf, stepPage } from './step-page.ts'
import { wordsIn } from './texts.ts'

/** What the payer is about to authorise: what, to whom, how much, until when. */
export function consentPage(given: Given, { id, name: bank }: Institution, until: Date, wrongCpf: string | null): Page {
  const { checkout, path, language } = given
  const say = wordsIn(language)
  const receiver = receiverOf(checkout.merchant)
  const time = say('untilWhenValue', { time: formatTime(until, language) })
  const content = html`<h1>${say('checkTitle')}</h1>
${details([
  [say('howMuch'), html`<strong>${amountOf(given)}</strong>`],
  [say('whom'), html`${receiver.name} <small>${receiver.number}</small>`],
  [say('what'), say('whatValue')],
  [say('description'), descriptionOf(given)],
  [say('from'), say('fromValue', { bank })],
  [say('payer'), maskTaxNumber(taxNumberOf(checkout.transaction.counterparty) ?? '')],
  [say('untilWhen'), html`${timeOf(until, time)} <small>${say('timeZone')}</small>`],
])}
<form method="post" action="${path}/consent" data-once>
${hidden({ institution: id, lang: language })}
${asksCpf(given) ? cpfField(given, wrongCpf) : null}
<p class="quiet field">${say('agree', { bank })}</p>
<button class="button">${say('continue', { bank })}</button>
</form>
<p class="way"><a href="${withLanguage(path, language)}">${say('otherBank')}</a></p>`
  const here = `${path}/consent?institution=${encodeURIComponent(id)}`
  return stepPage(given, { number: 2, here, content, problem: wrongCpf === null ? null : say('cpfWrong') })
}

/** Open Finance wants to know which person agrees for a company. */
export const asksCpf = ({ checkout }: Given): boolean => checkout.transaction.counterparty?.cpf === null

const cpfField = ({ language }: Given, wrongCpf: string | null): Html =>
  field({
    name: 'cpf',
    label: wordsIn(language)('ownCpf'),
    value: wrongCpf ?? '',
    hint: wordsIn(language)('ownCpfHint'),
    isWrong: wrongCpf !== null,
    input: html`inputmode="numeric" autocomplete="off" maxlength="20" placeholder="000.000.000-00"`,
  })

/** Shown while the bank's page loads; the response also redirects the browser there. */
export function handoffPage(given: Given, { institutionName: bank, expiresAt, authorisationUrl }: Consent): Page {
  const { language, path } = given
  const say = wordsIn(language)
  const content = html`<div class="center">
<div class="spinner" aria-hidden="true"></div>
<h1>${say('handoffTitle')}</h1>
<p class="quiet">${say('handoffIntro', { time: formatTime(expiresAt, language) })}</p>
<a class="button" href="${authorisationUrl}">${say('continue', { bank })}</a>
<p class="way"><a href="${withLanguage(path, language)}">${say('otherBank')}</a></p>
</div>`
  return stepPage(given, { number: 3, here: `${path}/bank`, content })
}
