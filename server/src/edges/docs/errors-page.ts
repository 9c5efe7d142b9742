import { readFileSync } from 'node:fs'
import { type Html, html } from '../../platform/http/html.ts'
import { type Translated, inLanguage } from '../../platform/http/languages.ts'
import { type Reason, reasons } from '../../platform/http/reasons.ts'
import type { Framed } from './frame.ts'
import { docsLink, inlineMarkdown } from './markdown.ts'
import { fieldsIn } from './fields.ts'
import { codeBlock } from './highlight.ts'
import { type Spec, firstContent, isOnEveryCall, slugOf } from './spec.ts'

const readTexts = (file: string) =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Record<string, Translated>

/** What to do about each reason, in both languages. */
export const advice = readTexts('advice.json')

/** Why a payment or a refund failed after it was accepted: what reads and events name. */
export const causes = readTexts('causes.json')

export const causeAnchor = (cause: string): string => `cause-${cause}`

/** The reasons that the API can answer; the portal has more, for people. */
export const explainedReasons = (spec: Spec): Reason[] =>
  (Object.keys(reasons) as Reason[]).filter(
    reason => reason === 'InvalidRequestFormat' || spec.reasons.includes(reason),
  )

/** Every reason, each under its own anchor. */
export function errorsPage(framed: Framed, spec: Spec): Html {
  const { language, words, say } = framed
  return html`
<h1>${words.errors}</h1>
<p class="lead">${inlineMarkdown(words.errorsIntro, language)}</p>
${formsOf(framed, spec)}
<h2>${words.reasons}</h2>
${explainedReasons(spec).map(
  reason => html`<section class="reason" id="${reason}">
<h3><a href="#${reason}"><code>${reason}</code></a> <span class="status">${String(reasons[reason][0])}</span></h3>
<p>${inlineMarkdown(say(reasons[reason][2]), language)}</p>
<dl><dt>${words.whatToDo}</dt><dd>${inlineMarkdown(inLanguage(advice[reason] ?? ['', ''], language), language)}</dd>
<dt>${words.answeredBy}</dt><dd>${where(framed, spec, reason)}</dd></dl>
</section>`,
)}
<h2 id="causes"><a href="#causes">${words.causes}</a></h2>
<p>${inlineMarkdown(words.causesIntro, language)}</p>
<ul class="fields">${Object.entries(causes).map(
    ([cause, meaning]) =>
      html`<li id="${causeAnchor(cause)}"><code class="name">${cause}</code><p>${inLanguage(meaning, language)}</p></li>`,
  )}</ul>`
}

/** What a refusal looks like: one of a request's form, and any other; and the headers that come with some. */
function formsOf(framed: Framed, spec: Spec): Html {
  const { language, words, say } = framed
  const { fields } = fieldsIn(framed, spec)
  const example = (status: string) =>
    spec.operations
      .flatMap(({ answers }) => answers.filter(answer => answer.status === status))
      .flatMap(({ content }) => firstContent(content)?.example ?? [])[0]
  const form = (status: string, title: string, schema: string) => html`<details><summary>${title}</summary>
${fields({ $ref: `#/components/schemas/${schema}` })}
${codeBlock(JSON.stringify(example(status), null, 2))}</details>`
  const headers = Object.entries(headerNames).map(
    ([name, shown]) =>
      html`<li><code class="name">${shown}</code><p>${inlineMarkdown(say(spec.headers[name]?.description ?? ''), language)}</p></li>`,
  )
  return html`${form('400', words.formOf400, 'InvalidRequest')}
${form('409', words.formOfOthers, 'Refusal')}
<details><summary>${words.headers}</summary><ul class="fields">${headers}</ul></details>`
}

/** Headers that come with a refusal. */
const headerNames = {
  RequestId: 'X-Request-Id',
  RetryAfter: 'Retry-After',
  Allow: 'Allow',
  Authenticate: 'WWW-Authenticate',
}

function where({ language, words, say }: Framed, spec: Spec, reason: string): Html | string {
  if (isOnEveryCall(reason, spec)) return words.everywhere
  const operations = spec.answering.get(reason) ?? []
  if (operations.length === 0) return words.elsewhere
  return html`${operations.map(
    ({ id, tag, summary }, at) =>
      html`${at === 0 ? '' : ' · '}<a href="${docsLink(`/reference/${slugOf(tag)}`, language, id)}">${say(summary)}</a>`,
  )}`
}
