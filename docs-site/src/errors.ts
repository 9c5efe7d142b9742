import { fieldsIn } from './fields.ts'
import { codeBlock } from './highlight.ts'
import { type Html, html } from '../../server/src/platform/http/html.ts'
import { docsLink, inlineMarkdown } from './markdown.ts'
import { readJson } from './read-json.ts'
import type { Site } from './page.ts'
import { firstContent, isOnEveryCall, slugOf } from './spec.ts'

/** What to do about each reason; and why a payment or a refund can fail after it was accepted. */
export const { advice, causes } = readJson('src/errors.json') as Record<'advice' | 'causes', Record<string, string>>

export const causeAnchor = (cause: string): string => `cause-${cause}`

/** `/docs/errors`: every reason under its own anchor. */
export function errorsPage(site: Site): Html {
  const { language, words, say, spec } = site
  const paragraph = (text: string) => inlineMarkdown(say(text), language)
  return html`
<h1>${words.errors}</h1>
<p class="lead">${inlineMarkdown(words.errorsIntro, language)}</p>
${forms(site)}
<h2>${words.reasons}</h2>
${spec.reasons.map(
  ({ reason, status, meaning }) => html`<section class="reason" id="${reason}">
<h3><a href="#${reason}"><code>${reason}</code></a> <span class="status">${status}</span></h3>
<p>${paragraph(meaning)}</p>
<dl><dt>${words.whatToDo}</dt><dd>${paragraph(advice[reason] ?? '')}</dd>
<dt>${words.answeredBy}</dt><dd>${operationsWith(site, reason)}</dd></dl>
</section>`,
)}
<h2 id="causes"><a href="#causes">${words.causes}</a></h2>
<p>${inlineMarkdown(words.causesIntro, language)}</p>
<ul class="fields">${Object.entries(causes).map(
    ([cause, meaning]) =>
      html`<li id="${causeAnchor(cause)}"><code class="name">${cause}</code><p>${say(meaning)}</p></li>`,
  )}</ul>`
}

/** Headers of error responses, by their names in openapi.json. */
const headerNames = {
  RequestId: 'X-Request-Id',
  RetryAfter: 'Retry-After',
  Allow: 'Allow',
  Authenticate: 'WWW-Authenticate',
}

/** The form of a 400, of any other error, and the headers. */
function forms(site: Site): Html {
  const { language, words, say, spec } = site
  const example = (status: string) =>
    spec.operations
      .flatMap(({ responses }) => responses.filter(response => response.status === status))
      .flatMap(({ content }) => firstContent(content)?.example ?? [])[0]
  const form = (status: string, title: string, schema: string) => html`<details><summary>${title}</summary>
${fieldsIn(site).fields({ $ref: `#/components/schemas/${schema}` })}
${codeBlock(JSON.stringify(example(status), null, 2))}</details>`
  const headers = Object.entries(headerNames).map(
    ([name, shown]) =>
      html`<li><code class="name">${shown}</code><p>${inlineMarkdown(say(spec.headers[name]?.description ?? ''), language)}</p></li>`,
  )
  return html`${form('400', words.formOf400, 'InvalidRequest')}
${form('409', words.formOfOthers, 'Refusal')}
<details><summary>${words.headers}</summary><ul class="fields">${headers}</ul></details>`
}

function operationsWith({ language, words, say, spec }: Site, reason: string): Html | string {
  if (isOnEveryCall(reason, spec)) return words.everywhere
  const operations = spec.operationsByReason.get(reason) ?? []
  if (operations.length === 0) return words.elsewhere
  return html`${operations.map(
    ({ id, tag, summary }, at) =>
      html`${at === 0 ? '' : ' · '}<a href="${docsLink(`/reference/${slugOf(tag)}`, language, id)}">${say(summary)}</a>`,
  )}`
}
