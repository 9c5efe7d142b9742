import type { App } from '../../platform/http/app-type.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { languageOf } from '../../platform/http/page-edge.ts'
import { refusals } from '../../platform/http/refusals.ts'
import { IdempotencyHeaders } from '../../money/transactions/schemas.ts'
import { cancelCashIn } from '../pix/cancel-cash-in.ts'
import { ageingRoutes } from './ageing/routes.ts'
import type { WholeBill } from './bill.ts'
import { formOf, planOf } from './bill-request.ts'
import { changeBill } from './change-bill.ts'
import { makeBill } from './make-bill.ts'
import { makePlan } from './make-plan.ts'
import { type Needs as ImportNeeds, billImportRoutes } from './imports/routes.ts'
import { nowFor, readBill, searchBills } from './read-bill.ts'
import {
  AmountDueData,
  AmountDueQuery,
  BillChanges,
  BillData,
  BillPage,
  BillParams,
  BillRequest,
  BillsQuery,
  PdfQuery,
  PlanData,
  PlanRequest,
} from './schemas.ts'
import { billPdf } from './sheet/bill-pdf.ts'
import { amountDueView, billView } from './views.ts'

const tags = ['Bills']

type Needs = Parameters<typeof makeBill>[0] &
  Parameters<typeof changeBill>[0] &
  Parameters<typeof cancelCashIn>[0] &
  ImportNeeds

export async function billRoutes(app: App, needs: Needs) {
  await billImportRoutes(app, needs)
  await ageingRoutes(app, needs)
  const view = async (bill: WholeBill) => billView(bill, needs.addresses, await nowFor(needs, bill.merchantId))

  app.post('/bills', {
    schema: {
      operationId: 'createBill',
      tags,
      summary: 'Create a bill',
      description:
        'A Pix charge with a due date: it can be paid early with a discount, and late with a fine and interest, until its last payable day. The payer is named with a document, or by `customerId`. The bank decides the amount on the day of the payment.',
      headers: IdempotencyHeaders,
      body: BillRequest,
      response: {
        201: Done(BillData),
        ...refusals(
          'CustomerNotFound',
          'CounterpartyTaxNumberInvalid',
          'CounterpartyServiceError',
          'AmountNotAllowed',
          'PayerNotReported',
          'OrderIdConflict',
          'WebhookAddressNotAllowed',
          'RefusedByBank',
        ),
      },
    },
    handler: async (request, reply) => {
      const { bill, replayed } = await makeBill(needs, {
        ...formOf(request.body),
        merchantId: request.merchantId,
        keyId: request.keyId,
        idempotencyKey: request.headers['idempotency-key'],
      })
      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(done(await view(bill)))
    },
  })

  app.post('/bills/plans', {
    schema: {
      operationId: 'createBillPlan',
      tags,
      summary: 'Create an instalment plan',
      description:
        'From 2 to 60 bills, one a month, created together: if one cannot be created, none is. The amounts add up to `amount`. Each is a bill of its own: read, change and cancel it like any other.',
      body: PlanRequest,
      response: {
        201: Done(PlanData),
        ...refusals(
          'CustomerNotFound',
          'CounterpartyTaxNumberInvalid',
          'CounterpartyServiceError',
          'AmountNotAllowed',
          'PayerNotReported',
          'OrderIdConflict',
          'WebhookAddressNotAllowed',
          'RefusedByBank',
        ),
      },
    },
    handler: async (request, reply) => {
      const { merchantId, keyId, body } = request
      const { bills, replayed } = await makePlan(needs, { ...planOf(body), merchantId, keyId })
      if (replayed) reply.header('idempotent-replayed', 'true')
      const amount = formatAmount(bills.reduce((sum, bill) => sum + bill.amount, 0n))
      return reply.code(201).send(done({ orderId: body.orderId, amount, bills: await Promise.all(bills.map(view)) }))
    },
  })

  app.get('/bills', {
    schema: {
      operationId: 'listBills',
      tags,
      summary: 'List bills, newest first',
      description: 'Filter by state, due date, customer, order id or text.',
      querystring: BillsQuery,
      response: { 200: Done(BillPage) },
    },
    handler: async request => {
      const { 'dataset.limit': limit = 20, cursor, text: q, ...filter } = request.query
      const page = await searchBills(needs, { merchantId: request.merchantId, ...filter, q, cursor, limit })
      return done({ limit, items: await Promise.all(page.items.map(view)), nextCursor: page.nextCursor })
    },
  })

  app.get('/bills/:billId', {
    schema: {
      operationId: 'readBill',
      tags,
      summary: 'Read a bill',
      description: 'Includes what is owed today, and how the paid amount is made up.',
      params: BillParams,
      response: { 200: Done(BillData), ...refusals('BillNotFound') },
    },
    handler: async request => done(await view(await readBill(needs, request.merchantId, request.params.billId))),
  })

  app.get('/bills/:billId/pdf', {
    schema: {
      operationId: 'readBillPdf',
      tags,
      summary: 'Read a bill as a PDF',
      description:
        "One sheet of A4 to print: what is owed today, the QR code and, where there is one, the boleto. The payer's own is at `url` with `.pdf` added, with the payer's document masked.",
      params: BillParams,
      querystring: PdfQuery,
      response: {
        200: {
          description: 'The sheet',
          content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
        },
        ...refusals('BillNotFound'),
      },
    },
    handler: async (request, reply) => {
      const bill = await readBill(needs, request.merchantId, request.params.billId)
      const { headers, pdf } = await billPdf(needs, bill, { language: languageOf(request), isForMerchant: true })
      return reply.headers(headers).send(pdf as never)
    },
  })

  app.get('/bills/:billId/amount-due', {
    schema: {
      operationId: 'readBillAmountDue',
      tags,
      summary: 'Read what is owed on a day',
      description: 'The amount of a bill and how it is made up, if it were paid on that day.',
      params: BillParams,
      querystring: AmountDueQuery,
      response: { 200: Done(AmountDueData), ...refusals('BillNotFound') },
    },
    handler: async ({ merchantId, params, query }) => {
      const bill = await readBill(needs, merchantId, params.billId)
      return done(amountDueView(bill, query.on ?? (await nowFor(needs, merchantId)).today))
    },
  })

  app.patch('/bills/:billId', {
    schema: {
      operationId: 'changeBill',
      tags,
      summary: 'Change a bill that nobody has paid',
      description:
        'Omitted fields do not change; null removes a field. `fine`, `interest`, `rebate`, `discount` and `lines` are replaced as a whole; a new amount without lines removes them. The payer cannot change: cancel the bill and create another. `503` with the reason `BankUnavailable`: the bank has not confirmed the change yet, and is asked until it has; repeat the call to see the result. Until then another change is refused with `409`.',
      params: BillParams,
      body: BillChanges,
      response: {
        200: Done(BillData),
        ...refusals('BillNotFound', 'TransactionStateNotAllowed', 'RefusedByBank'),
      },
    },
    handler: async ({ merchantId, params, body: changes }) =>
      done(await view(await changeBill(needs, { merchantId, billId: params.billId, changes }))),
  })

  app.post('/bills/:billId/cancel', {
    config: { optionalBody: true },
    schema: {
      operationId: 'cancelBill',
      tags,
      summary: 'Cancel a bill that nobody has paid',
      description:
        'If it was paid first, the response is 409. `Open` or `Overdue` in the response: the bank has not confirmed yet, and a webhook reports the result. Repeating the call has no further effect.',
      params: BillParams,
      response: {
        200: Done(BillData),
        ...refusals('BillNotFound', 'TransactionStateNotAllowed'),
      },
    },
    handler: async ({ merchantId, params }) => {
      const { id } = await readBill(needs, merchantId, params.billId)
      await cancelCashIn(needs, { merchantId, id })
      return done(await view(await readBill(needs, merchantId, id)))
    },
  })
}
