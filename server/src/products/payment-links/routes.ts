import type { Static } from 'typebox'
import { parseAmount } from '../../platform/brazil/money.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { refusals } from '../../platform/http/refusals.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { IdempotencyHeaders } from '../../money/transactions/schemas.ts'
import { transactionView } from '../../money/transactions/views.ts'
import { type Changes, changeLink } from './change-link.ts'
import { type LinkForm, makeLink } from './make-link.ts'
import { listLinkTransactions, listLinks, readLink } from './read-link.ts'
import {
  LinkChanges,
  LinkData,
  LinkPage,
  LinkParams,
  LinkRequest,
  LinkTransactions,
  LinkTransactionsQuery,
  LinksQuery,
  StaticQrRequest,
} from './schemas.ts'
import { linkView } from './views.ts'

const tags = ['Payment links']

type Needs = Parameters<typeof makeLink>[0] &
  Parameters<typeof changeLink>[0] &
  Parameters<typeof listLinkTransactions>[0] & { readMerchant: ReadMerchant }

export async function paymentLinkRoutes(app: App, needs: Needs) {
  app.post('/payment-links', {
    schema: {
      operationId: 'createPaymentLink',
      tags,
      summary: 'Create a payment link',
      description:
        'A reusable address where anybody can pay by Pix: a fixed amount or one that the payer chooses, with or without a limit on the number of payments and an end date. Every payment is a separate transaction.',
      headers: IdempotencyHeaders,
      body: LinkRequest,
      response: {
        201: Done(LinkData),
        ...refusals('OrderIdConflict', 'WebhookAddressNotAllowed', 'AmountNotAllowed'),
      },
    },
    handler: async (request, reply) => {
      const { merchantId, keyId } = request
      const { link, replayed } = await makeLink(needs, {
        ...formOf(request.body, { isStatic: false }),
        merchantId,
        keyId,
        personId: null,
        idempotencyKey: request.headers['idempotency-key'],
      })
      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(done(linkView(link, needs.addresses)))
    },
  })

  app.post('/static-qrs', {
    schema: {
      operationId: 'createStaticQrCode',
      tags,
      summary: 'Create a static QR code',
      description:
        'A code to print, for any number of payments. Every payment is a separate transaction and is notified by webhook. Read, list and close it like a payment link. A payment to a closed code is still credited.',
      headers: IdempotencyHeaders,
      body: StaticQrRequest,
      response: {
        201: Done(LinkData),
        ...refusals('OrderIdConflict', 'WebhookAddressNotAllowed', 'AmountNotAllowed'),
      },
    },
    handler: async (request, reply) => {
      const { merchantId, keyId } = request
      const idempotencyKey = request.headers['idempotency-key']
      const form = formOf(request.body, { isStatic: true })
      const { link, replayed } = await makeLink(needs, { ...form, merchantId, keyId, personId: null, idempotencyKey })
      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(done(linkView(link, needs.addresses)))
    },
  })

  app.get('/payment-links', {
    schema: {
      operationId: 'listPaymentLinks',
      tags,
      summary: 'List payment links, newest first',
      description: 'Filter by state.',
      querystring: LinksQuery,
      response: { 200: Done(LinkPage) },
    },
    handler: async request => {
      const { state, cursor, 'dataset.limit': limit = 20 } = request.query
      const { items, nextCursor } = await listLinks(needs, { merchantId: request.merchantId, state, cursor, limit })
      return done({ limit, items: items.map(link => linkView(link, needs.addresses)), nextCursor })
    },
  })

  app.get('/payment-links/:linkId', {
    schema: {
      operationId: 'readPaymentLink',
      tags,
      summary: 'Read a payment link',
      description: 'Includes the number of payments and of open charges.',
      params: LinkParams,
      response: { 200: Done(LinkData), ...refusals('PaymentLinkNotFound') },
    },
    handler: async request =>
      done(linkView(await readLink(needs, request.merchantId, request.params.linkId), needs.addresses)),
  })

  app.put('/payment-links/:linkId', {
    schema: {
      operationId: 'changePaymentLink',
      tags,
      summary: 'Change, close or reopen a payment link',
      description:
        'Omitted fields do not change. A greater stock or a later end reopens a link that is sold out or expired. The amount of a link cannot change: create another link.',
      params: LinkParams,
      body: LinkChanges,
      response: {
        200: Done(LinkData),
        ...refusals('PaymentLinkNotFound', 'PaymentLinkStateNotAllowed', 'PaymentLinkStockTaken'),
      },
    },
    handler: async request => {
      const { merchantId, params, body } = request
      const link = await changeLink(needs, { merchantId, linkId: params.linkId, ...changesOf(body) })
      return done(linkView(link, needs.addresses))
    },
  })

  app.get('/payment-links/:linkId/transactions', {
    schema: {
      operationId: 'listPaymentLinkTransactions',
      tags,
      summary: 'List the transactions of a payment link, newest first',
      description:
        'All charges of the link, paid or not. A page can have fewer items than `limit`: continue with `nextCursor` until it is null.',
      params: LinkParams,
      querystring: LinkTransactionsQuery,
      response: { 200: Done(LinkTransactions), ...refusals('PaymentLinkNotFound') },
    },
    handler: async request => {
      const { merchantId, params } = request
      const { cursor, 'dataset.limit': limit = 20 } = request.query
      const page = await listLinkTransactions(needs, { merchantId, linkId: params.linkId, limit, cursor })
      const merchant = await needs.readMerchant(merchantId)
      return done({ limit, ...page, items: page.items.map(t => transactionView(t, merchant, needs.addresses)) })
    },
  })
}

/** The request as input of the use case. */
export function formOf(body: Static<typeof LinkRequest>, { isStatic }: { isStatic: boolean }): LinkForm {
  const amount = (text: string | undefined) => (text === undefined ? null : parseAmount(text))
  return {
    title: body.title.trim(),
    description: body.description?.trim() || null,
    amount: amount(body.amount),
    minAmount: amount(body.minAmount),
    maxAmount: amount(body.maxAmount),
    stock: body.stock ?? null,
    endsAt: body.endsAt === undefined ? null : new Date(body.endsAt),
    asksPayer: body.asksPayer ?? false,
    redirectUrl: body.redirectUrl ?? null,
    metadata: body.metadata ?? null,
    isStatic,
    webhook: body.webhook ?? null,
  }
}

export const changesOf = ({ title, description, stock, endsAt, state }: LinkChanges): Changes => ({
  title: title?.trim(),
  description: description === undefined ? undefined : description?.trim() || null,
  stock,
  endsAt: endsAt === undefined || endsAt === null ? endsAt : new Date(endsAt),
  state,
})
