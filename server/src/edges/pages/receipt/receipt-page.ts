import { html } from '../../../platform/http/html.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { Receipt } from '../../../products/receipts/read-receipt.ts'
import { receiptLines, say } from '../../../products/receipts/texts.ts'
import { type Page, framePage } from '../kit/frame.ts'
import { amountLine, details, outcome, timeOf } from '../kit/pieces.ts'

/** One page that needs nothing else: no script, no form. */
export function receiptPage(receipt: Receipt, language: Language, base = ''): Page {
  const lines = receiptLines(receipt, language)
  const { title, state, amount, date, timeZone, returned, isAllReturned, sections, test } = lines
  const content = html`<h1>${title}</h1>
<p>${state}</p>
${amountLine(amount, isAllReturned)}
<p class="quiet">${timeOf(receipt.paidAt, date)} ${timeZone}</p>
${returned && html`<p class="notice">${returned}</p>`}
<div class="start">
${sections.map(({ heading, lines: rows, isSum }) => html`<h2>${heading}</h2>\n${details(rows, isSum ? 'sum' : 'facts')}\n`)}</div>`
  return framePage({
    language,
    base,
    isSandbox: receipt.isSandbox,
    title: [test?.mark, title, amount].filter(Boolean).join(' · '),
    layout: 'narrow',
    here: receipt.address,
    ...(test && { testMeaning: test.meaning }),
    main: html`${outcome(returned === null ? 'good' : 'back', content, test && html` data-mark="${test.mark}"`)}
<a class="button" href="${receipt.address}.pdf?lang=${language}" download>${say('download', language)}</a>`,
  })
}
