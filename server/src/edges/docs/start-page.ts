import { type Html, html } from '../../platform/http/html.ts'
import type { Framed } from './frame.ts'
import { docsLink, inlineMarkdown } from './markdown.ts'

/** Where `/docs` begins: what to read first, the other guides, and where to look things up. */
export function startPage({ language, words, guides }: Framed): Html {
  const [first, ...others] = guides
  const card = (path: string, title: string, text: Html | string) =>
    html`<li><a class="card" href="${docsLink(path, language)}"><strong>${title}</strong><span>${text}</span></a></li>`
  const summaryOf = (text: string) => inlineMarkdown(withoutLinks(text), language)
  return html`
<h1>${words.documentation}</h1>
<p class="lead">${words.startText}</p>
${
  first === undefined
    ? null
    : html`<h2>${words.readFirst}</h2>
<ul class="cards first">${card(`/${first.name}`, first.title, summaryOf(first.summary))}</ul>
<h2>${words.guides}</h2>
<ul class="cards">${others.map(guide => card(`/${guide.name}`, guide.title, summaryOf(guide.summary)))}</ul>`
}
<h2>${words.reference}</h2>
<ul class="cards">${card('/reference', words.reference, words.referenceText)}${card('/errors', words.errors, words.errorsText)}</ul>
`
}

/** A card is a link itself. */
const withoutLinks = (markdown: string) => markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
