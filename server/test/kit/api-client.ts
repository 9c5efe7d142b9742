import { awaited } from './awaited.ts'

/** A response: status, headers, and the body as JSON if it is JSON, otherwise as text. */
export type Answer = { status: number; headers: Headers; body: Body; text: string; bytes: Buffer }
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what the server sent and asserts on it
type Body = any

export const call = (url: string, init: RequestInit = {}): Promise<Answer> =>
  awaited(`${init.method ?? 'GET'} ${url}`, answerTo(url, init))

async function answerTo(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const bytes = isEndless(response) ? await beginningOf(response) : Buffer.from(await response.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text, text, bytes }
}

const isEndless = ({ headers }: Response) => headers.get('content-type') === 'text/event-stream'

/** Only the first part of a streaming response. */
async function beginningOf({ body }: Response): Promise<Buffer> {
  for await (const piece of body ?? []) return Buffer.from(piece)
  return Buffer.alloc(0)
}

export const logIn = (url: string, body: object) =>
  call(`${url}/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** A merchant's program: logged in, and able to call every endpoint by name. */
export async function apiClient(url: string, key: { accessKey: string; secret: string }) {
  const token = (await logIn(url, key)).text
  return clientWith(url, token)
}

export type Api = ReturnType<typeof clientWith>

type CashIn = {
  amount?: string
  editable?: boolean
  payer?: object | null
  transaction?: object
  webhook?: object
  expiresIn?: number
}

type Initiation = {
  amount?: string
  taxNumber?: string
  redirectUrl?: string
  expiresIn?: number
  transaction?: object
  webhook?: object
}

type CashOut = { amount?: string; recipient?: object; key?: object; transaction?: object; webhook?: object }

export function clientWith(url: string, token: string) {
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const api = {
    token,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown, headers?: Record<string, string>) => send('POST', path, body, headers),
    put: (path: string, body?: unknown) => send('PUT', path, body),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    delete: (path: string) => send('DELETE', path),

    /** Default: a named payer, a fixed amount, a webhook without a receiver. */
    requestCashIn: (cashIn: CashIn = {}, headers?: Record<string, string>) =>
      api.post('/accounts/pix/cashin', cashInBody(cashIn), headers),
    /** Creates a cash-in, which must succeed; returns its id. */
    createCashIn: async (cashIn: CashIn = {}): Promise<string> => {
      const { status, text, body } = await api.requestCashIn(cashIn)
      if (status !== 201) throw new Error(`cash-in refused: ${text}`)
      return body.data.transaction.id
    },
    requestCashOut: (cashOut: CashOut = {}, headers?: Record<string, string>) =>
      api.post('/accounts/pix/cashout', cashOutBody(cashOut), headers),
    createCashOut: async (cashOut: CashOut = {}): Promise<string> => {
      const { status, text, body } = await api.requestCashOut(cashOut)
      if (status !== 201) throw new Error(`cash-out refused: ${text}`)
      return body.data.transaction.id
    },
    requestInitiation: (initiation: Initiation = {}, headers?: Record<string, string>) =>
      api.post('/accounts/payment-initiation', initiationBody(initiation), headers),
    /** Creates a payment initiation, which must succeed; returns its id and checkout URL. */
    createInitiation: async (initiation: Initiation = {}): Promise<{ id: string; checkoutUrl: string }> => {
      const { status, text, body } = await api.requestInitiation(initiation)
      if (status !== 201) throw new Error(`payment initiation refused: ${text}`)
      return { id: body.data.transactionId, checkoutUrl: body.data.checkoutUrl }
    },
    simulateInitiation: (simulation: string, id: string) =>
      send('POST', `/sandbox/payment-initiation/${simulation}/${id}`),
    refund: (id: string, body?: object, headers?: Record<string, string>) =>
      send('POST', `/accounts/transactions/pix/${id}/refund`, body, headers),
    simulate: (simulation: string, id: string, body?: object) =>
      api.put(`/sandbox/transactions/${simulation}/${id}`, body),
    read: (id: string) => api.get(`/accounts/transactions/pix/${id}`),
    stateOf: async (id: string): Promise<string> => (await api.read(id)).body.data.transaction.state,
    balance: async (): Promise<Record<'available' | 'held' | 'blocked' | 'total', string>> =>
      (await api.get('/accounts/balance')).body.data,
    availableBalance: async (): Promise<string> => (await api.balance()).available,
  }
  return api
}

export const cashInBody = ({ amount = '10.50', editable, payer, transaction, webhook, expiresIn }: CashIn = {}) => ({
  payment: {
    ...(payer === null ? {} : { payer: payer ?? { cpf: '52998224725', name: 'Maria da Silva' } }),
    value: { original: amount, ...(editable === undefined ? {} : { editable }) },
    ...(expiresIn === undefined ? {} : { expiresIn }),
  },
  ...(transaction === undefined ? {} : { transaction }),
  webhook: webhook ?? { url: 'http://127.0.0.1:9/nobody-listens' },
})

export const initiationBody = ({
  amount = '10.50',
  taxNumber = '52998224725',
  redirectUrl = 'https://shop.example.com/thanks?order=1',
  expiresIn,
  transaction,
  webhook,
}: Initiation = {}) => ({
  payment: {
    payer: { taxNumber },
    value: { original: amount },
    redirectUrl,
    ...(expiresIn === undefined ? {} : { expiresIn }),
  },
  ...(transaction === undefined ? {} : { transaction }),
  webhook: webhook ?? { url: 'http://127.0.0.1:9/nobody-listens' },
})

export const cashOutBody = ({ amount = '10.50', recipient, key, transaction, webhook }: CashOut = {}) => ({
  payment: {
    recipient: recipient ?? { name: 'João de Souza', cpf: '39053344705' },
    key: key ?? { type: 'EMAIL', value: 'joao@example.com' },
    value: amount,
  },
  ...(transaction === undefined ? {} : { transaction }),
  webhook: webhook ?? { url: 'http://127.0.0.1:9/nobody-listens' },
})
