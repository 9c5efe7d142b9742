import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { normalizeTaxNumber } from '../../../platform/brazil/tax-number.ts'
import { auditOf } from '../../../tenancy/people/portal-edge.ts'
import { changesOf } from '../../../tenancy/audit-log/changes.ts'
import { addBankAccount } from './add-bank-account.ts'
import { browseReceivers, listAccountReviews, listReviews } from './list-receivers.ts'
import { changeReceiver } from './change-receiver.ts'
import {
  AccountForm,
  AccountParams,
  AccountReviews,
  AccountView,
  ApproveAccount,
  ApproveReceiver,
  ReceiverDetail,
  ReceiverForm,
  ReceiverItem,
  ReceiverList,
  ReceiverParams,
  ReceiverReviews,
  ReceiversQuery,
  RejectAccount,
  RejectReceiver,
  ReviewsQuery,
} from './portal-schemas.ts'
import { listAccounts, readAccount, readReceiver } from './read-receiver.ts'
import { registerReceiver } from './register-receiver.ts'
import { accountReview, portalAccountView, receiverDetail, receiverItem, receiverReview } from './views.ts'
import { reviewAccount, reviewReceiver } from './review-receiver.ts'
import { type AccountStatus, type ReceiverStatus, accountMove, statusAfter } from './states.ts'

type Needs = { sql: Sql; clock: () => Date }

/** What a merchant's people do with the companies they pay. */
export async function receiverPortalRoutes(app: App, needs: Needs) {
  const newId = () => uuidv7(needs.clock().getTime())

  app.get('/merchants/:merchantId/receivers', {
    config: { may: 'receivers.read' },
    schema: { querystring: ReceiversQuery, response: { 200: Done(ReceiverList) } },
    handler: async request => {
      const { status, search, cursor, limit = 20 } = request.query
      const input = { merchantId: request.merchantId, status, search: search?.trim(), cursor, limit }
      const { items, nextCursor } = await browseReceivers(needs, input)
      return done({ items: items.map(receiverItem), nextCursor })
    },
  })

  app.get('/merchants/:merchantId/receivers/:receiverId', {
    config: { may: 'receivers.read' },
    schema: { params: ReceiverParams, response: { 200: Done(ReceiverDetail) } },
    handler: async request => {
      const { merchantId, params } = request
      const receiver = await readReceiver(needs, merchantId, params.receiverId)
      const accounts = await listAccounts(needs, { merchantId, receiverId: receiver.id, limit: 50, offset: 0 })
      return done(receiverDetail(receiver, accounts))
    },
  })

  app.post('/merchants/:merchantId/receivers', {
    config: { may: 'receivers.manage', act: 'receiver.register' },
    schema: { body: ReceiverForm, response: { 201: Done(ReceiverItem) } },
    handler: async (request, reply) => {
      const details = { fantasyName: request.body.fantasyName.trim(), cnpj: request.body.cnpj }
      const id = newId()
      const audit = auditOf(request, { subject: id, details })
      const receiver = await registerReceiver(needs, { merchantId: request.merchantId, id, ...details, audit })
      return reply.code(201).send(done(receiverItem(receiver)))
    },
  })

  app.put('/merchants/:merchantId/receivers/:receiverId', {
    config: { may: 'receivers.manage', act: 'receiver.change' },
    schema: { params: ReceiverParams, body: ReceiverForm, response: { 200: Done(ReceiverItem) } },
    handler: async request => {
      const input = { fantasyName: request.body.fantasyName.trim(), cnpj: request.body.cnpj }
      const { id, ...before } = await readReceiver(needs, request.merchantId, request.params.receiverId)
      const after = { ...input, cnpj: normalizeTaxNumber(input.cnpj) }
      const shown = { fantasyName: before.fantasyName, cnpj: before.cnpj }
      const details = { ...input, ...changesOf(shown, after) }
      const audit = auditOf(request, { subject: id, details })
      const receiver = await changeReceiver(needs, { merchantId: request.merchantId, receiverId: id, ...input, audit })
      return done(receiverItem(receiver))
    },
  })

  app.post('/merchants/:merchantId/receivers/:receiverId/accounts', {
    config: { may: 'receivers.manage', act: 'receiver.addAccount' },
    schema: { params: ReceiverParams, body: AccountForm, response: { 201: Done(AccountView) } },
    handler: async (request, reply) => {
      const { bankCode, bankName, agency, number } = request.body
      const receiver = await readReceiver(needs, request.merchantId, request.params.receiverId)
      const bank = { bankCode, bankName: bankName.trim(), agency: agency.toUpperCase(), number: number.toUpperCase() }
      const id = newId()
      const details = { ...bank, accountId: id, fantasyName: receiver.fantasyName }
      const audit = auditOf(request, { subject: receiver.id, details })
      const { merchantId } = request
      const account = await addBankAccount(needs, { merchantId, receiverId: receiver.id, id, ...bank, audit })
      return reply.code(201).send(done(portalAccountView(account)))
    },
  })
}

/** The operator's reviews over all merchants. Approving opens a way for money, so it is confirmed. */
const reviews = [
  // act       of a receiver    of an account   confirmed
  ['approve', ApproveReceiver, ApproveAccount, true],
  ['reject', RejectReceiver, RejectAccount, false],
] as const

export async function receiverReviewRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get('/operator/receivers', {
    config: { may: 'platform.read' },
    schema: { querystring: ReviewsQuery, response: { 200: Done(ReceiverReviews) } },
    handler: async request => {
      const { cursor, limit = 20 } = request.query
      const { items, nextCursor } = await listReviews(needs, { cursor, limit })
      return done({ items: items.map(receiverReview), nextCursor })
    },
  })

  app.get('/operator/accounts', {
    config: { may: 'platform.read' },
    schema: { querystring: ReviewsQuery, response: { 200: Done(AccountReviews) } },
    handler: async request => {
      const { cursor, limit = 20 } = request.query
      const { items, nextCursor } = await listAccountReviews(needs, { cursor, limit })
      return done({ items: items.map(accountReview), nextCursor })
    },
  })

  for (const [act, body, accountBody, confirmed] of reviews) {
    app.post(`/operator/merchants/:merchantId/receivers/:receiverId/${act}`, {
      config: { may: 'receivers.review', act: `receiver.${act}`, confirmed },
      schema: { params: ReceiverParams, body, response: { 200: Done(ReceiverItem) } },
      handler: async request => {
        const { merchantId, params } = request
        const { revision, note = null } = request.body
        const { id, fantasyName, cnpj, status: state } = await readReceiver(needs, merchantId, params.receiverId)
        const changes = changesOf<{ state: ReceiverStatus }>({ state }, { state: statusAfter(state, act) ?? state })
        const details = { fantasyName, cnpj, note, ...changes }
        const audit = auditOf(request, { subject: id, details })
        const reviewed = await reviewReceiver(needs, { merchantId, receiverId: id, act, note, revision, audit })
        return done(receiverItem(reviewed))
      },
    })

    app.post(`/operator/merchants/:merchantId/receivers/:receiverId/accounts/:accountId/${act}`, {
      config: { may: 'receivers.review', act: `receiver.${act}Account`, confirmed },
      schema: { params: AccountParams, body: accountBody, response: { 200: Done(AccountView) } },
      handler: async request => {
        const { merchantId, params } = request
        const { note = null } = request.body
        const { id: receiverId, fantasyName } = await readReceiver(needs, merchantId, params.receiverId)
        const account = await readAccount(needs, merchantId, params.accountId)
        const { id: accountId, bankCode, agency, number, status: state } = account
        const { from, to } = accountMove(act)
        const after = from.some(one => one === state) ? to : state
        const changes = changesOf<{ state: AccountStatus }>({ state }, { state: after })
        const details = { fantasyName, accountId, bankCode, agency, number, note, ...changes }
        const audit = auditOf(request, { subject: receiverId, details })
        const reviewed = await reviewAccount(needs, { merchantId, receiverId, accountId, act, note, audit })
        return done(portalAccountView(reviewed))
      },
    })
  }
}
