import { maskTaxNumber } from '../../../platform/brazil/tax-number.ts'
import { taxNumberOf } from '../../../money/transactions/counterparty.ts'
import { dayOf } from '../../../platform/brazil/sao-paulo.ts'
import { type Html, html, oneLine } from '../../../platform/http/html.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { Transaction } from '../../../money/transactions/transaction.ts'
import { type Around, type Page, framePage, withLanguage } from '../kit/frame.ts'
import {
  type Look,
  amountLine,
  codeField,
  countdown,
  outcome,
  qrImage,
  reais,
  receiverOf,
  summary,
} from '../kit/pieces.ts'
import type { WholeBill } from '../../../products/bills/bill.ts'
import { billAmounts, billBoleto, billDates, owedToday } from './bill-parts.ts'
import { type TextKey, wordsIn } from './texts.ts'

export type Given = Around & {
  charge: Transaction
  merchant: Merchant
  /** The pictures of the code and of the barcode, as SVG; null: there is none. */
  qrSvg: string | null
  barcodeSvg: string | null
  /** The page's own path, and that of the charge's state. */
  path: string
  statePath: string
  receiptUrl: string | null
  /** The payment link it was opened by, where one can begin again. */
  linkUrl: string | null
  now: Date
  /** The bill that the charge is; null: an ordinary one. */
  bill: WholeBill | null
}

type Outcome = { look: Look; title: TextKey; intro: TextKey }

/** What the payer reads of a charge that can no longer be paid. */
const outcomes = {
  Completed: { look: 'good', title: 'Completed', intro: 'completedIntro' },
  Refunded: { look: 'back', title: 'Refunded', intro: 'returnedIntro' },
  Reversed: { look: 'back', title: 'Reversed', intro: 'returnedIntro' },
  Expired: { look: 'late', title: 'Expired', intro: 'expiredIntro' },
  Closing: { look: 'late', title: 'Closing', intro: 'closingIntro' },
  Closed: { look: 'gone', title: 'Closed', intro: 'closedIntro' },
  Cancelled: { look: 'gone', title: 'Cancelled', intro: 'cancelledIntro' },
  Error: { look: 'bad', title: 'Error', intro: 'errorIntro' },
  Suspended: { look: 'late', title: 'suspendedTitle', intro: 'suspendedIntro' },
  Registering: { look: 'wait', title: 'Registering', intro: 'registeringIntro' },
  ToSettle: { look: 'good', title: 'ToSettle', intro: 'toSettleIntro' },
} as const satisfies Record<string, Outcome>

/** Of a bill with a boleto they say so of that too. */
const doNotPay = new Set<TextKey>(['expiredIntro', 'closingIntro', 'cancelledIntro', 'suspendedIntro'])

/** Null: it can be paid. A charge that is being cancelled at its bank has no expiry any more. */
function outcomeOf({ state, expiresAt, cancelledAt }: Transaction, now: Date): Outcome | null {
  const isLate = expiresAt !== null && expiresAt <= (cancelledAt ?? now)
  if (state === 'Created') return expiresAt === null ? outcomes.Closing : outcomes.Registering
  if (state === 'ToSettle') return outcomes.ToSettle
  if (state === 'Registered') return expiresAt === null ? outcomes.Closing : isLate ? outcomes.Expired : null
  if (state === 'Cancelled' && expiresAt === null) return outcomes.Closed
  if (state === 'Cancelled') return isLate ? outcomes.Expired : outcomes.Cancelled
  return state === 'Completed' || state === 'Refunded' || state === 'Reversed' ? outcomes[state] : outcomes.Error
}

const soon = html`<meta http-equiv="refresh" content="5">`
const later = html`<meta http-equiv="refresh" content="15">`

/** What to pay, or how it ended. Without its script it is loaded again by itself. */
export function payerPage(given: Given): Page {
  const { charge, merchant, language } = given
  const say = wordsIn(language)
  const ended = outcomeOf(charge, given.now) ?? (merchant.state === 'Suspended' ? outcomes.Suspended : null)
  const today = dayOf(given.now)
  const owed = given.bill === null ? charge.amount : owedToday(given.bill, today)
  const amount = reais(charge.paidAmount ?? (ended === null ? owed : charge.amount), language)
  return framePage({
    ...given,
    title: `${say(ended?.title ?? 'pay', { amount })} · ${receiverOf(merchant).name}`,
    layout: ended === null ? 'split' : 'narrow',
    here: given.path,
    does: ['script', 'call'],
    head: charge.state === 'Created' ? soon : html`<noscript>${later}</noscript>`,
    main: ended === null ? payStep(given, amount) : outcomeStep(given, amount, ended),
    promise: say('promise'),
  })
}

function payStep(given: Given, amount: string): Html {
  const { charge, merchant, qrSvg, statePath, language, now, bill } = given
  const say = wordsIn(language)
  const today = dayOf(now)
  const description = oneLine(charge.orderDescription ?? '')
  const onlyPayer = charge.onlyThisPayer ? taxNumberOf(charge.counterparty) : null
  const lines = html`${amountLine(amount)}
${charge.editable ? html`<p class="quiet">${say('editable')}</p>` : null}
${onlyPayer === null ? null : html`<p class="notice">${say('onlyThisPayer', { number: maskTaxNumber(onlyPayer) })}</p>`}
${description && html`<p class="quiet">${description}</p>`}
${
  bill &&
  html`${billDates(bill, today, language)}
${billAmounts(bill, today, language)}`
}`
  return html`${summary(merchant, language, lines)}
<section class="card" data-state="${statePath}">
<h1>${say(bill === null ? 'payTitle' : bill.barcode === null ? 'payBillTitle' : 'payBoletoTitle')}</h1>
${
  qrSvg &&
  html`<p class="quiet screen">${say('payIntro')}</p>
<div class="pay">
<div>${codeField(charge.qrCode, language)}</div>
${qrImage(qrSvg, language)}
</div>`
}
${bill && billBoleto(bill, given.barcodeSvg, language)}
${bill && html`<p class="way screen"><a href="${withLanguage(`${given.path}.pdf`, language)}">${say('download')}</a></p>`}
${bill === null ? charge.expiresAt && countdown(charge.expiresAt, now, language) : html`<p class="quiet center">${say('bankDecides')}</p>`}
<p class="notice good live screen">${say('waiting')}</p>
</section>`
}

/** One that has not ended yet may turn out to be paid: the page goes on looking. */
function outcomeStep(given: Given, amount: string, { look, title, intro }: Outcome): Html {
  const { charge, merchant, statePath, receiptUrl, language } = given
  const say = wordsIn(language)
  const { name, number } = receiverOf(merchant)
  return outcome(
    look,
    html`<h1>${say(title)}</h1>
${amountLine(amount)}
<p>${name} <small>${number}</small></p>
<p class="quiet" role="status">${say(intro)}${given.bill?.ourNumber && doNotPay.has(intro) ? html` ${say('norBoleto')}` : null}</p>
${given.bill && (charge.paidAmount === null ? null : billAmounts(given.bill, dayOf(given.now), language))}
${receiptUrl && html`<a class="button" href="${withLanguage(receiptUrl, language)}">${say('receipt')}</a>`}
${onward(given)}`,
    charge.state === 'Registered' ? html` data-state="${statePath}"` : null,
  )
}

/** Of a payment link: back to the shop once it is paid, and to the link where it was not. */
function onward({ charge, linkUrl, receiptUrl, language }: Given): Html | null {
  const [href, words] = receiptUrl === null ? [linkUrl, 'again' as const] : [charge.redirectUrl, 'backToShop' as const]
  return href === null ? null : html`<p class="way screen"><a href="${href}">${wordsIn(language)(words)}</a></p>`
}
