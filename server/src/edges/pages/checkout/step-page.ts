import { formatDate } from '../../../platform/http/languages.ts'
import { type Html, html, oneLine } from '../../../platform/http/html.ts'
import type { Checkout } from '../../../products/open-finance/read-checkout.ts'
import { type Around, type Page, framePage } from '../kit/frame.ts'
import { amountLine, problemNotice, reais, receiverOf, summary, timeOf } from '../kit/pieces.ts'
import { wordsIn } from './texts.ts'

/** What every page is made from. `path` is the checkout's own. */
export type Given = Around & { checkout: Checkout; path: string }

type Step = {
  number: 1 | 2 | 3
  /** The path of this very page. */
  here: string
  problem?: string | null
  content: Html
}

/** One of the three steps of paying, beside what is paid. */
export function stepPage(given: Given, { number, here, problem = null, content }: Step): Page {
  const { checkout, language } = given
  const say = wordsIn(language)
  const title = `${say('pay', { amount: amountOf(given) })} · ${receiverOf(checkout.merchant).name}`
  return framePage({
    ...given,
    title: problem === null ? title : `${say('problem')}: ${title}`,
    layout: 'split',
    here,
    does: ['post', 'script'],
    main: html`${summary(checkout.merchant, language, linesOf(given), number > 1 ? 'brief' : 'full')}
<section class="card">
${stepsOf(number, say)}
${problem && problemNotice(say('problem'), problem)}
${content}
</section>`,
    promise: say('promise'),
  })
}

export const amountOf = ({ checkout: { transaction }, language }: Given): string =>
  reais(transaction.paidAmount ?? transaction.amount, language)

export const descriptionOf = ({ checkout }: Given): string | null =>
  oneLine(checkout.transaction.orderDescription ?? '') || null

function linesOf(given: Given): Html {
  const { language } = given
  const { expiresAt } = given.checkout.transaction
  const description = descriptionOf(given)
  const until = expiresAt && wordsIn(language)('payUntil', { date: formatDate(expiresAt, language) })
  return html`${amountLine(amountOf(given))}
${description && html`<p class="quiet more">${description}</p>`}
${expiresAt && html`<p class="quiet more">${timeOf(expiresAt, until ?? '')}</p>`}`
}

const stepNames = ['stepBank', 'stepCheck', 'stepAuthorise'] as const

const stepsOf = (
  current: number,
  say: ReturnType<typeof wordsIn>,
): Html => html`<ol class="steps" aria-label="${say('steps')}">
${stepNames.map((name, i) => {
  const mark = i + 1 === current ? html` aria-current="step"` : i + 1 < current ? html` class="done"` : null
  return html`<li${mark}>${String(i + 1)}. ${say(name)}</li>\n`
})}</ol>`
