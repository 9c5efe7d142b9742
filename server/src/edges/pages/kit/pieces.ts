import { type Micros, formatReais } from '../../../platform/brazil/money.ts'
import { isGenuineCnpj } from '../../../platform/brazil/tax-number.ts'
import { type Language, formatDate } from '../../../platform/http/languages.ts'
import { type Html, html, oneLine } from '../../../platform/http/html.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import { merchantParty } from '../../../products/receipts/read-receipt.ts'
import { sharedWords } from './texts.ts'

/** The pieces that pages are put together from. */

export const reais = (amount: Micros, language: Language): string =>
  formatReais(amount, language).replace(' ', '\u00a0')

/** A long amount is written smaller, so that it stays on one line. */
export const amountLine = (amount: string, isStruck = false): Html =>
  html`<p class="${amount.length > 12 ? 'amount long' : 'amount'}">${isStruck ? html`<s>${amount}</s>` : amount}</p>`

export function receiverOf(merchant: Merchant) {
  const { name, taxNumber } = merchantParty(merchant)
  return { name: oneLine(name ?? ''), number: `${isGenuineCnpj(merchant.taxNumber) ? 'CNPJ' : 'CPF'} ${taxNumber}` }
}

/** Who is paid, and below it what for and how much. `brief`: on a phone without what the step beside it says too. */
export function summary(merchant: Merchant, language: Language, lines: Html, look: 'brief' | 'full' = 'full'): Html {
  const { name, number } = receiverOf(merchant)
  return html`<section class="summary ${look}">
<div class="merchant"><span class="avatar" aria-hidden="true">${initials(name)}</span>
<p class="quiet">${sharedWords(language)('payTo')} <strong>${name}</strong> <span class="more">${number}</span></p></div>
${lines}
</section>`
}

export const initials = (name: string): string =>
  name
    .split(' ')
    .filter(word => !/^d[aoe]s?$/.test(word))
    .slice(0, 2)
    .map(word => word[0] ?? '')
    .join('')
    .toUpperCase()

export const timeOf = (date: Date, words: string): Html => html`<time datetime="${date.toISOString()}">${words}</time>`

export type Row = readonly [label: string, value: Html | string | null]

/** Labels and values, one a line. `sum`: amounts that add up to the last one. What has no value is left out. */
export const details = (
  rows: readonly Row[],
  look: 'facts' | 'sum' = 'facts',
): Html => html`<dl class="details ${look}">
${rows.map(([label, value]) => (value === null ? html`` : html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`))}</dl>`

export const qrImage = (svg: string, language: Language): Html =>
  html`<img class="qr" src="data:image/svg+xml,${encodeURIComponent(svg)}" width="232" height="232" alt="${sharedWords(language)('qrCode')}">`

/** The texts that a payer copies: what they are called, and what their buttons say. */
const copied = {
  code: { label: 'code', copy: 'copy', copied: 'copied', rows: '4' },
  line: { label: 'typedLine', copy: 'copyLine', copied: 'copiedLine', rows: '2' },
} as const

/** The text of a code, and the button that copies it: the script shows it. */
export function codeField(text: string | null, language: Language, id: keyof typeof copied = 'code'): Html {
  const say = sharedWords(language)
  const words = copied[id]
  return html`<label for="${id}">${say(words.label)}</label>
<textarea id="${id}" rows="${words.rows}" readonly spellcheck="false">${text}</textarea>
<button class="${id === 'code' ? 'button' : 'button second'}" data-copies="${id}" data-copied="${say(words.copied)}" hidden>${say(words.copy)}</button>
<p class="unseen" role="status"></p>`
}

export const barcodeImage = (svg: string, language: Language): Html =>
  html`<img class="barcode" src="data:image/svg+xml,${encodeURIComponent(svg)}" width="425" height="71" alt="${sharedWords(language)('barcode')}">`

/** Until when it can be paid, and how long that is from now. */
export function countdown(expiresAt: Date, now: Date, language: Language): Html {
  const say = sharedWords(language)
  const seconds = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000) + 1
  return html`<p class="quiet center">${timeOf(expiresAt, `${say('payUntil', { date: formatDate(expiresAt, language) })} ${say('timeZone')}`)}
<small id="left" class="screen" data-seconds="${String(seconds)}" hidden>${say('timeLeft')} <b role="timer"></b></small></p>`
}

export const problemNotice = (title: string, problem: string): Html =>
  html`<p class="notice bad" role="alert"><strong>${title}:</strong> ${problem}</p>`

type Field = { name: string; label: string; value?: string | undefined; hint?: string; isWrong: boolean; input: Html }

/** A field that must be filled in; `input` is what else its input says of itself. */
export const field = ({ name, label, value = '', hint, isWrong, input }: Field): Html => html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" required ${input}${hint === undefined ? null : html` aria-describedby="${name}-hint"`}${isWrong ? html` aria-invalid="true"` : null}>
${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`

export const hidden = (fields: Record<string, string>): Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)

/** How something ended, or that it has not. */
const looks = {
  good: { tone: 'good', path: 'M18 29l7 7 14-15' },
  bad: { tone: 'bad', path: 'M20 20l16 16M36 20L20 36' },
  late: { tone: 'warn', path: 'M28 17v11l7 5' },
  gone: { tone: 'warn', path: 'M20 20l16 16M36 20L20 36' },
  back: { tone: 'warn', path: 'M24 17l-8 8 8 8M17 25h14a7 7 0 0 1 0 14h-6' },
  wait: { tone: 'good', path: null },
} as const
export type Look = keyof typeof looks

/** A card in the middle of the page: a sign, and what there is to say. */
export function outcome(look: Look, content: Html, attributes: Html | null = null): Html {
  const { tone, path } = looks[look]
  const sign =
    path === null
      ? html`<div class="spinner" aria-hidden="true"></div>`
      : html`<svg class="icon" viewBox="0 0 56 56" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`
  return html`<section class="card outcome ${tone}"${attributes}>
${sign}
${content}
</section>`
}
