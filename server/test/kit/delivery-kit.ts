import { vi } from 'vitest'
import { channel } from '../../src/money/webhooks/channel.ts'
import type { Answer, Api } from './api-client.ts'
import type { Trilho } from './trilho.ts'
import { patienceMs } from './patience.ts'

type Server = Awaited<ReturnType<Trilho['startServer']>>

/** Retries until it holds: for work of another process. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: patienceMs, interval: 5 })

/** Advances the clocks of all servers, and makes workers look at once instead of within a second. */
export async function later(ms: number, servers: Server[]): Promise<void> {
  for (const server of servers) server.clock.aheadMs += ms
  await servers[0]?.sql.notify(channel, '')
}

/** A merchant's deliveries, by public HTTP. */
export const deliveriesOf = (api: Api) => ({
  list: (query = ''): Promise<Answer> => api.get(`/webhooks/deliveries${query}`),
  read: async (id: string) => (await api.get(`/webhooks/deliveries/${id}`)).body.data,
  /** The newest delivery of a transaction, with its attempts. */
  newestOf: async (transactionId: string) => {
    const { body } = await api.get(`/webhooks/deliveries?transactionId=${transactionId}`)
    return (await api.get(`/webhooks/deliveries/${body.data.items[0].id}`)).body.data
  },
  resend: (id: string): Promise<Answer> => api.post(`/webhooks/deliveries/${id}/resend`, {}),
  resendAll: (body: object): Promise<Answer> => api.post('/webhooks/resend', body),
})
