import { Html, html } from '../../server/src/platform/http/html.ts'
import type { Site } from './page.ts'
import { printValue } from './samples/print-value.ts'
import { type Call, Variable, programOf } from './samples/program.ts'
import type { Operation } from './spec.ts'

const spelling = {
  key: (name: string) => JSON.stringify(name),
  text: (text: string) => JSON.stringify(text),
  variable: ({ name }: Variable) => `"{${name}}"`,
}

/** A call for the script; `{transactionId}` is replaced by the value from an earlier response. */
const plain = ({ operation, path, query, body, saves }: Call) => {
  const spell = (part: string | Variable) => (part instanceof Variable ? `{${part.name}}` : part)
  const asked = query.map(([name, value]) => `${name}=${spell(value)}`).join('&')
  return {
    method: operation.method,
    path: `${path.map(spell).join('')}${asked === '' ? '' : `?${asked}`}`,
    ...(body === null ? {} : { body: printValue(body.value, spelling, { width: 0 }) }),
    ...(saves === null ? {} : { saves }),
  }
}

/** These have no form: one takes no JSON, one is a stream. */
const untried = new Set(['createOAuthToken', 'streamEvents'])

/** The form that calls an operation from the page. If an id is left empty, the script first makes the set-up calls. */
export function tryIt({ words, say, spec, place }: Site, operation: Operation): Html | null {
  if (untried.has(operation.id)) return null
  const { setUp, call } = programOf(operation, spec, place)
  const steps = setUp.map(step => (step === 'upload' ? { upload: true } : 'given' in step ? step : plain(step)))
  const filled = new Map(
    call.query.map(([name, value]) => [name, value instanceof Variable ? `{${value.name}}` : value] as const),
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

/** Log in with the demo key, on a local server, or with a key of the reader. */
export function loginTemplates({ words, place }: Site): Html {
  const own = html`<label>${words.accessKey}<input name="accessKey" autocomplete="off" spellcheck="false"></label>
<label>${words.secret}<input name="secret" type="password" autocomplete="off"></label>
<p><button type="button" class="own">${words.logIn}</button> <small>${words.keptHere}</small></p>`
  const demo = html`<p><button type="button" class="demo">${words.useDemoKey}</button></p>
<details><summary>${words.otherKey}</summary>${own}</details>`
  return html`<template id="login"><fieldset class="login">${place.hasDemoKey ? demo : own}</fieldset></template>
<template id="logged-in"><p class="logged-in">${words.loggedIn} · <button type="button" class="forget">${words.purgeKey}</button></p></template>`
}
