import { Html, html } from '../../server/src/platform/http/html.ts'
import { languageTag, otherLanguage } from './languages.ts'
import { docsLink } from './markdown.ts'
import type { Page, Site } from './page.ts'
import { type Operation, type Tag, slugOf } from './spec.ts'
import type { Words } from './texts.ts'

/** Header and menu around the content of a page. */
export function frame(site: Site, { path, title, isWide = false, body }: Page): string {
  const { language, words, assets } = site
  return html`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${`${title} · Trilho`}</title>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}" defer></script>
</head>
<body class="${isWide ? 'wide-page' : ''}" data-words="${JSON.stringify(scriptWords(words))}" data-search="${`/docs/search.${language}.json`}">
<a class="skip" href="#content">${words.skip}</a>
<header>
<button class="menu-button" type="button" popovertarget="menu" aria-label="${words.menu}"><span aria-hidden="true">☰</span></button>
<a class="brand" href="${docsLink('', language)}"><img src="${assets.icon}" alt="" width="28" height="28"><strong>Trilho</strong><span>${words.documentation}</span></a>
<search class="search"><input type="search" placeholder="${words.searchHint}" aria-label="${words.search}" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><ul id="found" role="listbox" aria-label="${words.found}" hidden></ul></search>
<a class="switch" href="${docsLink(path === '/404' ? '' : path, otherLanguage(language))}" lang="${languageTag(otherLanguage(language))}" hreflang="${languageTag(otherLanguage(language))}">${words.otherLanguage}</a>
</header>
<div class="columns">
<nav id="menu" popover aria-label="${words.documentation}">${navigation(site, path)}</nav>
<main id="content" tabindex="-1">${body}</main>
</div>
</body>
</html>
`.text
}

/** The texts of the script. */
const scriptWords = ({ copy, copied, nothingFound, sending, unreachable, tokenNeeded, ms }: Words) => ({
  copy,
  copied,
  nothingFound,
  sending,
  unreachable,
  tokenNeeded,
  ms,
})

function navigation({ language, words, guides, tags, say }: Site, path: string): Html {
  const entry = (to: string, text: string, inner: Html | null = null) =>
    html`<li><a href="${docsLink(to, language)}"${to === path ? new Html(' aria-current="page"') : null}>${text}</a>${inner}</li>`
  const within = (tag: Tag, operations: Operation[]) =>
    path === `/reference/${slugOf(tag.name)}`
      ? html`<ul>${operations.map(({ id, summary }) => html`<li><a href="#${id}">${say(summary)}</a></li>`)}${tag.name === 'Webhooks' ? html`<li><a href="#events">${words.events}</a></li>` : null}</ul>`
      : null
  return html`
<h2>${words.guides}</h2>
<ul>${guides.map(({ name, title }) => entry(`/${name}`, title))}</ul>
<h2>${words.reference}</h2>
<ul>${entry('/reference', words.overview)}${tags.map(({ tag, operations }) =>
    entry(`/reference/${slugOf(tag.name)}`, say(tag.name), within(tag, operations)),
  )}${entry('/errors', words.errors)}</ul>
<h2>${words.more}</h2>
<ul><li><a href="/openapi.json">${words.openapi}</a></li><li><a href="/postman.json">${words.postman}</a></li></ul>
`
}
