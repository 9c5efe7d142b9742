import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { changesOf as whatChanges } from '../../tenancy/audit-log/changes.ts'
import { auditOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { transactionItem } from '../transaction-search/portal-views.ts'
import { changeLink } from './change-link.ts'
import { makeLink } from './make-link.ts'
import {
  LinkChange,
  LinkForm,
  LinkList,
  LinkParams,
  LinkPayments,
  LinkView,
  LinksQuery,
  PaymentsQuery,
} from './portal-schemas.ts'
import { listLinkTransactions, listLinks, readLink } from './read-link.ts'
import { changesOf, formOf } from './routes.ts'
import { linkView } from './views.ts'

type Needs = Parameters<typeof makeLink>[0] &
  Parameters<typeof changeLink>[0] &
  Parameters<typeof listLinkTransactions>[0]

/** Payment links for a merchant's people: the same links as in the API. */
export async function paymentLinkPortalRoutes(app: App, needs: Needs) {
  app.get('/merchants/:merchantId/payment-links', {
    config: { may: 'transactions.read' },
    schema: { querystring: LinksQuery, response: { 200: Done(LinkList) } },
    handler: async request => {
      const { limit = 20, ...query } = request.query
      const input = { merchantId: request.merchantId, state: query.state, cursor: query.cursor, limit }
      const { items, nextCursor } = await listLinks(needs, input)
      return done({ items: items.map(link => linkView(link, needs.addresses)), nextCursor })
    },
  })

  app.get('/merchants/:merchantId/payment-links/:linkId', {
    config: { may: 'transactions.read' },
    schema: { params: LinkParams, response: { 200: Done(LinkView) } },
    handler: async request =>
      done(linkView(await readLink(needs, request.merchantId, request.params.linkId), needs.addresses)),
  })

  app.get('/merchants/:merchantId/payment-links/:linkId/payments', {
    config: { may: 'transactions.read' },
    schema: { params: LinkParams, querystring: PaymentsQuery, response: { 200: Done(LinkPayments) } },
    handler: async request => {
      const { merchantId, params } = request
      const { cursor, limit = 20 } = request.query
      const page = await listLinkTransactions(needs, { merchantId, linkId: params.linkId, cursor, limit })
      return done({ ...page, items: page.items.map(transactionItem) })
    },
  })

  app.post('/merchants/:merchantId/payment-links', {
    config: { may: 'charges.make', act: 'link.make' },
    schema: { body: LinkForm, response: { 201: Done(LinkView) } },
    handler: async (request, reply) => {
      const { formKey, isStatic = false, ...body } = request.body
      const id = uuidv7(needs.clock().getTime())
      const form = formOf(body, { isStatic })
      const details = { name: form.title, ...(body.amount && { amount: body.amount }) }
      const { link } = await makeLink(needs, {
        ...form,
        merchantId: request.merchantId,
        id,
        keyId: null,
        personId: signedInOf(request).person.id,
        idempotencyKey: formKey && `form:${formKey}`,
        audit: auditOf(request, { subject: id, details }),
      })
      return reply.code(201).send(done(linkView(link, needs.addresses)))
    },
  })

  app.put('/merchants/:merchantId/payment-links/:linkId', {
    config: { may: 'charges.make', act: ['link.change', 'link.close', 'link.reopen'] },
    schema: { params: LinkParams, body: LinkChange, response: { 200: Done(LinkView) } },
    handler: async request => {
      const { merchantId, body } = request
      const before = await readLink(needs, merchantId, request.params.linkId)
      const { id, title } = before
      const shown = { ...before, endsAt: before.endsAt?.toISOString() ?? null }
      const details = { name: body.title ?? title, ...whatChanges(shown, body) }
      const act = body.state === undefined ? 'link.change' : body.state === 'Closed' ? 'link.close' : 'link.reopen'
      const audit = auditOf(request, { act, subject: id, details })
      const link = await changeLink(needs, { merchantId, linkId: id, ...changesOf(body), audit })
      return done(linkView(link, needs.addresses))
    },
  })
}
