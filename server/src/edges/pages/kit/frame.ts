import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Html, html, logo } from '../../../platform/http/html.ts'
import { type Language, languageTag, otherLanguage, testMark } from '../../../platform/http/languages.ts'
import { sharedWords } from './texts.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const style = (read('../../../platform/http/page.css') + read('pages.css')).replaceAll(
  /\/\*.*?\*\/|(?<=[\n{};]) +|\n/gs,
  '',
)
const styleHash = hash('sha256', style, 'base64')

export const pageScript = read('pages.js')
const scriptVersion = hash('sha256', pageScript, 'hex').slice(0, 16)

const icon = `data:image/svg+xml,${encodeURIComponent(logo)}`
const brand = html`${new Html(logo.replace('<svg ', '<svg aria-hidden="true" '))}Trilho`
const lock = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/></svg>`

/** What a page is made for. `base` stands in front of every path of ours where a proxy serves us below another. */
export type Around = { language: Language; base: string; isSandbox: boolean }

export type Frame = Around & {
  title: string
  /** `split`: what is paid, and beside it the step. */
  layout: 'split' | 'narrow' | 'wide'
  /** The address of this page without its language; null where there is no other language to offer. */
  here: string | null
  /** What the page does beyond being read: post its forms to us, run our script, and let that call us. */
  does?: readonly ('post' | 'script' | 'call')[]
  /** In place of ours. */
  brand?: Html
  /** What a sandbox says of itself, where it is not the usual. */
  testMeaning?: string
  head?: Html
  main: Html
  promise?: string
  status?: number
}

export type Page = { language: Language; policy: string; text: string; status: number }

/** What all public pages have around them. Nothing comes from elsewhere, and no page is framed. */
export function framePage(frame: Frame): Page {
  const { language, base, isSandbox, title, layout, here, does = [], head, main, promise, status = 200 } = frame
  const say = sharedWords(language)
  const other = otherLanguage(language)
  const text = html`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${new Html(style)}</style>
${does.includes('script') ? html`<script src="${base}/pages.js?v=${scriptVersion}" defer></script>` : null}
${head ?? null}
</head>
<body class="${layout}">
<header>
${isSandbox ? html`<p class="testing"><strong>${testMark(language)}</strong> <span>${frame.testMeaning ?? say('sandbox')}</span></p>` : null}
<div class="bar">
<p class="brand">${frame.brand ?? brand}</p>
${here && html`<a href="${withLanguage(here, other)}" lang="${languageTag(other)}" hreflang="${languageTag(other)}">${say('otherLanguage')}</a>`}
</div>
</header>
<main>
${main}
</main>
${promise ? html`<footer class="screen"><p>${lock}${promise}</p></footer>` : null}
</body>
</html>
`.text
  return { language, policy: policyOf(does), text, status }
}

/** Forms post only here and never redirect elsewhere: browsers check every address on the way against `form-action`. */
function policyOf(does: NonNullable<Frame['does']>): string {
  const sourceIf = (isAllowed: boolean) => (isAllowed ? "'self'" : "'none'")
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `script-src ${sourceIf(does.includes('script'))}`,
    `connect-src ${sourceIf(does.includes('call'))}`,
    'img-src data:',
    "base-uri 'none'",
    `form-action ${sourceIf(does.includes('post'))}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

export const withLanguage = (path: string, language: Language): string =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
