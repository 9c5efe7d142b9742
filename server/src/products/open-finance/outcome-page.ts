import { type Html, html } from '../../platform/http/html.ts'
import { type TextKey, say } from './checkout-texts.ts'
import { pageShell, withLanguage } from './page-shell.ts'
import type { Checkout } from './read-checkout.ts'
import { type Given, amountLine, receiverOf } from './step-page.ts'

type Outcome = { look: 'good' | 'bad' | 'late' | 'gone' | 'back' | 'wait'; title: TextKey; intro: TextKey }

/** What the payer is told of a payment that has ended. */
const outcomes = {
  Completed: { look: 'good', title: 'Completed', intro: 'CompletedIntro' },
  Refunded: { look: 'back', title: 'Refunded', intro: 'returnedIntro' },
  Reversed: { look: 'back', title: 'Reversed', intro: 'returnedIntro' },
  Cancelled: { look: 'gone', title: 'Cancelled', intro: 'cancelledIntro' },
  Expired: { look: 'late', title: 'Expired', intro: 'cancelledIntro' },
  ConsentRejected: { look: 'bad', title: 'ConsentRejected', intro: 'ConsentRejectedIntro' },
  Error: { look: 'bad', title: 'Error', intro: 'ErrorIntro' },
} as const satisfies Record<string, Outcome>

function outcomeOf({ transaction, consent, state }: Checkout): Outcome {
  if (state === 'Completed' || state === 'Refunded' || state === 'Reversed') return outcomes[state]
  if (state === 'Cancelled') return wasLate(transaction, consent) ? outcomes.Expired : outcomes.Cancelled
  return transaction.errorCause === 'ConsentRejected' ? outcomes.ConsentRejected : outcomes.Error
}

/** Cancelled by the clock, not by somebody. */
const wasLate = ({ expiresAt, cancelledAt }: Checkout['transaction'], consent: Checkout['consent']): boolean =>
  cancelledAt === null ||
  consent?.rejectionReason === 'AuthorisationExpired' ||
  (expiresAt !== null && expiresAt <= cancelledAt)

/** The end, with the way back to the shop. */
export function finishedPage(given: Given, receiptUrl: string | null): string {
  const { checkout, path, language } = given
  const outcome = outcomeOf(checkout)
  return outcomePage(given, outcome, {
    here: path,
    actions: html`<a class="go" href="${checkout.shop}">${say('backToShop', language)}</a>
${receiptUrl && html`<p class="leave"><a href="${withLanguage(receiptUrl, language)}">${say('receipt', language)}</a></p>`}`,
  })
}

/**
 * The bank has not said yet how it ended. The page's script looks again by itself. Where we do not know whether the payer
 * has authorised it, they may also choose again.
 */
export function processingPage(given: Given): string {
  const { path, language, checkout } = given
  const here = `${path}/outcome`
  const again = checkout.phase === 'choosing' ? withLanguage(path, language) : null
  const actions = html`<a class="go" href="${withLanguage(here, language)}" data-again>${say('refresh', language)}</a>
${again && html`<p class="leave"><a href="${again}">${say('chooseAgain', language)}</a></p>`}`
  const intro = checkout.consent?.state === 'Authorised' ? 'processingIntro' : 'undecidedIntro'
  const outcome = { look: 'wait', title: 'processingTitle', intro } as const
  return outcomePage(given, outcome, { here, actions })
}

function outcomePage(
  given: Given,
  { look, title, intro }: Outcome,
  { here, actions }: { here: string; actions: Html },
) {
  const { checkout, base, language, isSandbox } = given
  const { name, number } = receiverOf(checkout)
  const step = html`<div class="outcome ${look}">
${look === 'wait' ? html`<div class="spinner" aria-hidden="true"></div>` : icon(look)}
<h1>${say(title, language)}</h1>
${amountLine(checkout, language)}
<p class="receiver">${name} <small>${number}</small></p>
<p class="intro" role="status">${say(intro, language)}</p>
${actions}
</div>`
  return pageShell({ title: `${say(title, language)} · ${name}`, language, here, base, isSandbox, summary: null, step })
}

/** What is said where there is no payment to speak of. */
const messages = {
  notFound: [404, 'notFoundTitle', 'notFoundIntro'],
  unreadable: [400, 'unreadableTitle', 'unreadableIntro'],
  suspended: [403, 'suspendedTitle', 'suspendedIntro'],
  away: [503, 'awayTitle', 'awayIntro'],
  bankAway: [503, 'bankAwayTitle', 'bankAwayIntro'],
  fault: [500, 'faultTitle', 'faultIntro'],
} as const satisfies Record<string, readonly [status: number, title: TextKey, intro: TextKey]>

export type MessageKind = keyof typeof messages

type Around = Pick<Given, 'language' | 'base' | 'isSandbox'> & { requestId: string }

export function messagePage(kind: MessageKind, { language, base, isSandbox, requestId }: Around) {
  const [status, title, intro] = messages[kind]
  const step = html`<div class="outcome bad">
${icon('bad')}
<h1>${say(title, language)}</h1>
<p class="intro">${say(intro, language, { requestId })}</p>
</div>`
  const text = pageShell({ title: say(title, language), language, here: null, base, isSandbox, summary: null, step })
  return { status, text }
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
