import { maskTaxNumber } from '../../../platform/brazil/tax-number.ts'
import { formatTime } from '../../../platform/http/languages.ts'
import { type Html, html, oneLine } from '../../../platform/http/html.ts'
import type { BankDecision, BankRequest } from '../../../money/rails/simulator/simulated-bank.ts'
import { type Around, type Frame, type Page, framePage } from '../kit/frame.ts'
import { amountLine, details, hidden, outcome, reais, timeOf } from '../kit/pieces.ts'
import { wordsIn } from './texts.ts'

type Given = Around & { request: BankRequest; sealed: string; path: string }

/** The payment, and what the payer can do about it. No script at all; forms post only here. */
export function decidePage(given: Given): Page {
  const { request, sealed, path, language } = given
  const say = wordsIn(language)
  const { amount, receiver, taxNumber, expiresAt } = request
  const button = (decision: BankDecision, look = '') =>
    html`<button class="button${look}" name="decision" value="${decision}">${say(decision)}</button>\n`
  return bankPage(given, {
    here: `${path}?${new URLSearchParams({ request: sealed })}`,
    testMeaning: say('sandbox', { bank: request.institutionName }),
    title: say('title'),
    main: html`<section class="card">
<p class="quiet">${say('greeting')}</p>
<h1>${say('title')}</h1>
${amountLine(reais(amount, language))}
${details([
  [say('receiver'), oneLine(receiver.name)],
  [say('payer'), maskTaxNumber(taxNumber)],
  [say('account'), say('accountValue')],
  [say('until'), timeOf(expiresAt, formatTime(expiresAt, language))],
])}
<form method="post" action="${path}">
${hidden({ request: sealed, lang: language })}
${button('approve')}${button('refuse', ' second')}<fieldset>
<legend>${say('otherEnds')}</legend>
${button('expire', ' second')}${button('fail', ' second')}</fieldset>
</form>
</section>`,
  })
}

/** Too late to decide anything. */
export function latePage(around: Around, returnUrl: string): Page {
  const say = wordsIn(around.language)
  const more = html`<p class="quiet">${say('lateIntro')}</p>\n<a class="button" href="${returnUrl}">${say('goBack')}</a>`
  return bankMessage(around, 'late', say('lateTitle'), more)
}

/** Shown while the way back loads; the response also redirects the browser there. */
export function donePage(around: Around, returnUrl: string): Page {
  const say = wordsIn(around.language)
  const more = html`<a class="button" href="${returnUrl}">${say('doneLink')}</a>`
  return bankMessage(around, 'wait', say('doneTitle'), more)
}

export function unknownPage(around: Around): Page {
  const say = wordsIn(around.language)
  const more = html`<p class="quiet">${say('unknownIntro')}</p>`
  return { ...bankMessage(around, 'bad', say('unknownTitle'), more), status: 404 }
}

const bankMessage = (around: Around, look: 'late' | 'wait' | 'bad', title: string, more: Html): Page =>
  bankPage(around, { here: null, title, main: outcome(look, html`<h1>${title}</h1>\n${more}`) })

/** A bank is not Trilho: the name at the top is another. */
function bankPage(around: Around, { title, ...own }: Pick<Frame, 'title' | 'here' | 'main' | 'testMeaning'>): Page {
  const bank = wordsIn(around.language)('bank')
  return framePage({
    ...around,
    ...own,
    title: `${title} · ${bank}`,
    layout: 'narrow',
    does: ['post'],
    brand: html`<span aria-hidden="true">BS</span>${bank}`,
  })
}
