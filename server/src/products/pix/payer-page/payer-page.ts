import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { formatReais } from '../../../platform/brazil/money.ts'
import { isGenuineCnpj } from '../../../platform/brazil/tax-number.ts'
import { formatDate } from '../../../platform/http/dates.ts'
import { type Html, html, oneLine } from '../../../platform/http/html.ts'
import { type Language, languageTag, otherLanguage } from '../../../platform/http/languages.ts'
import { brand, pageLook, sheet } from '../../../platform/http/page-look.ts'
import { testBand } from '../../../platform/http/test-mark.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import { merchantParty } from '../../receipts/read-receipt.ts'
import type { Transaction } from '../../../money/transactions/transaction.ts'
import { type TextKey, say } from './payer-texts.ts'

export const payerScript = readFileSync(new URL('payer-page.js', import.meta.url), 'utf8')
const scriptVersion = hash('sha256', payerScript, 'hex').slice(0, 16)

/** It copies a code, prints, and follows a charge where the page shows one. */
export const payerScriptTag = (base: string): Html =>
  html`<script src="${base}/pay/payer-page.js?v=${scriptVersion}" defer></script>`

/** Its own script, which asks this server how the charge stands; nothing else. */
const look = pageLook([sheet, new URL('payer-page.css', import.meta.url)], { scripts: 'self', calls: 'self' })
export const payerPagePolicy = look.policy

type Around = { language: Language; base: string; isSandbox: boolean }

export type Given = Around & {
  charge: Transaction
  merchant: Merchant
  /** The picture of the code, as SVG. */
  qrSvg: string
  /** The page's own path, and that of the charge's state. */
  path: string
  statePath: string
  receiptUrl: string | null
  /** The payment link it was opened by, where one can begin again. */
  linkUrl: string | null
  now: Date
}

type Outcome = { look: 'good' | 'bad' | 'late' | 'gone' | 'back'; title: TextKey; intro: TextKey }

/** What the payer is told of a charge that can no longer be paid. */
const outcomes = {
  Completed: { look: 'good', title: 'Completed', intro: 'completedIntro' },
  Refunded: { look: 'back', title: 'Refunded', intro: 'returnedIntro' },
  Reversed: { look: 'back', title: 'Reversed', intro: 'returnedIntro' },
  Expired: { look: 'late', title: 'Expired', intro: 'expiredIntro' },
  Closing: { look: 'late', title: 'Closing', intro: 'closingIntro' },
  Closed: { look: 'gone', title: 'Closed', intro: 'closedIntro' },
  Cancelled: { look: 'gone', title: 'Cancelled', intro: 'cancelledIntro' },
  Error: { look: 'bad', title: 'Error', intro: 'errorIntro' },
  Suspended: { look: 'late', title: 'Suspended', intro: 'suspendedIntro' },
} as const satisfies Record<string, Outcome>

/** Null: it can be paid. What is cancelled at its bank has no end of its own any more, whoever wanted it cancelled. */
function outcomeOf({ state, expiresAt, cancelledAt }: Transaction, now: Date): Outcome | null {
  const isLate = expiresAt !== null && expiresAt <= (cancelledAt ?? now)
  if (state === 'Registered') return expiresAt === null ? outcomes.Closing : isLate ? outcomes.Expired : null
  if (state === 'Cancelled' && expiresAt === null) return outcomes.Closed
  if (state === 'Cancelled') return isLate ? outcomes.Expired : outcomes.Cancelled
  return state === 'Completed' || state === 'Refunded' || state === 'Reversed' ? outcomes[state] : outcomes.Error
}

/** What to pay, or how it ended: for a phone first, and for paper. */
export function payerPage(given: Given): string {
  const { charge, merchant, language } = given
  const outcome = outcomeOf(charge, given.now) ?? (merchant.state === 'Suspended' ? outcomes.Suspended : null)
  const title = say(outcome?.title ?? 'pay', language, { amount: amountOf(charge, language) })
  return shell({
    ...given,
    title: `${title} · ${receiverOf(merchant).name}`,
    body: html`${summaryOf(given)}
${outcome === null ? payStep(given) : outcomeStep(given, outcome)}`,
  })
}

const amountOf = ({ paidAmount, amount }: Transaction, language: Language): string =>
  formatReais(paidAmount ?? amount, language).replace(' ', '\u00a0')

function receiverOf(merchant: Merchant) {
  const { name, taxNumber } = merchantParty(merchant)
  return { name: oneLine(name ?? ''), number: `${isGenuineCnpj(merchant.taxNumber) ? 'CNPJ' : 'CPF'} ${taxNumber}` }
}

function summaryOf({ charge, merchant, language }: Given): Html {
  const { name, number } = receiverOf(merchant)
  const amount = amountOf(charge, language)
  const description = oneLine(charge.orderDescription ?? '') || null
  return html`<section class="summary">
<p class="label">${say('payTo', language)}</p>
<p class="receiver">${name}</p>
<p class="number">${number}</p>
<p class="${amount.length > 12 ? 'amount long' : 'amount'}">${amount}</p>
${charge.editable && charge.state === 'Registered' ? html`<p class="label">${say('editable', language)}</p>` : null}
${description && html`<p class="description">${description}</p>`}
</section>`
}

function payStep({ charge, qrSvg, statePath, language, now }: Given): Html {
  const { qrCode, expiresAt } = charge
  return html`<section class="step" data-state="${statePath}">
<h1>${say('payTitle', language)}</h1>
<p class="intro screen">${say('payIntro', language)}</p>
<div class="ways">
<div class="code">
<label for="code">${say('code', language)}</label>
<textarea id="code" rows="4" readonly spellcheck="false">${qrCode}</textarea>
<button class="go" id="copy" data-copied="${say('copied', language)}" hidden>${say('copy', language)}</button>
<p id="said" class="unseen" role="status"></p>
</div>
<img class="qr" src="data:image/svg+xml,${encodeURIComponent(qrSvg)}" width="232" height="232" alt="${say('qrCode', language)}">
</div>
${expiresAt && untilLine(expiresAt, now, language)}
<p class="live screen"><span aria-hidden="true"></span>${say('waiting', language)}</p>
</section>`
}

const untilLine = (expiresAt: Date, now: Date, language: Language): Html => html`<p class="until">
<time datetime="${expiresAt.toISOString()}">${say('payUntil', language, { date: formatDate(expiresAt, language) })} ${say('timeZone', language)}</time>
<span id="left" class="screen" data-seconds="${String(Math.ceil((expiresAt.getTime() - now.getTime()) / 1000) + 1)}" hidden>${say('timeLeft', language)} <b role="timer"></b></span>
</p>`

/** One that has not ended yet may turn out to be paid: the page goes on looking. */
function outcomeStep(given: Given, { look, title, intro }: Outcome): Html {
  const { charge, statePath, receiptUrl, language } = given
  const mayChange = charge.state === 'Registered'
  return html`<section class="step outcome ${look}"${mayChange ? html` data-state="${statePath}"` : null}>
${icon(look)}
<h1>${say(title, language)}</h1>
<p class="intro" role="status">${say(intro, language)}</p>
${receiptUrl && html`<a class="go screen" href="${receiptUrl}?lang=${language}">${say('receipt', language)}</a>`}
${onward(given)}
</section>`
}

/** Of a payment link: back to the shop once it is paid, and to the link where it was not. */
function onward({ charge, linkUrl, receiptUrl, language }: Given): Html | null {
  const [href, words] = receiptUrl === null ? [linkUrl, 'again' as const] : [charge.redirectUrl, 'backToShop' as const]
  return href === null ? null : html`<p class="intro screen"><a href="${href}">${say(words, language)}</a></p>`
}

/** What is said where there is no charge to show. */
const messages = {
  notFound: [404, 'notFoundTitle', 'notFoundIntro'],
  away: [503, 'awayTitle', 'awayIntro'],
} as const

export function messagePage(kind: keyof typeof messages, around: Around): { status: number; text: string } {
  const [status, title, intro] = messages[kind]
  const body = html`<section class="step outcome bad">
${icon('bad')}
<h1>${say(title, around.language)}</h1>
<p class="intro">${say(intro, around.language)}</p>
</section>`
  return { status, text: shell({ ...around, path: null, title: say(title, around.language), body }) }
}

type Shell = Around & { title: string; path: string | null; body: Html }

function shell({ title, path, body, language, base, isSandbox }: Shell): string {
  const other = otherLanguage(language)
  return look.page({
    language,
    title,
    head: html`${payerScriptTag(base)}
<noscript><meta http-equiv="refresh" content="15"></noscript>`,
    body: html`<header>
${isSandbox ? testBand(language, say('sandbox', language)) : null}
<div class="top">
${brand}
${path && html`<a class="screen" href="${path}?lang=${other}" lang="${languageTag(other)}" hreflang="${languageTag(other)}">${say('otherLanguage', language)}</a>`}
</div>
</header>
<main class="sheet">
${body}
</main>
<footer class="screen"><p>${say('promise', language)}</p></footer>`,
  })
}

const paths = {
  good: 'M18 29l7 7 14-15',
  bad: 'M20 20l16 16M36 20L20 36',
  late: 'M28 17v11l7 5',
  gone: 'M20 20l16 16M36 20L20 36',
  back: 'M24 17l-8 8 8 8M17 25h14a7 7 0 0 1 0 14h-6',
} as const

const icon = (look: keyof typeof paths): Html =>
  html`<svg class="icon" viewBox="0 0 56 56" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${paths[look]}"/></svg>`
