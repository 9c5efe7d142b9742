import { type Micros, formatReais } from '../../platform/brazil/money.ts'
import { isGenuineCnpj } from '../../platform/brazil/tax-number.ts'
import { formatDate } from '../../platform/http/dates.ts'
import { type Html, html, oneLine } from '../../platform/http/html.ts'
import { type Language, languageTag, otherLanguage } from '../../platform/http/languages.ts'
import { brand, pageLook, sheet } from '../../platform/http/page-look.ts'
import { testBand } from '../../platform/http/test-mark.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import { merchantParty } from '../receipts/read-receipt.ts'
import { payerScriptTag } from '../pix/payer-page/payer-page.ts'
import { type Link, whyClosed } from './link.ts'
import { type TextKey, say } from './link-texts.ts'

const styles = [
  sheet,
  new URL('../pix/payer-page/payer-page.css', import.meta.url),
  new URL('link-page.css', import.meta.url),
]
/** It runs no script, and its one form posts here: the look is that of the page it leads to. */
const look = pageLook(styles, { forms: 'self' })
/** A static code is copied and printed by the script of the page of a charge; there is no form. */
const counterLook = pageLook(styles, { scripts: 'self' })

export type Shown = { text: string; policy: string }
type Around = { language: Language; isSandbox: boolean }
export type Sent = { amount?: string; name?: string; cpf?: string }
export type Problem = Extract<TextKey, `${string}Problem`>

export type Given = Around & {
  /** The picture of a static QR code, as SVG; null: a link that opens charges. */
  codeSvg: string | null
  base: string
  link: Link
  merchant: Merchant
  path: string
  now: Date
  /** Under which a form is taken once. */
  once: string
  sent: Sent
  problem: Problem | null
}

/** How few are left before a payer is told. */
const fewLeft = 10

/** What is paid for, and a button; or why it cannot be paid. */
export function linkPage(given: Given): Shown {
  const { link, merchant, language, codeSvg } = given
  const why = merchant.state === 'Suspended' ? 'Suspended' : whyClosed(link, given.now)
  return shell({
    ...given,
    title: `${why === null ? '' : `${say(why, language)} · `}${oneLine(link.title)} · ${receiverOf(merchant).name}`,
    body: html`${summaryOf(given)}
${why !== null ? closedStep(why, language) : codeSvg === null ? payStep(given) : counterStep(given, codeSvg)}`,
    ...(codeSvg !== null && { look: counterLook, head: payerScriptTag(given.base) }),
  })
}

const reais = (amount: Micros, language: Language): string => formatReais(amount, language).replace(' ', '\u00a0')

function receiverOf(merchant: Merchant) {
  const { name, taxNumber } = merchantParty(merchant)
  return { name: oneLine(name ?? ''), number: `${isGenuineCnpj(merchant.taxNumber) ? 'CNPJ' : 'CPF'} ${taxNumber}` }
}

function summaryOf({ link, merchant, language, now }: Given): Html {
  const { name, number } = receiverOf(merchant)
  const { title, description, endsAt } = link
  const amount = link.amount === null ? null : reais(link.amount, language)
  const left = merchant.state === 'Active' && whyClosed(link, now) === null ? leftOf(link) : null
  return html`<section class="summary">
<p class="label">${say('payTo', language)}</p>
<p class="receiver">${name}</p>
<p class="number">${number}</p>
<p class="title">${oneLine(title)}</p>
${description && html`<p class="description">${description}</p>`}
${amount && html`<p class="${amount.length > 12 ? 'amount long' : 'amount'}">${amount}</p>`}
${left === null ? null : html`<p class="left">${left === 1 ? say('lastOne', language) : say('left', language, { count: String(left) })}</p>`}
${endsAt && html`<p class="description"><time datetime="${endsAt.toISOString()}">${say('payUntil', language, { date: formatDate(endsAt, language) })} ${say('timeZone', language)}</time></p>`}
</section>`
}

/** Null: many, or any number. One that was only ever for one payer has no last one. */
function leftOf({ stock, openCount, paidCount }: Link): number | null {
  if (stock === null || stock === 1) return null
  const left = stock - openCount - paidCount
  return left > fewLeft ? null : left
}

function payStep(given: Given): Html {
  const { link, path, language, once, problem } = given
  return html`<section class="step">
${problem && html`<p class="problem" role="alert"><strong>${say('problem', language)}.</strong> ${say(problem, language)}</p>`}
<h1>${say('payTitle', language)}</h1>
<p class="intro">${say('payIntro', language)}</p>
<form method="post" action="${path}">
<input type="hidden" name="lang" value="${language}">
<input type="hidden" name="once" value="${once}">
${link.amount === null ? amountField(given) : null}
${link.asksPayer ? payerFields(given) : null}
<button class="go">${say('pay', language)}</button>
</form>
</section>`
}

/** One code for a counter: read by payers, and printed by who has put it up. */
const counterStep = ({ link, language }: Given, codeSvg: string): Html => html`<section class="step counter">
<h1>${say('payTitle', language)}</h1>
<p class="intro">${say(link.amount === null ? 'counterOpen' : 'counterFixed', language)}</p>
<img class="qr" src="data:image/svg+xml,${encodeURIComponent(codeSvg)}" width="232" height="232" alt="${say('qrCode', language)}">
<div class="field screen">
<label for="code">${say('code', language)}</label>
<textarea id="code" rows="4" readonly spellcheck="false">${link.qrCode}</textarea>
<button class="go" id="copy" data-copied="${say('copied', language)}" hidden>${say('copy', language)}</button>
<p id="said" class="unseen" role="status"></p>
</div>
</section>`

const invalidIf = (isWrong: boolean): Html | null => (isWrong ? html` aria-invalid="true"` : null)

const amountField = ({ link, language, sent, problem }: Given): Html => html`<div class="field">
<label for="amount">${say('amount', language)}</label>
<input id="amount" class="money" name="amount" inputmode="decimal" autocomplete="off" required maxlength="20" value="${sent.amount ?? ''}" aria-describedby="amount-hint"${invalidIf(problem === 'AmountProblem')}>
<p class="hint" id="amount-hint">${boundsOf(link, language) ?? say('amountHint', language)}</p>
</div>`

function boundsOf({ minAmount, maxAmount }: Link, language: Language): string | null {
  const [min, max] = [minAmount && reais(minAmount, language), maxAmount && reais(maxAmount, language)]
  if (min && max) return say('amountBetween', language, { min, max })
  if (min) return say('amountFrom', language, { min })
  return max ? say('amountUpTo', language, { max }) : null
}

const payerFields = ({ language, sent, problem }: Given): Html => html`<div class="field">
<label for="name">${say('name', language)}</label>
<input id="name" name="name" autocomplete="name" required maxlength="200" value="${sent.name ?? ''}"${invalidIf(problem === 'NameProblem')}>
</div>
<div class="field">
<label for="cpf">${say('cpf', language)}</label>
<input id="cpf" name="cpf" inputmode="numeric" autocomplete="off" required maxlength="20" value="${sent.cpf ?? ''}" placeholder="000.000.000-00"${invalidIf(problem === 'CpfProblem' || problem === 'PayerProblem')}>
</div>`

const closedStep = (why: NonNullable<ReturnType<typeof whyClosed>> | 'Suspended', language: Language): Html =>
  outcomeOf(why, `${why}Intro`, language, why === 'Busy' || why === 'Suspended' ? 'late' : 'gone')

const outcomeOf = (title: TextKey, intro: TextKey, language: Language, look: 'late' | 'gone' | 'bad'): Html =>
  html`<section class="step outcome ${look}">
<svg class="icon" viewBox="0 0 56 56" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${look === 'late' ? 'M28 17v11l7 5' : 'M20 20l16 16M36 20L20 36'}"/></svg>
<h1>${say(title, language)}</h1>
<p class="intro">${say(intro, language)}</p>
</section>`

/** What is said where there is no link to show. */
export function messagePage(kind: 'notFound' | 'away', around: Around): Shown & { status: number } {
  const body = outcomeOf(`${kind}Title`, `${kind}Intro`, around.language, 'bad')
  const title = say(`${kind}Title`, around.language)
  return { status: kind === 'notFound' ? 404 : 503, ...shell({ ...around, path: null, title, body }) }
}

type Shell = Around & { title: string; path: string | null; body: Html; look?: typeof look; head?: Html }

function shell({ title, path, body, language, isSandbox, look: own = look, head }: Shell): Shown {
  const other = otherLanguage(language)
  const text = own.page({
    language,
    title,
    ...(head && { head }),
    body: html`<header>
${isSandbox ? testBand(language, say('sandbox', language)) : null}
<div class="top">
${brand}
${path && html`<a href="${path}?lang=${other}" lang="${languageTag(other)}" hreflang="${languageTag(other)}">${say('otherLanguage', language)}</a>`}
</div>
</header>
<main class="sheet">
${body}
</main>
<footer><p>${say('promise', language)}</p></footer>`,
  })
  return { text, policy: own.policy }
}
