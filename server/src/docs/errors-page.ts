import { readFileSync } from 'node:fs'
import { type Html, html } from '../http/html.ts'
import { type Translated, inLanguage } from '../http/languages.ts'
import { type Reason, reasons } from '../http/reasons.ts'
import type { Framed } from './frame.ts'
import { docsLink, inlineMarkdown } from './markdown.ts'
import { type Spec, slugOf } from './spec.ts'
import { answering, isOnEveryCall } from './where-answered.ts'

/** What to do about each reason, in both languages. */
export const advice = JSON.parse(readFileSync(new URL('advice.json', import.meta.url), 'utf8')) as Record<
  string,
  Translated
>

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
${explainedReasons(spec).map(
  reason => html`<section class="reason" id="${reason}">
<h2><a href="#${reason}"><code>${reason}</code></a> <span class="status">${String(reasons[reason][0])}</span></h2>
<p>${inlineMarkdown(say(reasons[reason][2]), language)}</p>
<dl><dt>${words.whatToDo}</dt><dd>${inlineMarkdown(inLanguage(advice[reason] ?? ['', ''], language), language)}</dd>
<dt>${words.answeredBy}</dt><dd>${where(framed, spec, reason)}</dd></dl>
</section>`,
)}`
}

function where({ language, words, say }: Framed, spec: Spec, reason: string): Html | string {
  if (isOnEveryCall(reason, spec)) return words.everywhere
  const operations = answering(reason, spec)
  if (operations.length === 0) return words.elsewhere
  return html`${operations.map(
    ({ id, tag, summary }, at) =>
      html`${at === 0 ? '' : ' · '}<a href="${docsLink(`/reference/${slugOf(tag)}`, language, id)}">${say(summary)}</a>`,
  )}`
}
