import { type Language, formatDate } from '../../../platform/http/languages.ts'
import { type Html, html, oneLine } from '../../../platform/http/html.ts'
import type { Merchant } from '../../../tenancy/merchants/read-merchant.ts'
import { type Link, whyClosed } from '../../../products/payment-links/states.ts'
import { type Around, type Page, framePage } from '../kit/frame.ts'
import {
  amountLine,
  codeField,
  field,
  hidden,
  outcome,
  problemNotice,
  qrImage,
  reais,
  receiverOf,
  summary,
  timeOf,
} from '../kit/pieces.ts'
import { type TextKey, wordsIn } from './texts.ts'

export type Sent = { amount?: string; name?: string; cpf?: string }
export type Problem = Extract<TextKey, `${string}Problem`>

export type Given = Around & {
  /** The picture of a static QR code, as SVG; null: a link that opens charges. */
  codeSvg: string | null
  link: Link
  merchant: Merchant
  path: string
  now: Date
  /** Under which a form is taken once. */
  once: string
  sent: Sent
  problem: Problem | null
}

/** How few are left before a payer reads it. */
const fewLeft = 10

/** What is paid for, and a button; or why it cannot be paid. A static code is copied and printed by the script. */
export function linkPage(given: Given): Page {
  const { link, merchant, language, codeSvg, problem } = given
  const say = wordsIn(language)
  const why = merchant.state === 'Suspended' ? 'suspended' : whyClosed(link, given.now)
  const step = codeSvg === null ? payStep(given) : counterStep(given, codeSvg)
  const closed = why && {
    look: why === 'Busy' || why === 'suspended' ? ('late' as const) : ('gone' as const),
    title: say(why === 'suspended' ? 'suspendedTitle' : why),
    intro: say(`${why}Intro`),
  }
  const { name, number } = receiverOf(merchant)
  return framePage({
    ...given,
    title: [closed?.title, oneLine(link.title), name].filter(Boolean).join(' · '),
    layout: closed === null ? 'split' : 'narrow',
    here: given.path,
    does: codeSvg === null ? ['post'] : ['script'],
    status: problem === null ? 200 : 409,
    main:
      closed === null
        ? html`${summary(merchant, language, linesOf(given))}\n${step}`
        : outcome(
            closed.look,
            html`<h1>${closed.title}</h1>
<p class="quiet">${closed.intro}</p>
<p class="title">${oneLine(link.title)}</p>
<p>${name} <small>${number}</small></p>`,
          ),
    promise: say('promise'),
  })
}

function linesOf({ link, language }: Given): Html {
  const say = wordsIn(language)
  const { title, description, amount, endsAt } = link
  const left = leftOf(link)
  return html`<p class="title">${oneLine(title)}</p>
${description && html`<p class="quiet lines">${description}</p>`}
${amount === null ? null : amountLine(reais(amount, language))}
${left === null ? null : html`<p><strong>${left === 1 ? say('lastOne') : say('left', { count: String(left) })}</strong></p>`}
${endsAt && html`<p class="quiet">${timeOf(endsAt, `${say('payUntil', { date: formatDate(endsAt, language) })} ${say('timeZone')}`)}</p>`}`
}

/** Null: many, or any number. One that was only ever for one payer has no last one. */
function leftOf({ stock, openCount, paidCount }: Link): number | null {
  if (stock === null || stock === 1) return null
  const left = stock - openCount - paidCount
  return left > fewLeft ? null : left
}

function payStep(given: Given): Html {
  const { link, path, language, once, problem } = given
  const say = wordsIn(language)
  return html`<section class="card">
${problem && problemNotice(say('problem'), say(problem))}
<h1>${say('payTitle')}</h1>
<p class="quiet">${say('payIntro')}</p>
<form method="post" action="${path}">
${hidden({ lang: language, once })}
${link.amount === null ? amountField(given) : null}
${link.asksPayer ? payerFields(given) : null}
<button class="button">${say('pay')}</button>
</form>
</section>`
}

/** One code for a counter: scanned by payers, and printed by the shop. */
function counterStep({ link, language }: Given, codeSvg: string): Html {
  const say = wordsIn(language)
  return html`<section class="card center">
<h1>${say('payTitle')}</h1>
<p class="quiet">${say(link.amount === null ? 'counterOpen' : 'counterFixed')}</p>
<div class="pay counter">
${qrImage(codeSvg, language)}
<div class="screen">${codeField(link.qrCode, language)}</div>
</div>
</section>`
}

const amountField = ({ link, language, sent, problem }: Given): Html =>
  field({
    name: 'amount',
    label: wordsIn(language)('amount'),
    value: sent.amount,
    hint: boundsOf(link, language),
    isWrong: problem === 'AmountProblem',
    input: html`class="money" inputmode="decimal" autocomplete="off" maxlength="20"`,
  })

function boundsOf({ minAmount, maxAmount }: Link, language: Language): string {
  const say = wordsIn(language)
  const [min, max] = [minAmount && reais(minAmount, language), maxAmount && reais(maxAmount, language)]
  if (min && max) return say('amountBetween', { min, max })
  if (min) return say('amountFrom', { min })
  return max ? say('amountUpTo', { max }) : say('amountHint')
}

const payerFields = ({ language, sent, problem }: Given): Html[] => [
  field({
    name: 'name',
    label: wordsIn(language)('name'),
    value: sent.name,
    isWrong: problem === 'NameProblem',
    input: html`autocomplete="name" maxlength="200"`,
  }),
  field({
    name: 'cpf',
    label: wordsIn(language)('taxNumber'),
    value: sent.cpf,
    isWrong: problem === 'TaxNumberProblem' || problem === 'PayerProblem',
    input: html`autocomplete="off" autocapitalize="characters" maxlength="20"`,
  }),
]
