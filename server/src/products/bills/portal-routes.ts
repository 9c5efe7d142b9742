import type { FastifyRequest } from 'fastify'
import { formatAmount } from '../../platform/brazil/money.ts'
import { forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { auditOf, mayAlso } from '../../tenancy/people/portal-edge.ts'
import type { WholeBill } from './bill.ts'
import { formOf, planOf } from './bill-request.ts'
import { changeBill } from './change-bill.ts'
import { makeBill } from './make-bill.ts'
import { makePlan } from './make-plan.ts'
import {
  BillChange,
  BillForm,
  BillList,
  BillMethods,
  BillParams,
  BillPreview,
  BillSummary,
  BillView,
  BillsQuery,
  MadePlan,
  PlanForm,
  PreviewForm,
  SummaryQuery,
} from './portal-schemas.ts'
import { readMethods } from './read-methods.ts'
import { billPortalView } from './portal-views.ts'
import { previewBill } from './preview-bill.ts'
import { nowFor, readBill, searchBills, sumUpBills } from './read-bill.ts'

type Needs = Parameters<typeof makeBill>[0] & Parameters<typeof changeBill>[0] & { addresses: PublicAddresses }

const path = '/merchants/:merchantId/bills'

/** Bills for a merchant's people: the same as in the API. They are cancelled as every charge is. */
export async function billPortalRoutes(app: App, needs: Needs) {
  const viewFor = async (request: FastifyRequest) => {
    const time = await nowFor(needs, request.merchantId)
    const mayChange = mayAlso(request, 'charges.make')
    return (bill: WholeBill) => billPortalView(bill, needs.addresses, { ...time, mayChange })
  }

  app.get(path, {
    config: { may: 'transactions.read' },
    schema: { querystring: BillsQuery, response: { 200: Done(BillList) } },
    handler: async request => {
      const { merchantId } = request
      const { limit = 20, cursor, ...filter } = request.query
      const reading = forReports(needs, merchantId)
      const { items, nextCursor } = await searchBills(reading, { merchantId, ...filter, cursor, limit })
      return done({ items: items.map(await viewFor(request)), nextCursor })
    },
  })

  app.get(`${path}/summary`, {
    config: { may: 'transactions.read' },
    schema: { querystring: SummaryQuery, response: { 200: Done(BillSummary) } },
    handler: async ({ merchantId, query: { customerId } }) => {
      const sums = await sumUpBills(forReports(needs, merchantId), { merchantId, customerId })
      return done({
        overdue: { count: sums.overdueCount, amount: formatAmount(sums.overdueAmount) },
        dueThisWeek: { count: sums.dueCount, amount: formatAmount(sums.dueAmount) },
        weekUntil: sums.until,
        isExact: sums.isExact,
      })
    },
  })

  app.get(`${path}/methods`, {
    config: { may: 'charges.make' },
    schema: { response: { 200: Done(BillMethods) } },
    handler: async ({ merchantId }) => done(await readMethods(needs, merchantId)),
  })

  app.get(`${path}/:billId`, {
    config: { may: 'transactions.read' },
    schema: { params: BillParams, response: { 200: Done(BillView) } },
    handler: async request => {
      const bill = await readBill(needs, request.merchantId, request.params.billId)
      return done((await viewFor(request))(bill))
    },
  })

  app.post(`${path}/preview`, {
    config: { may: 'charges.make', act: null },
    schema: { body: PreviewForm, response: { 200: Done(BillPreview) } },
    handler: request => {
      const { days, ...body } = request.body
      return done(previewBill(formOf(body), days))
    },
  })

  app.post(path, {
    config: { may: 'charges.make', act: 'bill.make' },
    schema: { body: BillForm, response: { 201: Done(BillView) } },
    handler: async (request, reply) => {
      const { formKey, ...body } = request.body
      const form = formOf(body)
      const details = { amount: formatAmount(form.amount), orderId: form.orderId }
      const { bill } = await makeBill(
        needs,
        // Part of its form: another form asks for another bill, and needs another order id.
        { ...form, merchantId: request.merchantId, keyId: null, idempotencyKey: formKey, partOf: formKey },
        subject => auditOf(request, { subject, details }),
      )
      return reply.code(201).send(done((await viewFor(request))(bill)))
    },
  })

  app.post(`${path}/plans`, {
    config: { may: 'charges.make', act: 'bill.makePlan' },
    schema: { body: PlanForm, response: { 201: Done(MadePlan) } },
    handler: async (request, reply) => {
      const { merchantId, body } = request
      const { orderId, count, amount } = body
      const audit = auditOf(request, { subject: merchantId, details: { orderId, count, amount } })
      const { bills } = await makePlan(needs, { ...planOf(body), merchantId, keyId: null }, audit)
      return reply.code(201).send(done({ orderId, count: bills.length }))
    },
  })

  app.put(`${path}/:billId`, {
    config: { may: 'charges.make', act: 'bill.change' },
    schema: { params: BillParams, body: BillChange, response: { 200: Done(BillView) } },
    handler: async request => {
      const { merchantId, params, body } = request
      const bill = await changeBill(needs, {
        merchantId,
        billId: params.billId,
        changes: body,
        audit: ({ terms, texts }) =>
          auditOf(request, { subject: params.billId, details: { changes: terms, fields: texts.join(', ') } }),
      })
      return done((await viewFor(request))(bill))
    },
  })
}
