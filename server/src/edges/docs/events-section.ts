import { type Html, html } from '../../platform/http/html.ts'
import { fieldsIn } from './fields.ts'
import type { Framed } from './frame.ts'
import { codeBlock } from './highlight.ts'
import { inlineMarkdown } from './markdown.ts'
import { type Operation, type Spec, firstContent } from './spec.ts'

const schemaOf = (event: Operation) => firstContent(event.body?.content ?? {})?.schema.$ref ?? ''

/** What a merchant's address is told: events of one form together, with the headers and answers that all share. */
export function eventsSection(framed: Framed, spec: Spec): Html {
  const { language, words, say } = framed
  const [any] = spec.events
  const groups = [...Map.groupBy(spec.events, schemaOf).values()]
  return html`<section id="events">
<h2><a href="#events">${words.events}</a></h2>
<p>${inlineMarkdown(words.eventsText, language)}</p>
<h3>${words.headers}</h3>
${fieldsIn(framed, spec).parameters(any?.parameters ?? [])}
<h3>${words.yourAnswer}</h3>
<ul class="refusals">${any?.answers.toSorted((a, b) => (a.status < b.status ? -1 : 1)).map(({ status, description }) => html`<li><strong>${status}</strong> ${say(description)}</li>`) ?? null}</ul>
</section>
${groups.map(events => groupOf(framed, spec, events))}`
}

function groupOf(framed: Framed, spec: Spec, events: Operation[]): Html {
  const { language, words, say } = framed
  const content = firstContent(events[0]?.body?.content ?? {})
  const name = events[0] === undefined ? '' : (schemaOf(events[0]).split('/').at(-1) ?? '')
  const { description = '' } = content === null ? {} : spec.schemaOf(content.schema)
  return html`<section class="operation" id="${name}" aria-labelledby="${`${name}-title`}">
<div class="about">
<h2 id="${`${name}-title`}"><a href="#${name}">${name}</a></h2>
<p>${inlineMarkdown(say(description), language)}</p>
<ul class="fields">${events.map(
    ({ id, summary }) => html`<li id="${id}"><code class="name">${id}</code><p>${say(summary)}</p></li>`,
  )}</ul>
<h3>${words.body}</h3>${content === null ? null : fieldsIn(framed, spec).fields(content.schema)}
</div>
<div class="samples"><h3>${words.example}</h3>${codeBlock(JSON.stringify(content?.example ?? null, null, 2))}</div>
</section>`
}
