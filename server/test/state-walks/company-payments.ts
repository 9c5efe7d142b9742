import { expect } from 'vitest'
import { reapUploads } from '../../src/products/company-payments/documents/reap-uploads.ts'
import { addBankAccount } from '../../src/products/company-payments/receivers/add-bank-account.ts'
import { changeReceiver } from '../../src/products/company-payments/receivers/change-receiver.ts'
import { registerReceiver } from '../../src/products/company-payments/receivers/register-receiver.ts'
import { reviewAccount, reviewReceiver } from '../../src/products/company-payments/receivers/review-receiver.ts'
import type { ReviewAct } from '../../src/products/company-payments/receivers/states.ts'
import type { requestTransitions } from '../../src/products/company-payments/requests/states.ts'
import { storeWebhookUrl } from '../../src/tenancy/merchants/webhook-settings.ts'
import { type State, transitions } from '../../src/money/transactions/states.ts'
import { type Payer, cnpj, newPayer } from '../kit/company-payments.ts'
import { invoices, send, uploadAddress } from '../kit/invoices.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'

export function receiverWalks({ needs }: Trilho, { merchantId }: Payer): Walks {
  const register = async () =>
    (await registerReceiver(needs, { merchantId, fantasyName: 'Moinho', cnpj: cnpj.moinho })).id

  async function review(act: ReviewAct): Promise<string> {
    const receiverId = await register()
    await reviewReceiver(needs, { merchantId, receiverId, act, note: null })
    return receiverId
  }

  async function withAccount(receiverId: string): Promise<string> {
    const account = { bankCode: '341', bankName: 'Itaú Unibanco S.A.', agency: '0001', number: '1-2' }
    await addBankAccount(needs, { merchantId, receiverId, ...account })
    return receiverId
  }

  return {
    walks: {
      'nothing register': register,
      'Pending change': async () => {
        const receiverId = await register()
        await changeReceiver(needs, { merchantId, receiverId, fantasyName: 'Serra', cnpj: cnpj.serra })
        return receiverId
      },
      'Pending addAccount': async () => withAccount(await register()),
      'Pending approve': () => review('approve'),
      'Pending reject': () => review('reject'),
      'Approved addAccount': async () => withAccount(await review('approve')),
    },
  }
}

export function accountWalks({ needs }: Trilho, { merchantId, receiverId }: Payer): Walks {
  const bank = { bankCode: '341', bankName: 'Itaú Unibanco S.A.', agency: '0001', number: '1-2' }
  const add = async () => (await addBankAccount(needs, { merchantId, receiverId, ...bank })).id

  async function review(act: ReviewAct): Promise<string> {
    const accountId = await add()
    await reviewAccount(needs, { merchantId, receiverId, accountId, act, note: null })
    return accountId
  }

  return {
    walks: {
      'nothing add': add,
      'Pending approve': () => review('approve'),
      'Pending reject': () => review('reject'),
    },
  }
}

export function documentWalks({ sql, needs, clock }: Trilho, payer: Payer): Walks {
  async function request() {
    const { id: owner } = await payer.createRequest()
    const address = await uploadAddress(payer, owner)
    const [document] = await sql<{ id: string }[]>`select id from documents where request_id = ${owner}`
    return { id: document?.id ?? '', address }
  }

  async function upload(): Promise<string> {
    const { id, address } = await request()
    await send(address, invoices.pdf)
    return id
  }

  async function remove(id: string): Promise<string> {
    await payer.delete(`/documents/${id}`)
    return id
  }

  async function reapLater(id: string): Promise<string> {
    clock.aheadMs += 2 * 60 * 60_000
    await reapUploads(needs)
    return id
  }

  return {
    walks: {
      'nothing request': async () => (await request()).id,
      'Pending upload': upload,
      'Pending delete': async () => remove((await request()).id),
      'Uploaded delete': async () => remove(await upload()),
      'Pending purge': async () => reapLater((await request()).id),
      'Deleted purge': async () => reapLater(await remove((await request()).id)),
    },
  }
}

export async function requestWalks(trilho: Trilho): Promise<Walks<(typeof requestTransitions)[number]>> {
  const { sql, needs } = trilho
  const payer = await newPayer(trilho)
  await storeWebhookUrl(needs, payer.merchantId, { url: 'http://127.0.0.1:9/nobody-listens', events: [] })

  const request = async () => (await payer.createRequest('1')).id
  const after = (act: (id: string) => Promise<unknown>, before: () => Promise<string>) => async () => {
    const id = await before()
    await act(id)
    return id
  }
  const approve = after(payer.approve, request)

  return {
    walks: {
      'nothing request': request,
      'Pending approve': approve,
      'Pending reject': after(payer.reject, request),
      'Pending cancel': after(payer.cancelRequest, request),
      'Approved cancel': after(payer.cancelRequest, approve),
    },
    check: async (row, id) => {
      const [transaction] = await sql<{ id: string; state: State }[]>`
        select t.id, t.state from payment_requests r
          join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id where r.id = ${id}`
      const reached = transitions.filter(({ type, event }) => type === 'Debit' && event === row.transaction)
      expect(reached.map(({ to }) => to)).toContain(transaction?.state)
      const events = await sql<{ payload: string }[]>`
        select payload from webhook_events where transaction_id = ${transaction?.id ?? ''} order by position`
      expect(events.map(({ payload }) => JSON.parse(payload).event ?? null).at(-1) ?? null).toBe(row.event)
    },
  }
}
