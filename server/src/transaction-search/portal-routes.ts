import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { Done, done } from '../http/envelope.ts'
import { parseAmount } from '../brazil/money.ts'
import type { PublicAddresses } from '../http/public-addresses.ts'
import { addDays, startOfDay } from '../brazil/sao-paulo.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { actorOf, mayAlso, signedInOf } from '../people/portal-edge.ts'
import { recordAct } from '../people/audit-log/record-act.ts'
import { refundTransaction } from '../refunds/refund-transaction.ts'
import { RefundData } from '../refunds/schemas.ts'
import { refundView } from '../refunds/views.ts'
import { exportSales } from './export-transactions.ts'
import { type SalesSearch, listSales } from './list-transactions.ts'
import {
  RefundBody,
  RevealBody,
  RevealedTaxNumber,
  SaleView,
  SalesFile,
  type SalesQuery,
  SalesPage,
  SalesQuery as SalesQuerySchema,
} from './portal-schemas.ts'
import { saleItem, saleView } from './portal-views.ts'
import { readSale } from './read-transaction.ts'
import { revealTaxNumber } from './reveal-tax-number.ts'
import { salesSpreadsheet } from './spreadsheet.ts'

type Needs = Parameters<typeof readSale>[0] &
  Parameters<typeof refundTransaction>[0] & { addresses: PublicAddresses; isSandbox: boolean }

const Params = Type.Object({ merchantId: Type.String(), transactionId: Type.String() })
const ListParams = Type.Object({ merchantId: Type.String() })
const path = '/merchants/:merchantId/transactions'

export async function salesPortalRoutes(app: App, needs: Needs) {
  app.get(path, {
    config: { may: 'payments.read' },
    schema: { params: ListParams, querystring: SalesQuerySchema, response: { 200: Done(SalesPage) } },
    handler: async request => {
      const { limit = 25, cursor } = request.query
      const search = searchOf(request.merchantId, request.query)
      const { items, nextCursor, lookedUntil } = await listSales(needs, { ...search, limit, cursor })
      return done({ items: items.map(saleItem), nextCursor, lookedUntil: lookedUntil?.toISOString() ?? null })
    },
  })

  app.get(`${path}.csv`, {
    config: { may: 'payments.read' },
    schema: { params: ListParams, querystring: SalesFile },
    handler: async (request, reply) => {
      const { language } = signedInOf(request).person
      const pieces = exportSales(needs, searchOf(request.merchantId, request.query))
      const name = language === 'pt' ? 'vendas.csv' : 'sales.csv'
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(salesSpreadsheet(pieces, language)))
    },
  })

  app.get(`${path}/:transactionId`, {
    config: { may: 'payments.read' },
    schema: { params: Params, response: { 200: Done(SaleView) } },
    handler: async request => {
      const sale = await readSale(needs, request.merchantId, request.params.transactionId)
      return done(
        saleView(sale, {
          addresses: needs.addresses,
          now: needs.clock(),
          seesWebhooks: mayAlso(request, 'webhooks.read'),
          refunds: mayAlso(request, 'payments.refund'),
          simulates: needs.isSandbox && mayAlso(request, 'payments.simulate'),
        }),
      )
    },
  })

  app.post(`${path}/:transactionId/refund`, {
    config: { may: 'payments.refund' },
    schema: { params: Params, body: RefundBody, response: { 201: Done(RefundData) } },
    handler: async (request, reply) => {
      const { amount, refundId = uuidv7() } = request.body
      const { transactionId } = request.params
      const act = {
        act: 'transaction.refund',
        subject: transactionId,
        details: { amount: amount ?? 'all', refundId },
      } as const
      const wanted = { transactionId, amount: amount === undefined ? undefined : parseAmount(amount), refundId }
      const refund = await recordAct(needs, actorOf(request), act, () =>
        refundTransaction(needs, { merchantId: request.merchantId, ...wanted }),
      )
      return reply.code(201).send(done(refundView(refund)))
    },
  })

  app.post(`${path}/:transactionId/reveal`, {
    config: { may: 'taxNumbers.reveal' },
    schema: { params: Params, body: RevealBody, response: { 200: Done(RevealedTaxNumber) } },
    handler: async request => {
      const { transactionId } = request.params
      const { party } = request.body
      const act = { act: 'taxNumber.reveal', subject: transactionId, details: { party } } as const
      const taxNumber = await recordAct(needs, actorOf(request), act, () =>
        revealTaxNumber(needs, { merchantId: request.merchantId, transactionId, party }),
      )
      return done({ taxNumber })
    },
  })
}

/** Days include themselves: the last one ends where the next begins. */
const searchOf = (merchantId: string, query: Omit<SalesQuery, 'limit' | 'cursor'>): SalesSearch => ({
  merchantId,
  q: query.q,
  state: query.state,
  operation: query.operation,
  from: query.from === undefined ? undefined : startOfDay(query.from),
  until: query.to === undefined ? undefined : startOfDay(addDays(query.to, 1)),
  leastAmount: query.leastAmount === undefined ? undefined : parseAmount(query.leastAmount),
  mostAmount: query.mostAmount === undefined ? undefined : parseAmount(query.mostAmount),
})
