/** A path with its parameters encoded. What would lead to another address than meant is refused. */
export function pathOf(parts: TemplateStringsArray, ...parameters: string[]): string {
  return parts.reduce((path, part, at) => path + encoded(parameters[at - 1]) + part)
}

function encoded(parameter: unknown): string {
  if (typeof parameter !== 'string' || parameter === '') throw new TypeError('an id is missing in the call')
  // Public addresses (receipts, QR codes) may be given whole: their last part is the parameter.
  const part = /^https?:\/\//.test(parameter) ? (new URL(parameter).pathname.split('/').at(-1) ?? '') : parameter
  if (part === '.' || part === '..') throw new TypeError(`not an id: ${parameter}`)
  return encodeURIComponent(part)
}

type Value = string | number | boolean | Date | undefined

/** The query as it is sent, by the names of the wire, with defaults: `dataset.limit` is called `limit` here. */
export function queryOf(wire: Record<string, Value>, given: Record<string, Value>): string {
  const names = Object.keys(wire).map(name => ({ name, short: name.split('.').at(-1) ?? '' }))
  const unknown = Object.keys(given).find(key => !names.some(({ short }) => short === key))
  if (unknown !== undefined) throw new TypeError(`the query has no ${unknown}; it may have ${shortsOf(names)}`)
  const sent = new URLSearchParams()
  for (const { name, short } of names) {
    const value = given[short] ?? wire[name]
    if (value !== undefined) sent.set(name, value instanceof Date ? value.toISOString() : String(value))
  }
  return sent.toString()
}

const shortsOf = (names: { short: string }[]) => names.map(({ short }) => short).join(', ')
