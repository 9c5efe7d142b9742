import { fieldsIn } from './fields.ts'
import { codeBlock, codeTabs, sampleBlock } from './highlight.ts'
import { type Html, html } from '../../server/src/platform/http/html.ts'
import { blockMarkdown, docsLink, inlineMarkdown } from './markdown.ts'
import { curlSample } from './samples/curl.ts'
import { programOf } from './samples/program.ts'
import { pythonSample } from './samples/python.ts'
import { sdkSample } from './samples/sdk.ts'
import type { Site } from './page.ts'
import {
  type Operation,
  type Response,
  type Tag,
  errorsOf,
  firstContent,
  isDone,
  isOnEveryCall,
  textOf,
} from './spec.ts'
import { loginTemplates, tryIt } from './try-it.ts'

/** `/docs/reference/<tag>`: its operations; for Webhooks also the events. */
export const tagPage = (site: Site, tag: Tag, operations: Operation[]): Html => html`
<h1>${site.say(tag.name)}</h1>
<p class="lead">${inlineMarkdown(site.say(tag.description), site.language)}</p>
${operations.map(operation => operationSection(site, operation))}
${tag.name === 'Webhooks' ? eventsSection(site) : null}
${site.place.isSandbox ? loginTemplates(site) : null}
`

/** One operation: its description on one side, how it is called on the other. */
function operationSection(site: Site, operation: Operation): Html {
  const { language, words, say, place } = site
  const { id, method, path, summary, description, isPublic, parameters, body } = operation
  const { fields, parameterList } = fieldsIn(site)
  const content = body === null ? null : firstContent(body.content)
  const done = operation.responses.find(isDone)
  const example = done === undefined ? undefined : firstContent(done.content)?.example
  return html`<section class="operation" id="${id}" aria-labelledby="${`${id}-title`}">
<div class="about">
<h2 id="${`${id}-title`}"><a href="#${id}">${say(summary)}</a></h2>
<p class="address"><span class="method">${method}</span> <code>${path}</code></p>
${blockMarkdown(say(description), language)}
${isPublic ? html`<p class="note">${words.withoutToken}.</p>` : null}
${parameters.length === 0 ? null : html`<h3>${words.parameters}</h3>${parameterList(parameters)}`}
${content === null ? null : html`<h3>${body?.isRequired === true ? words.body : words.optionalBody}</h3>${fields(content.schema)}`}
${done === undefined ? null : responseOf(site, done)}
${errors(site, operation)}
</div>
<div class="samples">
${samples(site, operation)}
${place.isSandbox ? tryIt(site, operation) : null}
${example === undefined ? null : html`<h3>${words.response} <code>${done?.status ?? ''}</code></h3>${codeBlock(typeof example === 'string' ? example : JSON.stringify(example, null, 2))}`}
</div>
</section>`
}

function responseOf(site: Site, { status, description, content, headers }: Response): Html {
  const { language, words, say } = site
  const { fields, kindOf } = fieldsIn(site)
  const first = firstContent(content)
  const list = first === null ? null : (fields(first.schema) ?? html`<p>${kindOf(first.schema)}</p>`)
  return html`<h3>${words.response} <code>${status}</code></h3>
<details><summary>${inlineMarkdown(say(description), language)} · ${Object.keys(content).join(', ')}</summary>
${list}
<ul class="fields">${headers.map(
    header =>
      html`<li><code class="name">${header.name}</code> <span class="facts">${words.inHeader}</span><p>${inlineMarkdown(say(header.description), language)}</p></li>`,
  )}</ul></details>`
}

function samples({ words, spec, place }: Site, operation: Operation): Html {
  const program = programOf(operation, spec, place)
  return codeTabs(`${operation.id}-sample`, words.languagesOfCode, [
    { label: 'curl', block: sampleBlock(curlSample(program)) },
    { label: 'SDK', block: sampleBlock(sdkSample(program)) },
    { label: 'Python', block: sampleBlock(pythonSample(program)) },
  ])
}

/** The operation's own reasons; those of every call are on the page of errors. */
function errors({ language, words, say, spec }: Site, operation: Operation): Html {
  const all = errorsOf(operation)
  const last = operation.responses.at(-1)
  if (all.length === 0) return html`<h3>${words.refusals}</h3><p>${last === undefined ? null : say(textOf(last))}</p>`
  const link = (reason: string) => html`<a href="${docsLink('/errors', language, reason)}"><code>${reason}</code></a> `
  const own = all
    .map(({ response, reasons }) => ({ response, reasons: reasons.filter(reason => !isOnEveryCall(reason, spec)) }))
    .filter(({ reasons }) => reasons.length > 0)
  return html`<h3>${words.refusals}</h3>
<ul class="refusals">${own.map(
    ({ response, reasons }) =>
      html`<li><strong>${response.status}</strong> ${say(textOf(response))}: ${reasons.map(link)}</li>`,
  )}<li><a href="${docsLink('/errors', language)}">${words.onEveryCall}</a></li></ul>`
}

const schemaName = (event: Operation) =>
  firstContent(event.body?.content ?? {})
    ?.schema.$ref?.split('/')
    .at(-1) ?? ''

/** The webhook events, grouped by their schema, after the headers and responses that all share. */
function eventsSection(site: Site): Html {
  const { language, words, say, spec } = site
  const [any] = spec.events
  const responses = any?.responses.toSorted((a, b) => (a.status < b.status ? -1 : 1)) ?? []
  return html`<section id="events">
<h2><a href="#events">${words.events}</a></h2>
<p>${inlineMarkdown(words.eventsText, language)}</p>
<h3>${words.headers}</h3>
${fieldsIn(site).parameterList(any?.parameters ?? [])}
<h3>${words.yourResponse}</h3>
<ul class="refusals">${responses.map(({ status, description }) => html`<li><strong>${status}</strong> ${say(description)}</li>`)}</ul>
</section>
${[...Map.groupBy(spec.events, schemaName)].map(([name, events]) => eventGroup(site, name, events))}`
}

function eventGroup(site: Site, name: string, events: Operation[]): Html {
  const { language, words, say, spec } = site
  const content = firstContent(events[0]?.body?.content ?? {})
  const { description = '' } = content === null ? {} : spec.schemaOf(content.schema)
  return html`<section class="operation" id="${name}" aria-labelledby="${`${name}-title`}">
<div class="about">
<h2 id="${`${name}-title`}"><a href="#${name}">${name}</a></h2>
<p>${inlineMarkdown(say(description), language)}</p>
<ul class="fields">${events.map(
    ({ id, summary }) => html`<li id="${id}"><code class="name">${id}</code><p>${say(summary)}</p></li>`,
  )}</ul>
<h3>${words.body}</h3>${content === null ? null : fieldsIn(site).fields(content.schema)}
</div>
<div class="samples"><h3>${words.example}</h3>${codeBlock(JSON.stringify(content?.example ?? null, null, 2))}</div>
</section>`
}
