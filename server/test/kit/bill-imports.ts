import { runImports } from '../../src/products/bills/imports/run-imports.ts'
import { addDays, dayOf } from '../../src/platform/brazil/sao-paulo.ts'
import type { Answer, Api } from './api-client.ts'
import { type Trilho, cpf } from './trilho.ts'
import { untilDone } from './patience.ts'

export const inTenDays = addDays(dayOf(new Date()), 10)

/** A CSV file in base64: the headings, and a line for each row. */
export const fileOf = (...lines: string[]) => Buffer.from(lines.join('\r\n')).toString('base64')

/** One valid row for each order id. */
export const billsFile = (...orderIds: string[]) =>
  fileOf(
    'Nome;CPF ou CNPJ;Valor;Vencimento;Pedido',
    ...orderIds.map(orderId => `Maria da Silva;${cpf.maria};10,00;${inTenDays};${orderId}`),
  )

/** Imports of bills by API, with the worker that makes the bills. */
export function importsOf(api: Api, needs: Trilho['needs']) {
  const must = async (answer: Promise<Answer>) => {
    const { status, body, text } = await answer
    if (status >= 300) throw new Error(`${status} ${text}`)
    return body.data
  }
  const post = (file: string, more: object = {}, headers: Record<string, string> = {}) =>
    api.post('/bills/imports', { name: 'Novembro', file, ...more }, headers)
  const read = (id: string) => must(api.get(`/bills/imports/${id}`))
  return {
    post,
    read,
    make: (file: string, more: object = {}) => must(post(file, more)),
    preview: (file: string) => must(api.post('/bills/imports/preview', { file })),
    stop: (id: string) => api.put(`/bills/imports/${id}/stop`),
    rows: async (id: string, query = '') => (await must(api.get(`/bills/imports/${id}/rows${query}`))).items,
    result: async (id: string) => (await api.get(`/bills/imports/${id}/result`)).text,
    /** Runs a worker until all rows have a result. */
    async finish(id: string) {
      await untilDone(() => runImports(needs))
      return read(id)
    },
  }
}
