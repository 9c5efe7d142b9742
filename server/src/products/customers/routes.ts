import { Readable } from 'node:stream'
import { forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, DoneWithoutData, done } from '../../platform/http/envelope.ts'
import { datedName, fileHeaders } from '../../platform/http/file-formats.ts'
import { refusals } from '../../platform/http/refusals.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { transactionView } from '../../money/transactions/views.ts'
import { IdempotencyHeaders } from '../../money/transactions/schemas.ts'
import { changeCustomer, removeCustomer } from './change-customer.ts'
import { exportCustomers, writeCustomers } from './export-customers.ts'
import { importCustomers, previewImport } from './import-customers.ts'
import { CustomerExportQuery, CustomerImport, ImportRequest, PreviewRequest, mostBytes } from './import-schemas.ts'
import { makeCustomer } from './make-customer.ts'
import { fieldsOf, given } from './request-fields.ts'
import { listCustomerTransactions, listCustomers, readCustomer } from './read-customer.ts'
import {
  CustomerChanges,
  CustomerData,
  CustomerPage,
  CustomerParams,
  CustomerRequest,
  CustomerTransactions,
  CustomerTransactionsQuery,
  CustomersQuery,
} from './schemas.ts'
import { customerView, importView } from './views.ts'

const tags = ['Customers']

export type Needs = Parameters<typeof makeCustomer>[0] &
  Parameters<typeof changeCustomer>[0] & { readMerchant: ReadMerchant; addresses: PublicAddresses }

export async function customerRoutes(app: App, needs: Needs) {
  await transactionRoutes(app, needs)
  await spreadsheetRoutes(app, needs)

  app.post('/customers', {
    schema: {
      operationId: 'createCustomer',
      tags,
      summary: 'Create a customer',
      description:
        'Somebody whom you charge: name, CPF or CNPJ, contact and address. Only the name is required. A charge can name the customer instead of repeating the payer.',
      headers: IdempotencyHeaders,
      body: CustomerRequest,
      response: {
        201: Done(CustomerData),
        ...refusals('ExternalIdTaken', 'CounterpartyTaxNumberInvalid', 'OrderIdConflict'),
      },
    },
    handler: async (request, reply) => {
      const { customer, replayed } = await makeCustomer(needs, {
        merchantId: request.merchantId,
        fields: fieldsOf(request.body),
        idempotencyKey: request.headers['idempotency-key'],
      })
      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(done(customerView(customer)))
    },
  })

  app.get('/customers', {
    schema: {
      operationId: 'listCustomers',
      tags,
      summary: 'List customers, newest first',
      description: 'Filter by external id, document or text.',
      querystring: CustomersQuery,
      response: { 200: Done(CustomerPage) },
    },
    handler: async request => {
      const { 'dataset.limit': limit = 20, cursor, ...filter } = request.query
      const page = await listCustomers(needs, { merchantId: request.merchantId, ...filter, cursor, limit })
      return done({ limit, items: page.items.map(customerView), nextCursor: page.nextCursor })
    },
  })

  app.get('/customers/:customerId', {
    schema: {
      operationId: 'readCustomer',
      tags,
      summary: 'Read a customer',
      description: 'All fields of one customer.',
      params: CustomerParams,
      response: { 200: Done(CustomerData), ...refusals('CustomerNotFound') },
    },
    handler: async request =>
      done(customerView(await readCustomer(needs, request.merchantId, request.params.customerId))),
  })

  app.put('/customers/:customerId', {
    schema: {
      operationId: 'changeCustomer',
      tags,
      summary: 'Change a customer',
      description:
        'Omitted fields do not change; null removes a field. `address` and `metadata` are replaced as a whole. Charges that exist keep the payer they were created with.',
      params: CustomerParams,
      body: CustomerChanges,
      response: {
        200: Done(CustomerData),
        ...refusals('CustomerNotFound', 'ExternalIdTaken', 'CounterpartyTaxNumberInvalid'),
      },
    },
    handler: async request => {
      const { merchantId, params, body } = request
      const changed = await changeCustomer(needs, { merchantId, customerId: params.customerId, changes: given(body) })
      return done(customerView(changed))
    },
  })

  app.delete('/customers/:customerId', {
    schema: {
      operationId: 'deleteCustomer',
      tags,
      summary: 'Delete a customer',
      description: 'Charges of the customer stay, with the payer they were created with.',
      params: CustomerParams,
      response: { 200: DoneWithoutData, ...refusals('CustomerNotFound') },
    },
    handler: async request => {
      await removeCustomer(needs, { merchantId: request.merchantId, customerId: request.params.customerId })
      return { statusCode: 'Done' as const }
    },
  })
}

async function transactionRoutes(app: App, needs: Needs) {
  app.get('/customers/:customerId/transactions', {
    schema: {
      operationId: 'listCustomerTransactions',
      tags,
      summary: 'List the transactions of a customer, newest first',
      description: 'All charges that name the customer, paid or not.',
      params: CustomerParams,
      querystring: CustomerTransactionsQuery,
      response: { 200: Done(CustomerTransactions), ...refusals('CustomerNotFound') },
    },
    handler: async request => {
      const { merchantId, params } = request
      const { cursor, 'dataset.limit': limit = 20 } = request.query
      const page = await listCustomerTransactions(needs, { merchantId, customerId: params.customerId, limit, cursor })
      const merchant = await needs.readMerchant(merchantId)
      return done({ limit, ...page, items: page.items.map(t => transactionView(t, merchant, needs.addresses)) })
    },
  })
}

const columns =
  'CSV or XLSX with the columns of `GET /customers/export`; only the name is required. A row changes the customer with its external id, or the only customer with its document, and otherwise adds one. Empty cells change nothing.'

/** Customers as spreadsheets. */
async function spreadsheetRoutes(app: App, needs: Needs) {
  app.post('/customers/import/preview', {
    bodyLimit: mostBytes,
    schema: {
      operationId: 'previewCustomerImport',
      tags,
      summary: 'Preview a spreadsheet of customers',
      description: `What an import would do with each row, and what is wrong with it. Nothing is stored. ${columns}`,
      body: PreviewRequest,
      response: { 200: Done(CustomerImport), ...refusals('SpreadsheetUnreadable') },
    },
    handler: async request => {
      const file = Buffer.from(request.body.file, 'base64')
      const rows = await previewImport(needs, { merchantId: request.merchantId, file })
      return done(importView(rows, { isDone: false }))
    },
  })

  app.post('/customers/import', {
    bodyLimit: mostBytes,
    schema: {
      operationId: 'importCustomers',
      tags,
      summary: 'Import customers from a spreadsheet',
      description: `Up to 5,000 rows, stored together. If a row is invalid, the 400 lists the invalid rows in \`details\` and nothing is stored, unless \`skipInvalid\` is true. ${columns}`,
      headers: IdempotencyHeaders,
      body: ImportRequest,
      response: {
        200: Done(CustomerImport),
        ...refusals('SpreadsheetUnreadable', 'ExternalIdTaken', 'OrderIdConflict'),
      },
    },
    handler: async request => {
      const { file, skipInvalid = false } = request.body
      const rows = await importCustomers(needs, {
        merchantId: request.merchantId,
        file: Buffer.from(file, 'base64'),
        skipsInvalid: skipInvalid,
        idempotencyKey: request.headers['idempotency-key'],
      })
      return done(importView(rows, { isDone: true }))
    },
  })

  app.get('/customers/export', {
    schema: {
      operationId: 'exportCustomers',
      tags,
      summary: 'Export customers as a spreadsheet',
      description: 'CSV, newest first, at most 50,000 customers. An import reads the same columns.',
      querystring: CustomerExportQuery,
      response: { 200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } } },
    },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { language = 'en', text } = request.query
      const pieces = exportCustomers(forReports(needs, merchantId), { merchantId, text })
      return reply
        .headers(fileHeaders(datedName('customers', {}, needs.clock()), 'csv'))
        .send(Readable.from(writeCustomers(pieces, { format: 'csv', language })) as never)
    },
  })
}
