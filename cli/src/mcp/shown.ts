/** Of an address only where it is: receivers are often known by a secret in the query. */
const withoutQuery = (url: string) => url.replace(/\?.*$/s, '?…')

/** CPF or CNPJ with its middle only, as papers show it; one that the server shows so already stays. */
const masked = (document: string) => {
  if (document.includes('*')) return document
  const digits = document.replace(/\D/g, '')
  return `${'*'.repeat(3)}${digits.slice(3, -2)}**`
}

/** A PIX key may be a document. */
const isDocument = /^(\d{3}\.?\d{3}\.?\d{3}-?\d{2}|\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2})$/
const documents = new Set(['document', 'taxNumber', 'cpf', 'cnpj', 'payerTaxNumber', 'accountOwnerDocNumber'])
const addresses = new Set(['url', 'webhookUrl', 'redirectUrl'])
const secrets = new Set(['customHeaderValue'])

/** What an assistant may see of an answer: no secret, nobody's whole document, and nothing where there is nothing. */
export const shown = (answer: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => {
    if (value === null || secrets.has(key)) return undefined
    if (typeof value !== 'string') return value
    if (documents.has(key) || (key === 'key' && isDocument.test(value))) return masked(value)
    return addresses.has(key) ? withoutQuery(value) : value
  }) as Record<string, unknown>

/** The same as lines that a person reads: one fact each, indented where they belong together. */
export function asLines(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Array.isArray(value) ? value.map(item => ['-', item] as const) : Object.entries(value)
  return entries
    .map(([name, part]) => {
      const isWhole = typeof part !== 'object' || part === null
      const label = name === '-' ? '-' : `${name}:`
      return isWhole ? `${indent}${label} ${part}` : `${indent}${label}\n${asLines(part, `${indent}  `)}`
    })
    .join('\n')
}
