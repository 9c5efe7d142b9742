import { runBatches } from '../../src/products/payout-batches/run-batches.ts'
import type { Answer, Api } from './api-client.ts'
import { type Trilho, cpf, times } from './trilho.ts'
import { untilDone } from './patience.ts'

/** A payout to a known key. */
export const payoutRow = (amount: string, more: object = {}) => ({
  name: 'Maria da Silva',
  taxNumber: cpf.maria,
  keyType: 'EMAIL',
  key: 'maria@example.com',
  amount,
  ...more,
})

/** A number of payouts of one real, each with its own order id. */
export const payoutRows = (count: number, prefix = crypto.randomUUID()) =>
  times(count, i => payoutRow('1.00', { orderId: `${prefix}-${i + 1}` }))

/** The sandbox's CPF whose key is unknown. */
export const unknownKey = { taxNumber: '90000000337' }

export type ShownBatch = {
  id: string
  state: string
  made: { count: number; amount: string }
  refused: { count: number; amount: string }
  waiting: { count: number; amount: string }
}
export type ShownRow = { number: number; state: string; transactionId: string | null; reason: string | null }

/** A merchant's batches by API. */
export function batchClient(api: Api) {
  const must = async (answer: Promise<Answer>) => {
    const { status, body, text } = await answer
    if (status >= 300) throw new Error(`${status} ${text}`)
    return body.data
  }
  const post = (body: object) => api.post('/payout-batches', { name: 'Semana 46', kind: 'payouts', ...body })
  const read = (id: string): Promise<ShownBatch> => must(api.get(`/payout-batches/${id}`))
  const approve = (id: string) => api.put(`/sandbox/payout-batches/approve/${id}`)
  return {
    post,
    read,
    list: async (): Promise<ShownBatch[]> => (await must(api.get('/payout-batches'))).items,
    approve,
    make: (rows: object[], more: object = {}): Promise<ShownBatch> => must(post({ rows, ...more })),
    reject: (id: string) => api.put(`/sandbox/payout-batches/reject/${id}`, { comment: 'No' }),
    cancel: (id: string) => api.put(`/payout-batches/${id}/cancel`),
    stop: (id: string) => api.put(`/payout-batches/${id}/stop`),
    rows: async (id: string, query = ''): Promise<ShownRow[]> =>
      (await must(api.get(`/payout-batches/${id}/rows${query}`))).items,
    result: async (id: string) => (await api.get(`/payout-batches/${id}/result`)).text,
  }
}

/** The same with the worker that pays them. */
export function batchesOf(api: Api, needs: Trilho['needs']) {
  const batches = batchClient(api)
  return {
    ...batches,
    /** Approves it, and runs a worker until all rows are paid. */
    async pay(id: string): Promise<ShownBatch> {
      const { status, text } = await batches.approve(id)
      if (status !== 200) throw new Error(text)
      await untilDone(() => runBatches(needs))
      return batches.read(id)
    },
  }
}
