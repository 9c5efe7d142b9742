import { html } from '../../platform/http/html.ts'
import { type Language, languageTag, otherLanguage } from '../../platform/http/languages.ts'
import { brand, pageLook } from '../../platform/http/page-look.ts'
import { testBand } from '../../platform/http/test-mark.ts'
import type { Receipt } from './read-receipt.ts'
import { type Section, receiptLines, say } from './receipt-texts.ts'

/** The page runs no script, posts no form and loads nothing. */
const look = pageLook(new URL('receipt.css', import.meta.url))
export const receiptPagePolicy = look.policy

const messages = {
  away: { title: 'awayTitle', intro: 'awayIntro' },
  notFound: { title: 'notFoundTitle', intro: 'notFoundIntro' },
} as const

/** What is shown where the receipt cannot be read, or where there is none. */
export function messagePage(message: keyof typeof messages, language: Language): string {
  const { title, intro } = messages[message]
  return look.page({
    language,
    title: say(title, language),
    body: html`<header class="top">${brand}</header>
<main>
<article class="paper"><div class="summary">
<h1>${say(title, language)}</h1>
<p>${say(intro, language)}</p>
</div></article>
</main>`,
  })
}

/** One page that needs nothing else, for a phone first. */
export function receiptPage(receipt: Receipt, language: Language): string {
  const { title, state, amount, date, timeZone, returned, isAllReturned, sections, test } = receiptLines(
    receipt,
    language,
  )
  const other = otherLanguage(language)
  return look.page({
    language,
    title: [test?.mark, title, amount].filter(Boolean).join(' · '),
    body: html`<header class="top">
${brand}
<a href="${receipt.address}?lang=${other}" lang="${languageTag(other)}" hreflang="${languageTag(other)}">${say('otherLanguage', language)}</a>
</header>
<main>
<article class="paper${returned === null ? '' : ' returned'}"${test && html` data-mark="${test.mark}"`}>
${test && testBand(language, test.meaning)}
<div class="summary">
${returned === null ? tick : arrowBack}
<h1>${title}</h1>
<p class="state">${state}</p>
<p class="amount">${isAllReturned ? html`<s>${amount}</s>` : amount}</p>
<p class="date"><time datetime="${receipt.paidAt.toISOString()}">${date}</time> <span>${timeZone}</span></p>
${returned && html`<p class="notice">${returned}</p>`}
</div>
${sections.map(sectionMarkup)}
</article>
<a class="download" href="${receipt.address}.pdf?lang=${language}" download>${say('download', language)}</a>
</main>`,
  })
}

const sectionMarkup = ({ heading, lines, isSum = false }: Section) => html`<section${isSum ? html` class="sum"` : null}>
<h2>${heading}</h2>
<dl>
${lines.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>
</section>
`

const icon = (path: string) =>
  html`<svg class="mark" viewBox="0 0 56 56" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`

const tick = icon('M18 29l7 7 14-15')
const arrowBack = icon('M24 17l-8 8 8 8M17 25h14a7 7 0 0 1 0 14h-6')
