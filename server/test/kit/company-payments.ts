import { addBankAccount } from '../../src/products/company-payments/receivers/add-bank-account.ts'
import { registerReceiver } from '../../src/products/company-payments/receivers/register-receiver.ts'
import { reviewReceiver } from '../../src/products/company-payments/receivers/review-receiver.ts'
import type { Needs } from '../../src/needs.ts'
import { type Api, clientWith } from './api-client.ts'
import type { Trilho } from './trilho.ts'

/** Genuine CNPJs; the second is the revenue service's own example of an alphanumeric one. */
export const cnpj = { moinho: '11444777000161', letters: '12ABC34501DE35', serra: '45997418000153' } as const

/** A company that the operator has approved, with one bank account. */
export async function approvedReceiver(needs: Needs, merchantId: string, taxNumber: string = cnpj.moinho) {
  const receiver = await registerReceiver(needs, { merchantId, fantasyName: 'Moinho Estrela', cnpj: taxNumber })
  const account = await addBankAccount(needs, {
    merchantId,
    receiverId: receiver.id,
    bankCode: '341',
    bankName: 'Itaú Unibanco S.A.',
    agency: '0001',
    number: '12345-6',
    ownerCnpj: taxNumber,
    pixKey: taxNumber,
  })
  await reviewReceiver(needs, { merchantId, receiverId: receiver.id, act: 'approve', note: null })
  return { receiverId: receiver.id, accountId: account.id }
}

export const requestsPath = '/partners-int/accounts/transaction-requests'

/** The company payments API, for the merchant that is logged in. */
export const companyClient = (api: Pick<Api, 'get' | 'post' | 'put'>) => ({
  readRequest: async (id: string) => (await api.get(`${requestsPath}/${id}`)).body.data,
  cancelRequest: (id: string) => api.put(`${requestsPath}/cancel/${id}`),
  approve: (id: string, body?: object) => api.put(`/sandbox/transaction-requests/approve/${id}`, body),
  reject: (id: string, body?: object) => api.put(`/sandbox/transaction-requests/reject/${id}`, body),
})

/** A merchant with a balance and one approved receiver. */
export async function newPayer(trilho: Trilho, options: Parameters<Trilho['newMerchant']>[0] = {}) {
  const api = await trilho.newMerchant({ balance: '1000', ...options })
  const target = await approvedReceiver(trilho.needs, api.merchantId)
  const body = (amount: string) => ({
    amount,
    description: 'Flour for November',
    refReceiver: target.receiverId,
    refBankAccount: target.accountId,
  })
  return {
    ...api,
    ...target,
    ...companyClient(api),
    requestBody: body,
    /** Creates a payment request, which must succeed. */
    createRequest: async (amount = '10.50'): Promise<{ id: string; refTransaction: string }> => {
      const answer = await api.post(requestsPath, body(amount))
      if (answer.status !== 201) throw new Error(`payment request refused: ${answer.text}`)
      return answer.body.data
    },
    /** The same merchant at another server. */
    at: (url: string) => {
      const elsewhere = clientWith(url, api.token)
      return { ...elsewhere, ...companyClient(elsewhere) }
    },
  }
}

export type Payer = Awaited<ReturnType<typeof newPayer>>
