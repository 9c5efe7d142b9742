import { Html, html } from '../../platform/http/html.ts'
import type { Framed } from './frame.ts'
import { printValue } from './samples/print-value.ts'
import { type Call, Kept, type Place, programOf } from './samples/program.ts'
import type { Operation, Spec } from './spec.ts'

const spelling = {
  key: (name: string) => JSON.stringify(name),
  text: (text: string) => JSON.stringify(text),
  kept: ({ name }: Kept) => `"{${name}}"`,
}

/** A call as the script makes it; `{transactionId}` stands for what an earlier one has answered. */
const plain = ({ operation, path, query, body, keeps }: Call) => {
  const spell = (part: string | Kept) => (part instanceof Kept ? `{${part.name}}` : part)
  const asked = query.map(([name, value]) => `${name}=${spell(value)}`).join('&')
  return {
    method: operation.method,
    path: `${path.map(spell).join('')}${asked === '' ? '' : `?${asked}`}`,
    ...(body === null ? {} : { body: printValue(body.value, spelling, { width: 0 }) }),
    ...(keeps === null ? {} : { keeps }),
  }
}

/** A form of its own, and a stream without end. */
const untried = new Set(['createOAuthToken', 'streamEvents'])

/**
 * The form that calls an operation from the page. An id that is left empty is made first, by the calls that stand at the
 * beginning of the samples.
 */
export function tryIt({ words, say }: Framed, spec: Spec, operation: Operation, place: Place): Html | null {
  if (untried.has(operation.id)) return null
  const { setUp, call } = programOf(operation, spec, place)
  const steps = setUp.map(step => (step === 'upload' ? { upload: true } : 'given' in step ? step : plain(step)))
  const filled = new Map(
    call.query.map(([name, value]) => [name, value instanceof Kept ? `{${value.name}}` : value] as const),
  )
  const inputs = operation.parameters.map(
    ({ name, in: where, description }) =>
      html`<label><code>${name}</code><input name="${name}" data-in="${where}" value="${filled.get(name) ?? ''}" placeholder="${where === 'path' ? `{${name}}` : ''}" title="${say(description).replaceAll('`', '')}" spellcheck="false" autocomplete="off"></label>`,
  )
  return html`<details class="try"><summary>${words.tryIt}</summary>
<form data-method="${operation.method}" data-path="${operation.path}" data-set-up="${JSON.stringify(steps)}"${operation.isPublic && steps.length === 0 ? new Html(' data-public') : null}>
${inputs}
${call.body === null ? null : html`<label>${words.body}<textarea name="body" rows="8" spellcheck="false">${printValue(call.body.value, spelling, { width: 40 })}</textarea></label>`}
<p><button type="submit">${words.send}</button></p>
<div class="outcome" role="status"></div>
</form></details>`
}

/** How the script gets a token: by the demo key where the server gives one away, or by a key of the reader's. */
export function loginTemplate({ words }: Framed, { hasDemoKey }: Place): Html {
  const own = html`<label>${words.accessKey}<input name="accessKey" autocomplete="off" spellcheck="false"></label>
<label>${words.secret}<input name="secret" type="password" autocomplete="off"></label>
<p><button type="button" class="own">${words.logIn}</button> <small>${words.keptHere}</small></p>`
  const demo = html`<p><button type="button" class="demo">${words.useDemoKey}</button></p>
<details><summary>${words.otherKey}</summary>${own}</details>`
  return html`<template id="login"><fieldset class="login">${hasDemoKey ? demo : own}</fieldset></template>
<template id="logged-in"><p class="logged-in">${words.loggedIn} · <button type="button" class="forget">${words.purgeKey}</button></p></template>`
}
