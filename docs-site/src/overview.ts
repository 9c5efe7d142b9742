import { type Html, html } from '../../server/src/platform/http/html.ts'
import { docsLink, inlineMarkdown } from './markdown.ts'
import type { Site } from './page.ts'
import { slugOf } from './spec.ts'

/** `/docs`: what to read first, the other guides, and where to look things up. */
export function startPage({ language, words, guides }: Site): Html {
  const [first, ...others] = guides
  const card = (path: string, title: string, text: Html | string) =>
    html`<li><a class="card" href="${docsLink(path, language)}"><strong>${title}</strong><span>${text}</span></a></li>`
  // A card is a link itself: the links in a summary become plain text.
  const guideCard = ({ name, title, summary }: (typeof guides)[number]) =>
    card(`/${name}`, title, inlineMarkdown(summary.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'), language))
  return html`
<h1>${words.documentation}</h1>
<p class="lead">${words.startText}</p>
<h2>${words.readFirst}</h2>
<ul class="cards first">${first === undefined ? null : guideCard(first)}</ul>
<h2>${words.guides}</h2>
<ul class="cards">${others.map(guideCard)}</ul>
<h2>${words.reference}</h2>
<ul class="cards">${card('/reference', words.reference, words.referenceText)}${card('/errors', words.errors, words.errorsText)}</ul>
`
}

/** `/docs/reference`: every operation, by tag. */
export function referencePage({ language, words, tags, say, place }: Site): Html {
  return html`
<h1>${words.reference}</h1>
<p class="lead">${words.referenceText}</p>
<p class="address"><code>${place.url}</code></p>
<p>${inlineMarkdown(place.isSandbox ? words.samplesNote : words.samplesNoteOfProduction, language)}</p>
${tags.map(({ tag, operations }) => {
  const link = (anchor = '') => docsLink(`/reference/${slugOf(tag.name)}`, language, anchor)
  return html`<h2><a href="${link()}">${say(tag.name)}</a></h2>
<p>${say(tag.description)}</p>
<ul class="contents">${operations.map(
    ({ id, method, path, summary }) =>
      html`<li><a href="${link(id)}">${say(summary)}</a> <span class="address"><span class="method">${method}</span> <code>${path}</code></span></li>`,
  )}${tag.name === 'Webhooks' ? html`<li><a href="${link('events')}">${words.events}</a></li>` : null}</ul>`
})}
`
}
