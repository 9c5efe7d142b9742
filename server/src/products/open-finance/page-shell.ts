import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Html, html } from '../../platform/http/html.ts'
import { type Language, languageTag, otherLanguage } from '../../platform/http/languages.ts'
import { brand, pageLook, sheet } from '../../platform/http/page-look.ts'
import { testBand } from '../../platform/http/test-mark.ts'
import { say } from './checkout-texts.ts'

export const checkoutScript = readFileSync(new URL('checkout.js', import.meta.url), 'utf8')
const scriptVersion = hash('sha256', checkoutScript, 'hex').slice(0, 16)

/**
 * Scripts only from here, and forms that post only here. Pages never answer a form with a way out of this server:
 * browsers hold every address on the way against `form-action`, and a bank or shop may have several.
 */
const look = pageLook([sheet, new URL('checkout.css', import.meta.url)], { forms: 'self', scripts: 'self' })
export const checkoutPolicy = look.policy

export type Shell = {
  title: string
  language: Language
  /** The path of this page without its language; null where there is no other language to offer. */
  here: string | null
  /** In front of every path of the checkout; empty unless a proxy serves it below another. */
  base: string
  isSandbox: boolean
  /** Who is paid, beside the step. */
  summary: Html | null
  /** Where the step itself says most of the summary, a phone shows less of it. */
  isCompact?: boolean
  step: Html
}

/** What all pages of the checkout have around them, for a phone first. */
export function pageShell({ title, language, here, base, isSandbox, summary, isCompact = false, step }: Shell): string {
  const other = otherLanguage(language)
  return look.page({
    language,
    title,
    head: html`<script src="${base}/checkout/checkout.js?v=${scriptVersion}" defer></script>`,
    bodyClass: summary === null ? 'narrow' : isCompact ? 'compact' : 'full',
    body: html`<header>
${isSandbox ? testBand(language, say('sandbox', language)) : null}
<div class="top">
${brand}
${here && html`<a href="${withLanguage(here, other)}" lang="${languageTag(other)}" hreflang="${languageTag(other)}">${say('otherLanguage', language)}</a>`}
</div>
</header>
<main class="sheet">
${summary}
<section class="step">
${step}
</section>
</main>
<footer>
<p>${lock}${say('promise', language)}</p>
</footer>`,
  })
}

export const withLanguage = (path: string, language: Language): string =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`

const lock = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/></svg>`
