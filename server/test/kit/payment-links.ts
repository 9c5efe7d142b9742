import { expect } from 'vitest'
import { type Answer, type Api, call } from './api-client.ts'
import { cpf, type Trilho } from './trilho.ts'

export type ShownLink = {
  id: string
  url: string
  state: string
  stock: number | null
  openCount: number
  paidCount: number
  paidAmount: string
}

export const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
})

/** A merchant's payment links, and payers who have no browser. */
export function linksOf<Client extends Api>({ needs }: Trilho, api: Client) {
  const must = async (answer: Promise<Answer>): Promise<ShownLink> => {
    const { status, body, text } = await answer
    if (status >= 300) throw new Error(`${status} ${text}`)
    return body.data
  }

  /** Presses "pay" on a link's page. */
  const pay = (url: string, fields: Record<string, string> = {}) => call(url, form(fields))

  return {
    api,
    make: (body: object = {}) => must(api.post('/payment-links', { title: 'Bolo de fubá', amount: '10.00', ...body })),
    read: (id: string) => must(api.get(`/payment-links/${id}`)),
    change: (id: string, body: object) => must(api.put(`/payment-links/${id}`, body)),
    pay,
    /** A payer has paid. */
    complete: (id: string, amount?: string) =>
      api.simulate('complete', id, { name: payerOf.name, taxNumber: payerOf.cpf, ...(amount && { amount }) }),

    /** The id of the charge that a payer has opened; fails if there is none. */
    async openCharge(url: string, fields: Record<string, string> = {}): Promise<string> {
      const { status, headers } = await pay(url, fields)
      expect(status).toBe(303)
      const token = /\/pay\/([^?]+)/.exec(headers.get('location') ?? '')?.[1] ?? ''
      return needs.addresses.openCharge(token)?.id ?? ''
    },
  }
}

export const payerOf = { name: 'Maria da Silva', cpf: cpf.maria }
