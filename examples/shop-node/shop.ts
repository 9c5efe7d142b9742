import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Trilho, TrilhoError, WebhookSignatureError, webhooks } from '@trilho/sdk'
import { type Answer, type Routes, done, json, missing, readBody, serve } from './web.ts'

const { TRILHO_URL = 'http://127.0.0.1:3000', TRILHO_KEYS = '.trilho/sandbox.json', PORT = '4001' } = process.env

/** Only a sandbox has this address, and only there a button can pay. */
const isSandbox = await fetch(`${TRILHO_URL}/sandbox/hooks`, { method: 'POST' }).then(
  ({ ok }) => ok,
  () => {
    console.error(`Trilho does not answer at ${TRILHO_URL}: "npm start" starts it.`)
    process.exit(1)
  },
)

const keys = JSON.parse(readFileSync(TRILHO_KEYS, 'utf8')) as Record<'accessKey' | 'secret' | 'webhookSecret', string>
const trilho = new Trilho({ url: TRILHO_URL, accessKey: keys.accessKey, secret: keys.secret, timeoutMs: 10_000 })
const webhookUrl = `http://127.0.0.1:${PORT}/webhook`

/** Prices are the shop's: a browser only says what it wants. Money is text, never a float. */
const products = [
  { id: 'pao-de-queijo', name: 'Pão de queijo', note: 'Meia dúzia, saindo do forno', price: '12.00' },
  { id: 'bolo-de-fuba', name: 'Bolo de fubá', note: 'Uma fatia, com goiabada', price: '9.50' },
]

type Order = {
  /** Cannot be guessed: the address of an order is enough to see it. */
  id: string
  product: string
  price: string
  transactionId: string
  qrCode: string
  qrImage: string
  state: 'waiting' | 'paid' | 'closed' | 'returned'
  receipt: string | null
}

/** Who pays by the button of a sandbox: the charge leaves it open. */
const testPayer = { name: 'Maria da Silva', taxNumber: '52998224725' }

/** In memory, and gone when the shop stops. A real shop has both in its database. */
const orders = new Map<string, Order>()
const seenEvents = new Set<string>()

/** The charge carries our order id: sent again after a lost response, it returns the same charge. */
async function createOrder({ name, price }: (typeof products)[number]): Promise<Order> {
  const id = randomUUID()
  const { transaction, payment } = await trilho.pix.createCashIn({
    payment: { value: { original: price }, expiresIn: 15 * 60 },
    transaction: { orderId: id, orderDescription: name },
    webhook: { url: webhookUrl },
  })
  if (payment === undefined) throw new Error(`order ${id} can no longer be paid`)
  const order: Order = {
    id,
    product: name,
    price,
    transactionId: transaction.id,
    qrCode: payment.qrCode,
    qrImage: `${payment.qrCodeLocation}.svg`,
    state: 'waiting',
    receipt: null,
  }
  orders.set(id, order)
  return order
}

/** What an event makes of its order. Other events change nothing. */
const stateAfter: Partial<Record<string, Order['state']>> = {
  Completed: 'paid',
  Cancelled: 'closed',
  Error: 'closed',
  Reversed: 'returned',
  Refunded: 'returned',
}

/** The only way to be paid. What Trilho did not sign throws before anything is done; what came before is not done twice. */
async function receiveWebhook(request: IncomingMessage): Promise<Answer> {
  const event = await webhooks.verify(await readBody(request), request.headers, keys.webhookSecret)
  if (!seenEvents.has(event.id) && 'transactionState' in event.data) {
    const { id, transactionOrderId, transactionState, transactionReceipt } = event.data
    const order = orders.get(transactionOrderId ?? '')
    const state = stateAfter[transactionState]
    // Not every event is about an order we know: the shop was restarted, or another program has the same keys.
    if (order?.transactionId === id && state !== undefined) {
      Object.assign(order, { state, receipt: transactionReceipt })
      console.log(`order ${order.id} is ${state}: ${order.product}`)
    }
  }
  seenEvents.add(event.id)
  return done
}

const routes: Routes = {
  'GET /products': async () => json(200, products),
  'POST /orders': async request => {
    const { productId } = Object(JSON.parse((await readBody(request)).toString()))
    const product = products.find(({ id }) => id === productId)
    return product === undefined ? missing : json(201, await createOrder(product))
  },
  'GET /orders/:id': async (_, id) => {
    const order = orders.get(id)
    return order === undefined ? missing : json(200, { ...order, isSandbox })
  },
  'POST /orders/:id/pay': async (_, id) => {
    const order = orders.get(id)
    if (order === undefined || !isSandbox) return missing
    await trilho.sandbox.complete(order.transactionId, testPayer)
    return done
  },
  'POST /webhook': receiveWebhook,
}

/** The buyer gets plain words, the log what finds the call at Trilho. */
function explain(error: unknown): Answer | null {
  if (error instanceof WebhookSignatureError) return json(400, { message: error.message })
  if (!(error instanceof TrilhoError)) return null
  console.error(`Trilho: ${error.reason} ${error.details ?? error.message} (request ${error.requestId})`)
  const isPassing = error.status === null || error.status === 429 || error.status >= 500
  const advice = isPassing ? 'Tente de novo em instantes.' : 'Já fomos avisados.'
  return json(502, { message: `Não conseguimos falar com o Pix, e nada foi cobrado. ${advice}` })
}

serve(routes, explain).listen(Number(PORT), '127.0.0.1', () =>
  console.log(`The shop is ready at http://127.0.0.1:${PORT}`),
)
