import { type Html, html } from '../../platform/http/html.ts'
import { eventsSection } from './events-section.ts'
import type { Framed } from './frame.ts'
import { docsLink, inlineMarkdown } from './markdown.ts'
import { operationSection } from './operation.ts'
import type { Place } from './samples/program.ts'
import { type Operation, type Spec, type Tag, slugOf } from './spec.ts'
import { loginTemplate } from './try-it.ts'

/** The table of contents: every operation in one list, by tag. */
export function referencePage({ language, words, tags, say }: Framed, place: Place): Html {
  return html`
<h1>${words.reference}</h1>
<p class="lead">${words.referenceText}</p>
<p class="address"><code>${place.url}</code></p>
<p>${inlineMarkdown(place.isSandbox ? words.samplesNote : words.samplesNoteOfProduction, language)}</p>
${tags.map(
  ({
    tag,
    operations,
  }) => html`<h2><a href="${docsLink(`/reference/${slugOf(tag.name)}`, language)}">${say(tag.name)}</a></h2>
<p>${say(tag.description)}</p>
<ul class="contents">${operations.map(
    ({ id, method, path, summary }) =>
      html`<li><a href="${docsLink(`/reference/${slugOf(tag.name)}`, language, id)}">${say(summary)}</a> <span class="address"><span class="method">${method}</span> <code>${path}</code></span></li>`,
  )}${tag.name === 'Webhooks' ? html`<li><a href="${docsLink('/reference/webhooks', language, 'events')}">${words.events}</a></li>` : null}</ul>`,
)}
`
}

type Shown = { tag: Tag; operations: Operation[]; place: Place }

/** The operations of one tag; with Webhooks, also what is told. */
export const tagPage = (framed: Framed, spec: Spec, { tag, operations, place }: Shown): Html => html`
<h1>${framed.say(tag.name)}</h1>
<p class="lead">${inlineMarkdown(framed.say(tag.description), framed.language)}</p>
${operations.map(operation => operationSection(framed, spec, operation, place))}
${tag.name === 'Webhooks' ? eventsSection(framed, spec) : null}
${place.isSandbox ? loginTemplate(framed, place) : null}
`
