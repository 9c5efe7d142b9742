import type { App } from '../../platform/http/app-type.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { auditOf, mayAlso, signedInOf } from '../people/portal-edge.ts'
import { changesOf } from '../audit-log/changes.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { type Merchant, readMerchantNow } from '../merchants/read-merchant.ts'
import { clockOf } from '../merchants/merchant-clock.ts'
import { finalRules } from '../merchants/payout-rules.ts'
import { setPayoutRules } from '../merchants/set-terms.ts'
import type { Remembered } from '../../platform/lib/remember.ts'
import { confirmAccessKey, revokeAccessKey, rotateAccessKey, setKeyNetworks } from './change-access-key.ts'
import { createAccessKey } from './create-access-key.ts'
import { listAccessKeys, readKey } from './list-access-keys.ts'
import {
  KeyParams,
  KeysPage,
  KeysQuery,
  KeyView,
  NewKey,
  NetworksForm,
  NewKeyRequest,
  PayoutRulesForm,
  PayoutRulesView,
  RotatedKey,
  RotationRequest,
} from './portal-schemas.ts'
import { type LooseningNeeds, notifyOfLoosening } from './loosening-mails.ts'
import { keyMove } from './states.ts'
import { keyView, payoutRulesView, storedRulesView } from './views.ts'

type Needs = LooseningNeeds & {
  sql: Sql
  clock: () => Date
  readMerchant?: Pick<Remembered<Merchant>, 'invalidate'>
}

const limit = 50

/** Access keys of programs. A secret is returned once. A key that no owner made waits for one. */
export async function keyPortalRoutes(app: App, needs: Needs) {
  const shown = async (merchantId: string, keyId: string) =>
    keyView(await readKey(needs, merchantId, keyId), needs.clock())

  app.get('/merchants/:merchantId/keys', {
    config: { may: 'keys.read' },
    schema: { querystring: KeysQuery, response: { 200: Done(KeysPage) } },
    handler: async request => {
      const { inUse = false, madeBy, cursor } = request.query
      const { merchantId } = request
      const { items, nextCursor } = await listAccessKeys(needs, { merchantId, inUse, madeBy, cursor, limit })
      return done({ items: items.map(key => keyView(key, needs.clock())), nextCursor })
    },
  })

  app.post('/merchants/:merchantId/keys', {
    config: { may: 'keys.manage', act: 'key.create', confirmed: true },
    schema: { body: NewKeyRequest, response: { 201: Done(NewKey) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { name, scopes, expiresAt = null, networks = [] } = request.body
      const id = uuidv7(needs.clock().getTime())
      const { secret } = await createAccessKey(needs, {
        id,
        merchantId,
        name,
        scopes,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
        createdBy: signedInOf(request).person.id,
        networks,
        isConfirmed: mayAlso(request, 'keys.confirm'),
        audit: auditOf(request, {
          subject: id,
          details: { name, scopes, expiresAt, ...(networks.length > 0 && { networks }) },
        }),
      })
      return reply.code(201).send(done({ key: await shown(merchantId, id), secret }))
    },
  })

  app.post('/merchants/:merchantId/keys/:keyId/rotate', {
    config: { may: 'keys.manage', act: 'key.rotate', confirmed: true },
    schema: { params: KeyParams, body: RotationRequest, response: { 201: Done(RotatedKey) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { overlap } = request.body
      const { id: keyId, name } = await readKey(needs, merchantId, request.params.keyId)
      const newId = uuidv7(needs.clock().getTime())
      const { secret, previousValidUntil } = await rotateAccessKey(needs, {
        newId,
        merchantId,
        keyId,
        overlap,
        by: signedInOf(request).person.id,
        isConfirmed: mayAlso(request, 'keys.confirm'),
        audit: auditOf(request, { subject: keyId, details: { name, overlap, newKey: newId } }),
      })
      const key = await shown(merchantId, newId)
      return reply.code(201).send(done({ key, secret, previousValidUntil: previousValidUntil?.toISOString() ?? null }))
    },
  })

  app.post('/merchants/:merchantId/keys/:keyId/confirm', {
    config: { may: 'keys.confirm', act: 'key.confirm', confirmed: true, optionalBody: true },
    schema: { params: KeyParams, response: { 200: Done(KeyView) } },
    handler: async request => {
      const { merchantId } = request
      const { id: keyId, name, state } = await readKey(needs, merchantId, request.params.keyId)
      const by = signedInOf(request).person.id
      const details = { name, ...changesOf({ state }, { state: keyMove('confirm').to }) }
      await confirmAccessKey(needs, { merchantId, keyId, by, audit: auditOf(request, { subject: keyId, details }) })
      return done(await shown(merchantId, keyId))
    },
  })

  app.post('/merchants/:merchantId/keys/:keyId/revoke', {
    config: { may: 'keys.manage', act: 'key.revoke', optionalBody: true },
    schema: { params: KeyParams, response: { 200: Done(KeyView) } },
    handler: async request => {
      const { merchantId } = request
      const { id: keyId, name, state } = await readKey(needs, merchantId, request.params.keyId)
      const details = { name, ...changesOf({ state }, { state: keyMove('revoke').to }) }
      await revokeAccessKey(needs, { merchantId, keyId, audit: auditOf(request, { subject: keyId, details }) })
      return done(await shown(merchantId, keyId))
    },
  })

  app.put('/merchants/:merchantId/keys/:keyId/networks', {
    config: { may: 'keys.confirm', act: 'key.setNetworks', confirmed: true },
    schema: { params: KeyParams, body: NetworksForm, response: { 200: Done(KeyView) } },
    handler: async request => {
      const { merchantId } = request
      const { networks } = request.body
      const { id: keyId, name, ...stored } = await readKey(needs, merchantId, request.params.keyId)
      const before = stored.loosenedNetworks ?? stored.networks
      const person = signedInOf(request).person.name
      const details = { name, ...changesOf({ networks: before.join(', ') }, { networks: networks.join(', ') }) }
      await setKeyNetworks(needs, {
        merchantId,
        keyId,
        networks,
        whenLoosened: (tx, at) => notifyOfLoosening(needs, tx, { what: 'networks', merchantId, person, at }),
        audit: auditOf(request, { subject: keyId, details }),
      })
      return done(await shown(merchantId, keyId))
    },
  })

  const rules = '/merchants/:merchantId/payout-rules'
  const readRules = async (merchantId: string) => {
    const merchant = await readMerchantNow(needs, merchantId)
    return storedRulesView(merchant, clockOf(needs, merchant))
  }

  app.get(rules, {
    config: { may: 'keys.read' },
    schema: { response: { 200: Done(PayoutRulesView) } },
    handler: async ({ merchantId }) => done(await readRules(merchantId)),
  })

  app.put(rules, {
    config: { may: 'keys.confirm', act: 'key.setPayoutRules', confirmed: true },
    schema: { body: PayoutRulesForm, response: { 200: Done(PayoutRulesView) } },
    handler: async request => {
      const { merchantId } = request
      const { approvalAbove, newKeyLimit, restrictsRecipients } = request.body
      const amountOrNull = (text: string | null) => (text === null ? null : parseAmount(text))
      const after = {
        apiPayoutApprovalAbove: amountOrNull(approvalAbove),
        newKeyLimit: amountOrNull(newKeyLimit),
        restrictsRecipients,
      }
      const before = payoutRulesView(finalRules(await readMerchantNow(needs, merchantId)))
      const details = changesOf<Record<string, string | boolean | null>>(before, payoutRulesView(after))
      const person = signedInOf(request).person.name
      await setPayoutRules(needs, {
        merchantId,
        ...after,
        whenLoosened: (tx, at) => notifyOfLoosening(needs, tx, { what: 'rules', merchantId, person, at }),
        audit: auditOf(request, { subject: merchantId, details }),
      })
      return done(await readRules(merchantId))
    },
  })
}
