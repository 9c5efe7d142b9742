import { maskCpfsIn, maskTaxNumber } from '../../../platform/brazil/tax-number.ts'

type Sent = { id: string; url: string; payload: string; headerName: string | null }

const hidden = '••••••'

/** A webhook call as people may see it: without the merchant's secret header, the signature and documents. */
export const shownRequest = ({ id, url, payload, headerName }: Sent) => ({
  method: 'POST' as const,
  url,
  headers: [
    { name: 'content-type', value: 'application/json' },
    { name: 'user-agent', value: 'Trilho-Webhooks/1' },
    ...(headerName === null ? [] : [{ name: headerName, value: hidden }]),
    { name: 'webhook-id', value: id },
    { name: 'webhook-timestamp', value: hidden },
    { name: 'webhook-signature', value: `v1,${hidden}` },
  ],
  body: shownBody(payload),
})

/** Indented, with masked documents. */
const shownBody = (payload: string): string =>
  JSON.stringify(
    JSON.parse(payload, (key, value: unknown) => shownValue(key, value)),
    null,
    2,
  )

const documents = new Set(['taxNumber', 'cpf', 'cnpj'])

function shownValue(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  return documents.has(key) ? maskTaxNumber(value) : maskCpfsIn(value)
}
