import { formatDate } from '../../platform/http/dates.ts'
import { type Html, html, oneLine } from '../../platform/http/html.ts'
import type { Language } from '../../platform/http/languages.ts'
import { formatReais } from '../../platform/brazil/money.ts'
import { isGenuineCnpj } from '../../platform/brazil/tax-number.ts'
import { merchantParty } from '../receipts/read-receipt.ts'
import { say } from './checkout-texts.ts'
import { pageShell } from './page-shell.ts'
import type { Checkout } from './read-checkout.ts'

/** What every page is made from. `path` is the checkout's own, `base` what a proxy may have in front of all of ours. */
export type Given = { checkout: Checkout; path: string; base: string; language: Language; isSandbox: boolean }

type Step = {
  number: 1 | 2 | 3
  /** The path of this very page. */
  here: string
  problem?: string | null
  content: Html
}

/** One of the three steps of paying, beside the summary of what is paid. */
export function stepPage({ checkout, base, language, isSandbox }: Given, step: Step): string {
  const { problem = null } = step
  const title = `${say('pay', language, { amount: amountOf(checkout, language) })} · ${receiverOf(checkout).name}`
  return pageShell({
    title: problem === null ? title : `${say('problem', language)}: ${title}`,
    language,
    here: step.here,
    base,
    isSandbox,
    summary: summaryOf(checkout, language),
    isCompact: step.number > 1,
    step: html`${stepsOf(step.number, language)}\n${problem && problemBox(problem, language)}\n${step.content}`,
  })
}

export const amountOf = ({ transaction }: Checkout, language: Language): string =>
  formatReais(transaction.paidAmount ?? transaction.amount, language).replace(' ', '\u00a0')

/** A long amount is written smaller, so that it stays on one line. */
export const amountLine = (checkout: Checkout, language: Language): Html => {
  const amount = amountOf(checkout, language)
  return html`<p class="${amount.length > 12 ? 'amount long' : 'amount'}">${amount}</p>`
}

export const receiverOf = ({ merchant }: Checkout) => {
  const { name, taxNumber } = merchantParty(merchant)
  return { name: oneLine(name ?? ''), number: `${isGenuineCnpj(merchant.taxNumber) ? 'CNPJ' : 'CPF'} ${taxNumber}` }
}

export const descriptionOf = ({ transaction }: Checkout): string | null =>
  oneLine(transaction.orderDescription ?? '') || null

function summaryOf(checkout: Checkout, language: Language): Html {
  const { name, number } = receiverOf(checkout)
  const description = descriptionOf(checkout)
  const { expiresAt } = checkout.transaction
  return html`<section class="summary">
<p class="label">${say('payTo', language)}</p>
<p class="receiver">${name}</p>
<p class="number">${number}</p>
${amountLine(checkout, language)}
${description && html`<p class="description">${description}</p>`}
${expiresAt && html`<p class="until"><time datetime="${expiresAt.toISOString()}">${say('payUntil', language, { date: formatDate(expiresAt, language) })}</time></p>`}
</section>`
}

const stepNames = ['stepBank', 'stepCheck', 'stepAuthorise'] as const

const stepsOf = (
  current: number,
  language: Language,
): Html => html`<ol class="steps" aria-label="${say('steps', language)}">
${stepNames.map((name, i) => {
  const mark = i + 1 === current ? html` aria-current="step"` : i + 1 < current ? html` class="done"` : null
  return html`<li${mark}>${say(name, language)}</li>\n`
})}</ol>`

const problemBox = (problem: string, language: Language): Html =>
  html`<p class="problem" role="alert"><strong>${say('problem', language)}:</strong> ${problem}</p>`
