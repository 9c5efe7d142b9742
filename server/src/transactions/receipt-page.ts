import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Html, html } from '../lib/html.ts'
import { type Language, languageTag, otherLanguage } from '../lib/languages.ts'
import type { Receipt } from './read-receipt.ts'
import { type Section, receiptLines, say } from './receipt-texts.ts'

const style = readFileSync(new URL('receipt.css', import.meta.url), 'utf8')

/** The page runs no script and loads nothing; even its style is the one below or none. */
export const receiptPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** One page that needs nothing else, for a phone first. */
export function receiptPage(receipt: Receipt, language: Language): string {
  const { title, state, amount, date, timeZone, returned, sections, note } = receiptLines(receipt, language)
  const other = otherLanguage(language)
  const page = html`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${amount}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<header class="top">
<p class="brand">Trilho</p>
<a href="${receipt.address}?lang=${other}" lang="${languageTag(other)}" hreflang="${languageTag(other)}">${say('otherLanguage', language)}</a>
</header>
<main>
<article class="paper${returned === null ? '' : ' returned'}">
<div class="summary">
${returned === null ? tick : arrowBack}
<h1>${title}</h1>
<p class="state">${state}</p>
<p class="amount">${returned === null ? amount : html`<s>${amount}</s>`}</p>
<p class="date"><time datetime="${receipt.paidAt.toISOString()}">${date}</time> <span>${timeZone}</span></p>
${returned && html`<p class="notice">${returned}</p>`}
</div>
${sections.map(sectionMarkup)}
${note && html`<p class="note">${note}</p>`}
</article>
<a class="download" href="${receipt.address}.pdf?lang=${language}" download>${say('download', language)}</a>
</main>
</body>
</html>
`
  return page.text
}

const sectionMarkup = ({ heading, lines }: Section) => html`<section>
<h2>${heading}</h2>
<dl>
${lines.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>
</section>
`

const icon = (path: string) =>
  html`<svg class="mark" viewBox="0 0 56 56" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`

const tick = icon('M18 29l7 7 14-15')
const arrowBack = icon('M24 17l-8 8 8 8M17 25h14a7 7 0 0 1 0 14h-6')
