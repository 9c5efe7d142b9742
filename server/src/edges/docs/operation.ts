import { type Html, html } from '../../platform/http/html.ts'
import { fieldsIn } from './fields.ts'
import type { Framed } from './frame.ts'
import { codeBlock, codeTabs, sampleBlock } from './highlight.ts'
import { blockMarkdown, docsLink, inlineMarkdown } from './markdown.ts'
import { curlSample } from './samples/curl.ts'
import { type Place, programOf } from './samples/program.ts'
import { pythonSample } from './samples/python.ts'
import { sdkSample } from './samples/sdk.ts'
import {
  type Answer,
  type Operation,
  type Spec,
  firstContent,
  isDone,
  isOnEveryCall,
  refusalsOf,
  wordsOf,
} from './spec.ts'
import { tryIt } from './try-it.ts'

/** One operation: what it is on one side, how it is called on the other. */
export function operationSection(framed: Framed, spec: Spec, operation: Operation, place: Place): Html {
  const { language, words, say } = framed
  const { id, method, path, summary, description, isPublic, parameters, body } = operation
  const { fields, parameters: listed, kindOf } = fieldsIn(framed, spec)
  const content = body === null ? null : firstContent(body.content)
  const done = operation.answers.find(isDone)
  return html`<section class="operation" id="${id}" aria-labelledby="${`${id}-title`}">
<div class="about">
<h2 id="${`${id}-title`}"><a href="#${id}">${say(summary)}</a></h2>
<p class="address"><span class="method">${method}</span> <code>${path}</code></p>
${blockMarkdown(say(description), language)}
${isPublic ? html`<p class="note">${words.withoutToken}.</p>` : null}
${parameters.length === 0 ? null : html`<h3>${words.parameters}</h3>${listed(parameters)}`}
${content === null ? null : html`<h3>${body?.isRequired === true ? words.body : words.optionalBody}</h3>${fields(content.schema)}`}
${done === undefined ? null : answerOf(done)}
${refusals(framed, spec, operation)}
</div>
<div class="samples">
${samples(framed, spec, operation, place)}
${place.isSandbox ? tryIt(framed, spec, operation, place) : null}
${done === undefined ? null : exampleOf(done)}
</div>
</section>`

  function answerOf(answer: Answer): Html {
    const first = firstContent(answer.content)
    const list = first === null ? null : fields(first.schema)
    const kinds = Object.keys(answer.content).join(', ')
    return html`<h3>${words.answer} <code>${answer.status}</code></h3>
<details><summary>${inlineMarkdown(say(answer.description), language)} · ${kinds}</summary>
${list ?? (first === null ? null : html`<p>${kindOf(first.schema)}</p>`)}
<ul class="fields">${answer.headers.map(
      header =>
        html`<li><code class="name">${header.name}</code> <span class="facts">${words.inHeader}</span><p>${inlineMarkdown(say(header.description), language)}</p></li>`,
    )}</ul></details>`
  }

  function exampleOf(answer: Answer): Html | null {
    const example = firstContent(answer.content)?.example
    if (example === undefined) return null
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
    return html`<h3>${words.answer} <code>${answer.status}</code></h3>${codeBlock(text)}`
  }
}

function samples({ words }: Framed, spec: Spec, operation: Operation, place: Place): Html {
  const program = programOf(operation, spec, place)
  return codeTabs(`${operation.id}-sample`, words.languagesOfCode, [
    { label: 'curl', block: sampleBlock(curlSample(program)) },
    { label: 'SDK', block: sampleBlock(sdkSample(program)) },
    { label: 'Python', block: sampleBlock(pythonSample(program)) },
  ])
}

/** Its own reasons; those of every call are explained where all are. */
function refusals({ language, words, say }: Framed, spec: Spec, operation: Operation): Html {
  const all = refusalsOf(operation)
  const link = (reason: string) => html`<a href="${docsLink('/errors', language, reason)}"><code>${reason}</code></a> `
  const own = all
    .map(({ answer, reasons }) => ({ answer, reasons: reasons.filter(reason => !isOnEveryCall(reason, spec)) }))
    .filter(({ reasons }) => reasons.length > 0)
  if (all.length === 0)
    return html`<h3>${words.refusals}</h3><p>${say(wordsOf(operation.answers.at(-1) as Answer))}</p>`
  return html`<h3>${words.refusals}</h3>
<ul class="refusals">${own.map(
    ({ answer, reasons }) =>
      html`<li><strong>${answer.status}</strong> ${say(wordsOf(answer))}: ${reasons.map(link)}</li>`,
  )}<li><a href="${docsLink('/errors', language)}">${words.onEveryCall}</a></li></ul>`
}
