import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { datedName, fileHeaders, listFormats } from '../../platform/http/file-formats.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { maskCpfsIn } from '../../platform/brazil/tax-number.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { addDays, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { Requested } from '../../tenancy/people/operator-requests/portal-schemas.ts'
import { requestedView } from '../../tenancy/people/operator-requests/views.ts'
import { askingOf, auditOf, mayAlso, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { refundTransaction } from '../../money/refunds/refund-transaction.ts'
import { RefundData } from '../../money/refunds/schemas.ts'
import { refundedView } from '../../money/refunds/views.ts'
import { exportTransactions, writeTransactions } from './export-transactions.ts'
import { lookForTaxNumber, revealTaxNumber } from './look-for-tax-number.ts'
import { type TransactionSearch, searchTransactions } from './search-transactions.ts'
import {
  type TransactionsQuery,
  RefundBody,
  RevealBody,
  RevealedTaxNumber,
  TransactionsFile,
  TransactionsPage,
  TransactionsQuery as TransactionsQuerySchema,
  TransactionTotals,
  TransactionView,
} from './portal-schemas.ts'
import type { RevealToOperator } from './reveal-to-operator.ts'
import { totalsView, transactionItem, wholeTransactionView } from './portal-views.ts'
import { readWholeTransaction } from './read-whole-transaction.ts'
import { sumUpTransactions } from './sum-up-transactions.ts'

type Needs = Parameters<typeof readWholeTransaction>[0] &
  Parameters<typeof refundTransaction>[0] &
  Parameters<typeof exportTransactions>[0] & {
    addresses: PublicAddresses
    isSandbox: boolean
    revealToOperator: RevealToOperator
  }

const Params = Type.Object({ merchantId: Type.String(), transactionId: Type.String() })
const ListParams = Type.Object({ merchantId: Type.String() })
const path = '/merchants/:merchantId/transactions'

export async function transactionPortalRoutes(app: App, needs: Needs) {
  const taxNumberIn = (request: FastifyRequest<{ Querystring: { q?: string } }>) =>
    lookForTaxNumber(needs, {
      q: request.query.q,
      auditOf: subject => auditOf(request, { subject }),
      mayReveal: mayAlso(request, 'taxNumbers.reveal'),
    })

  app.get(path, {
    config: { may: 'transactions.read', act: 'taxNumber.search' },
    schema: { params: ListParams, querystring: TransactionsQuerySchema, response: { 200: Done(TransactionsPage) } },
    handler: async request => {
      const { limit = 25, cursor } = request.query
      const { taxNumber, searched } = await taxNumberIn(request)
      const search = { ...searchOf(request.merchantId, request.query), taxNumber }
      const page = await searchTransactions(forReports(needs, request.merchantId), { ...search, limit, cursor })
      return done({
        items: page.items.map(transactionItem),
        nextCursor: page.nextCursor,
        lookedUntil: page.lookedUntil?.toISOString() ?? null,
        taxNumber: searched,
      })
    },
  })

  for (const format of listFormats)
    app.get(`${path}.${format}`, {
      config: { may: 'transactions.read', act: 'taxNumber.search' },
      schema: { params: ListParams, querystring: TransactionsFile },
      handler: async (request, reply) => {
        const { language } = signedInOf(request).person
        const { taxNumber } = await taxNumberIn(request)
        const { merchantId } = request
        const reading = forReports(needs, merchantId)
        const search = { ...searchOf(merchantId, request.query), taxNumber }
        const name = datedName(language === 'pt' ? 'transacoes' : 'transactions', request.query, needs.clock())
        const file = writeTransactions(exportTransactions(reading, search), { format, language })
        return reply.headers(fileHeaders(name, format)).send(Readable.from(file))
      },
    })

  app.get(`${path}/totals`, {
    config: { may: 'transactions.read', act: 'taxNumber.search' },
    schema: { params: ListParams, querystring: TransactionsFile, response: { 200: Done(TransactionTotals) } },
    handler: async request => {
      const { taxNumber } = await taxNumberIn(request)
      const search = { ...searchOf(request.merchantId, request.query), taxNumber }
      return done(totalsView(await sumUpTransactions(forReports(needs, request.merchantId), search)))
    },
  })

  app.get(`${path}/:transactionId`, {
    config: { may: 'transactions.read' },
    schema: { params: Params, response: { 200: Done(TransactionView) } },
    handler: async request => {
      const whole = await readWholeTransaction(needs, request.merchantId, request.params.transactionId)
      return done(
        wholeTransactionView(whole, {
          addresses: needs.addresses,
          now: needs.clock(),
          seesWebhooks: mayAlso(request, 'webhooks.read'),
          seesBankWords: mayAlso(request, 'platform.read'),
          mayCancel: mayAlso(request, 'charges.make'),
          mayRefund: mayAlso(request, 'transactions.refund'),
          simulates: needs.isSandbox && mayAlso(request, 'transactions.simulate'),
        }),
      )
    },
  })

  app.post(`${path}/:transactionId/refund`, {
    config: { may: 'transactions.refund', act: 'transaction.refund' },
    schema: { params: Params, body: RefundBody, response: { 201: Done(RefundData) } },
    handler: async (request, reply) => {
      const { amount, reason, refundId = uuidv7(needs.clock().getTime()) } = request.body
      const { transactionId } = request.params
      const details = { amount: amount ?? 'all', refundId, ...(reason !== undefined && { reason: maskCpfsIn(reason) }) }
      const audit = auditOf(request, { subject: transactionId, details })
      const { person } = signedInOf(request)
      const input = {
        transactionId,
        amount: amount === undefined ? undefined : parseAmount(amount),
        refundId,
        reason,
        requestedBy: { by: 'person', personId: person.id, name: person.name },
      } as const
      const refund = await refundTransaction(needs, { merchantId: request.merchantId, ...input, audit })
      return reply.code(201).send(done(refundedView(refund)))
    },
  })

  app.post(`${path}/:transactionId/reveal`, {
    config: { may: 'taxNumbers.reveal', act: ['taxNumber.reveal', 'operatorRequest.make'] },
    schema: { params: Params, body: RevealBody, response: { 200: Done(RevealedTaxNumber), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const { transactionId } = request.params
      const { party } = request.body
      const { merchantId } = request
      if (signedInOf(request).person.isOperator) {
        const input = { merchantId, transaction: { id: transactionId, party } }
        const asked = { subject: transactionId, merchantId, details: { party }, input }
        const outcome = await needs.revealToOperator(askingOf(request), asked)
        if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
        return done({ taxNumber: outcome.result || null })
      }
      const audit = auditOf(request, { subject: transactionId, details: { party } })
      const taxNumber = await revealTaxNumber(needs, { merchantId, transactionId, party, audit })
      return done({ taxNumber })
    },
  })
}

/** Both days are included: the last one ends where the next begins. */
const searchOf = (
  merchantId: string,
  query: Omit<TransactionsQuery, 'limit' | 'cursor'>,
): Omit<TransactionSearch, 'taxNumber'> => ({
  merchantId,
  q: query.q,
  state: query.state,
  operation: query.operation,
  from: query.from === undefined ? undefined : startOfDay(query.from),
  until: query.to === undefined ? undefined : startOfDay(addDays(query.to, 1)),
  leastAmount: query.leastAmount === undefined ? undefined : parseAmount(query.leastAmount),
  mostAmount: query.mostAmount === undefined ? undefined : parseAmount(query.mostAmount),
})
