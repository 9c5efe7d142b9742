import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import { forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { datedName, fileHeaders, listFormats } from '../../platform/http/file-formats.ts'
import type { Piece } from '../../platform/http/spreadsheet.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { auditOf, mayAlso, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { transactionItem } from '../transaction-search/portal-views.ts'
import { changeCustomer, removeCustomer } from './change-customer.ts'
import type { Customer } from './customer.ts'
import { exportCustomers, writeCustomers } from './export-customers.ts'
import { importCustomers, previewImport } from './import-customers.ts'
import { CustomerImport, PreviewRequest, mostBytes } from './import-schemas.ts'
import { makeCustomer } from './make-customer.ts'
import {
  CustomerChange,
  CustomerDetail,
  CustomerForm,
  CustomerList,
  CustomerParams,
  CustomerPayments,
  CustomerView,
  CustomersFile,
  CustomersQuery,
  ImportForm,
  PaymentsQuery,
  RemovedCustomer,
} from './portal-schemas.ts'
import { listCustomerTransactions, listCustomers, readCustomer, readCustomerSums } from './read-customer.ts'
import { fieldsOf, given } from './request-fields.ts'
import type { Needs } from './routes.ts'
import { customerTemplate } from './sheet-columns.ts'
import { customerView, importView, sumsView } from './views.ts'

const path = '/merchants/:merchantId/customers'

/** Customers for a merchant's people: the same as in the API. */
export async function customerPortalRoutes(app: App, needs: Needs) {
  await spreadsheetRoutes(app, needs)

  app.get(path, {
    config: { may: 'transactions.read' },
    schema: { querystring: CustomersQuery, response: { 200: Done(CustomerList) } },
    handler: async request => {
      const { limit = 20, cursor, q } = request.query
      const search = { merchantId: request.merchantId, text: q, hidesDocument: !seesDocuments(request) }
      const page = await listCustomers(needs, { ...search, cursor, limit })
      return done({ ...page, items: page.items.map(customer => shownTo(request, customer)) })
    },
  })

  app.get(`${path}/:customerId`, {
    config: { may: 'transactions.read' },
    schema: { params: CustomerParams, response: { 200: Done(CustomerDetail) } },
    handler: async request => {
      const { customer, sums } = await readCustomerSums(needs, request.merchantId, request.params.customerId)
      return done({ customer: shownTo(request, customer), sums: sumsView(sums) })
    },
  })

  app.get(`${path}/:customerId/payments`, {
    config: { may: 'transactions.read' },
    schema: { params: CustomerParams, querystring: PaymentsQuery, response: { 200: Done(CustomerPayments) } },
    handler: async request => {
      const { merchantId, params } = request
      const { cursor, limit = 20 } = request.query
      const page = await listCustomerTransactions(needs, { merchantId, customerId: params.customerId, cursor, limit })
      return done({ ...page, items: page.items.map(transactionItem) })
    },
  })

  app.post(path, {
    config: { may: 'charges.make', act: 'customer.make' },
    schema: { body: CustomerForm, response: { 201: Done(CustomerView) } },
    handler: async (request, reply) => {
      const { formKey, ...body } = request.body
      const id = uuidv7(needs.clock().getTime())
      const { customer } = await makeCustomer(needs, {
        merchantId: request.merchantId,
        id,
        fields: fieldsOf(body),
        idempotencyKey: formKey && `form:${formKey}`,
        audit: auditOf(request, { subject: id, details: { name: body.name.trim() } }),
      })
      return reply.code(201).send(done(shownTo(request, customer)))
    },
  })

  app.put(`${path}/:customerId`, {
    config: { may: 'charges.make', act: 'customer.change' },
    schema: { params: CustomerParams, body: CustomerChange, response: { 200: Done(CustomerView) } },
    handler: async request => {
      const { merchantId, body } = request
      const { id, name } = await readCustomer(needs, merchantId, request.params.customerId)
      // Which fields, not what they say: the log would otherwise keep every address a person ever had.
      const details = { name: body.name?.trim() ?? name, fields: Object.keys(body).join(', ') }
      const audit = auditOf(request, { subject: id, details })
      const customer = await changeCustomer(needs, { merchantId, customerId: id, changes: given(body), audit })
      return done(shownTo(request, customer))
    },
  })

  app.delete(`${path}/:customerId`, {
    config: { may: 'charges.make', act: 'customer.remove' },
    schema: { params: CustomerParams, response: { 200: Done(RemovedCustomer) } },
    handler: async request => {
      const { merchantId } = request
      const { id, name } = await readCustomer(needs, merchantId, request.params.customerId)
      const audit = auditOf(request, { subject: id, details: { name } })
      await removeCustomer(needs, { merchantId, customerId: id, audit })
      return done({ id })
    },
  })
}

/** Customers in spreadsheets: the same as in the API. */
async function spreadsheetRoutes(app: App, needs: Needs) {
  app.get(`${path}/template`, {
    config: { may: 'transactions.read' },
    handler: (_request, reply) =>
      reply.headers(fileHeaders(datedName('modelo-clientes', {}, needs.clock()), 'csv')).send(customerTemplate()),
  })

  for (const format of listFormats)
    app.get(`${path}.${format}`, {
      config: { may: 'transactions.read' },
      schema: { querystring: CustomersFile },
      handler: (request, reply) => {
        const { merchantId, query } = request
        const { language } = signedInOf(request).person
        const search = { merchantId, text: query.q, hidesDocument: !seesDocuments(request) }
        const pieces = exportCustomers(forReports(needs, merchantId), search)
        const file = writeCustomers(maskedFor(request, pieces), { format, language })
        const name = datedName(language === 'pt' ? 'clientes' : 'customers', {}, needs.clock())
        return reply.headers(fileHeaders(name, format)).send(Readable.from(file))
      },
    })

  app.post(`${path}/import/preview`, {
    config: { may: 'charges.make', act: null },
    bodyLimit: mostBytes,
    schema: { body: PreviewRequest, response: { 200: Done(CustomerImport) } },
    handler: async request => {
      const file = Buffer.from(request.body.file, 'base64')
      const rows = await previewImport(needs, { merchantId: request.merchantId, file })
      return done(importView(rows, { isDone: false }))
    },
  })

  app.post(`${path}/import`, {
    config: { may: 'charges.make', act: 'customer.import' },
    bodyLimit: mostBytes,
    schema: { body: ImportForm, response: { 200: Done(CustomerImport) } },
    handler: async request => {
      const { merchantId } = request
      const { file, skipInvalid = false, formKey } = request.body
      const rows = await importCustomers(needs, {
        merchantId,
        file: Buffer.from(file, 'base64'),
        skipsInvalid: skipInvalid,
        idempotencyKey: `form:${formKey}`,
        audit: ({ created, changed }) => auditOf(request, { subject: merchantId, details: { created, changed } }),
      })
      return done(importView(rows, { isDone: true }))
    },
  })
}

async function* maskedFor(request: FastifyRequest, pieces: AsyncIterable<Piece<Customer>>) {
  for await (const { rows, cutAt } of pieces)
    yield { rows: rows.map(customer => ({ ...customer, document: documentFor(request, customer) })), cutAt }
}

/** Whole documents only for a merchant's people who may see them. */
const seesDocuments = (request: FastifyRequest): boolean =>
  !signedInOf(request).person.isOperator && mayAlso(request, 'taxNumbers.reveal')

const documentFor = (request: FastifyRequest, { document }: Customer): string | null =>
  document === null || seesDocuments(request) ? document : maskTaxNumber(document)

export const shownTo = (request: FastifyRequest, customer: Customer): CustomerView => ({
  ...customerView(customer),
  document: documentFor(request, customer),
})
