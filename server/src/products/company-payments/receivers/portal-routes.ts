import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { normalizeTaxNumber } from '../../../platform/brazil/tax-number.ts'
import { actorOf } from '../../../tenancy/people/portal-edge.ts'
import { changesOf } from '../../../tenancy/audit-log/changes.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import { addBankAccount } from './add-bank-account.ts'
import { browseReceivers } from './browse-receivers.ts'
import { changeReceiver } from './change-receiver.ts'
import {
  AccountForm,
  AccountView,
  MerchantParams,
  ReceiverDetail,
  ReceiverForm,
  ReceiverItem,
  ReceiverList,
  ReceiverParams,
  ReceiversQuery,
} from './portal-schemas.ts'
import { listAccounts, readReceiver } from './read-receiver.ts'
import { registerReceiver } from './register-receiver.ts'
import { portalAccountView, receiverDetail, receiverItem } from './views.ts'

type Needs = { sql: Sql; clock: () => Date }

/** What a merchant's people do with the companies they pay. */
export async function receiverPortalRoutes(app: App, needs: Needs) {
  const newId = () => uuidv7(needs.clock().getTime())

  app.get('/merchants/:merchantId/receivers', {
    config: { may: 'receivers.read' },
    schema: { params: MerchantParams, querystring: ReceiversQuery, response: { 200: Done(ReceiverList) } },
    handler: async request => {
      const { status, search, cursor, limit = 20 } = request.query
      const wanted = { merchantId: request.merchantId, status, search: search?.trim(), cursor, limit }
      const { items, nextCursor } = await browseReceivers(needs, wanted)
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
    config: { may: 'receivers.manage' },
    schema: { params: MerchantParams, body: ReceiverForm, response: { 201: Done(ReceiverItem) } },
    handler: async (request, reply) => {
      const details = { fantasyName: request.body.fantasyName.trim(), cnpj: request.body.cnpj }
      const id = newId()
      const receiver = await recordAudit(
        needs,
        actorOf(request),
        { act: 'receiver.register', subject: id, details },
        () => registerReceiver(needs, { merchantId: request.merchantId, id, ...details }),
      )
      return reply.code(201).send(done(receiverItem(receiver)))
    },
  })

  app.put('/merchants/:merchantId/receivers/:receiverId', {
    config: { may: 'receivers.manage' },
    schema: { params: ReceiverParams, body: ReceiverForm, response: { 200: Done(ReceiverItem) } },
    handler: async request => {
      const wanted = { fantasyName: request.body.fantasyName.trim(), cnpj: request.body.cnpj }
      const { id, ...before } = await readReceiver(needs, request.merchantId, request.params.receiverId)
      const after = { ...wanted, cnpj: normalizeTaxNumber(wanted.cnpj) }
      const shown = { fantasyName: before.fantasyName, cnpj: before.cnpj }
      const details = { ...wanted, ...changesOf(shown, after) }
      const receiver = await recordAudit(
        needs,
        actorOf(request),
        { act: 'receiver.change', subject: id, details },
        () => changeReceiver(needs, { merchantId: request.merchantId, receiverId: id, ...wanted }),
      )
      return done(receiverItem(receiver))
    },
  })

  app.post('/merchants/:merchantId/receivers/:receiverId/accounts', {
    config: { may: 'receivers.manage' },
    schema: { params: ReceiverParams, body: AccountForm, response: { 201: Done(AccountView) } },
    handler: async (request, reply) => {
      const { bankCode, bankName, agency, number } = request.body
      const receiver = await readReceiver(needs, request.merchantId, request.params.receiverId)
      const bank = { bankCode, bankName: bankName.trim(), agency: agency.toUpperCase(), number: number.toUpperCase() }
      const id = newId()
      const details = { ...bank, accountId: id, fantasyName: receiver.fantasyName }
      const account = await recordAudit(
        needs,
        actorOf(request),
        { act: 'receiver.addAccount', subject: receiver.id, details },
        () => addBankAccount(needs, { merchantId: request.merchantId, receiverId: receiver.id, id, ...bank }),
      )
      return reply.code(201).send(done(portalAccountView(account)))
    },
  })
}
