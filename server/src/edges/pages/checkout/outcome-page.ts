import { type Html, html } from '../../../platform/http/html.ts'
import type { Checkout } from '../../../products/open-finance/read-checkout.ts'
import { type Page, framePage, withLanguage } from '../kit/frame.ts'
import { type Look, amountLine, outcome, receiverOf } from '../kit/pieces.ts'
import { type Given, amountOf } from './step-page.ts'
import { type TextKey, wordsIn } from './texts.ts'

type Outcome = { look: Look; title: TextKey; intro: TextKey }

/** What the payer reads of a payment that has ended. */
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

/** Cancelled because its time was over, not by somebody. */
const wasLate = ({ expiresAt, cancelledAt }: Checkout['transaction'], consent: Checkout['consent']): boolean =>
  cancelledAt === null ||
  consent?.rejectionReason === 'AuthorisationExpired' ||
  (expiresAt !== null && expiresAt <= cancelledAt)

/** How the payment ended, with the way back to the shop. */
export function finishedPage(given: Given, receiptUrl: string | null): Page {
  const { checkout, path, language } = given
  const say = wordsIn(language)
  const actions = html`<a class="button" href="${checkout.shop}">${say('backToShop')}</a>
${receiptUrl && html`<a class="button second" href="${withLanguage(receiptUrl, language)}">${say('receipt')}</a>`}`
  return outcomePage(given, outcomeOf(checkout), path, actions)
}

/** No result of the bank yet; the page reloads itself. A payer who may not have authorised can choose again. */
export function processingPage(given: Given): Page {
  const { path, language, checkout } = given
  const say = wordsIn(language)
  const here = `${path}/outcome`
  const again = checkout.phase === 'choosing' ? withLanguage(path, language) : null
  const actions = html`<a class="button" href="${withLanguage(here, language)}" data-again>${say('refresh')}</a>
${again && html`<p class="way"><a href="${again}">${say('chooseAgain')}</a></p>`}`
  const intro = checkout.consent?.state === 'Authorised' ? 'processingIntro' : 'undecidedIntro'
  return outcomePage(given, { look: 'wait', title: 'processingTitle', intro }, here, actions)
}

function outcomePage(given: Given, { look, title, intro }: Outcome, here: string, actions: Html): Page {
  const say = wordsIn(given.language)
  const { name, number } = receiverOf(given.checkout.merchant)
  return framePage({
    ...given,
    title: `${say(title)} · ${name}`,
    layout: 'narrow',
    here,
    does: ['post', 'script'],
    main: outcome(
      look,
      html`<h1>${say(title)}</h1>
${amountLine(amountOf(given))}
<p>${name} <small>${number}</small></p>
<p class="quiet" role="status">${say(intro)}</p>
${actions}`,
    ),
    promise: say('promise'),
  })
}
