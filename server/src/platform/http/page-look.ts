import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Html, html } from './html.ts'
import { type Language, languageTag } from './languages.ts'

type Page = { language: Language; title: string; head?: Html; bodyClass?: string; body: Html }

const common = readFileSync(new URL('page.css', import.meta.url), 'utf8')
/** For pages on which somebody pays: one sheet with what is paid, and the step that is next. */
export const sheet = new URL('sheet.css', import.meta.url)

const logo = readFileSync(new URL('icon.svg', import.meta.url), 'utf8')
const icon = `data:image/svg+xml,${encodeURIComponent(logo)}`

/** Two rails and their sleepers, in a square of 32 with round corners: for paper, which draws it itself. */
export const logoLines = /<path d="([^"]+)"/.exec(logo)?.[1] ?? ''

/** Whose page it is, at the top of each: the same mark as in the portal. */
export const brand = html`<p class="brand">${new Html(logo.replace('<svg ', '<svg aria-hidden="true" '))}Trilho</p>`

/**
 * The look of some pages: the style that all share and their own, and the policy under which these are all they have,
 * save what is allowed here. Nothing comes from elsewhere, and no page is framed.
 */
export function pageLook(styleFiles: URL | URL[], allows: { forms?: 'self'; scripts?: 'self'; calls?: 'self' } = {}) {
  const style =
    common +
    [styleFiles]
      .flat()
      .map(file => readFileSync(file, 'utf8'))
      .join('')
  const source = (allowed: 'self' | undefined) => (allowed === undefined ? "'none'" : `'${allowed}'`)
  return {
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
      `script-src ${source(allows.scripts)}`,
      `connect-src ${source(allows.calls)}`,
      'img-src data:',
      "base-uri 'none'",
      `form-action ${source(allows.forms)}`,
      "frame-ancestors 'none'",
    ].join('; '),

    page: ({ language, title, head, bodyClass = '', body }: Page): string =>
      html`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${new Html(style)}</style>
${head ?? null}
</head>
<body class="${bodyClass}">
${body}
</body>
</html>
`.text,
  }
}
