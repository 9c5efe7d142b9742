import type { App } from '../../platform/http/app-type.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { actorOf, mayAlso, signedInOf } from '../people/portal-edge.ts'
import { changesOf } from '../audit-log/changes.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { confirmAccessKey } from './confirm-access-key.ts'
import { createAccessKey } from './create-access-key.ts'
import { listAccessKeys, readKey } from './list-access-keys.ts'
import {
  KeyParams,
  KeyView,
  KeysPage,
  KeysQuery,
  NewKey,
  NewKeyRequest,
  RotatedKey,
  RotationRequest,
} from './portal-schemas.ts'
import { revokeAccessKey } from './revoke-access-key.ts'
import { rotateAccessKey } from './rotate-access-key.ts'
import { keyMove } from './states.ts'
import { keyView } from './views.ts'

const limit = 50

/**
 * Access keys of a merchant's programs. A secret is in the answer that makes it, and never again. What is not made by an
 * owner waits for one.
 */
export async function keyPortalRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
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
    config: { may: 'keys.manage', confirmed: true },
    schema: { body: NewKeyRequest, response: { 201: Done(NewKey) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { name, scopes, expiresAt = null } = request.body
      const id = uuidv7(needs.clock().getTime())
      const by = actorOf(request)
      const { secret } = await recordAudit(
        needs,
        by,
        { act: 'key.create', subject: id, details: { name, scopes, expiresAt } },
        () =>
          createAccessKey(needs, {
            id,
            merchantId,
            name,
            scopes,
            expiresAt: expiresAt === null ? null : new Date(expiresAt),
            createdBy: by.id,
            isConfirmed: mayAlso(request, 'keys.confirm'),
          }),
      )
      return reply.code(201).send(done({ key: await shown(merchantId, id), secret }))
    },
  })

  app.post('/merchants/:merchantId/keys/:keyId/rotate', {
    config: { may: 'keys.manage', confirmed: true },
    schema: { params: KeyParams, body: RotationRequest, response: { 201: Done(RotatedKey) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { overlap } = request.body
      const { id: keyId, name } = await readKey(needs, merchantId, request.params.keyId)
      const newId = uuidv7(needs.clock().getTime())
      const by = actorOf(request)
      const { secret, previousValidUntil } = await recordAudit(
        needs,
        by,
        { act: 'key.rotate', subject: keyId, details: { name, overlap, newKey: newId } },
        () =>
          rotateAccessKey(needs, {
            newId,
            merchantId,
            keyId,
            overlap,
            by: by.id,
            isConfirmed: mayAlso(request, 'keys.confirm'),
          }),
      )
      const key = await shown(merchantId, newId)
      return reply.code(201).send(done({ key, secret, previousValidUntil: previousValidUntil?.toISOString() ?? null }))
    },
  })

  app.post('/merchants/:merchantId/keys/:keyId/confirm', {
    config: { may: 'keys.confirm', confirmed: true, optionalBody: true },
    schema: { params: KeyParams, response: { 200: Done(KeyView) } },
    handler: async request => {
      const { merchantId } = request
      const { id: keyId, name, state } = await readKey(needs, merchantId, request.params.keyId)
      const by = signedInOf(request).person.id
      const details = { name, ...changesOf({ state }, { state: keyMove('confirm').to }) }
      await recordAudit(needs, actorOf(request), { act: 'key.confirm', subject: keyId, details }, () =>
        confirmAccessKey(needs, { merchantId, keyId, by }),
      )
      return done(await shown(merchantId, keyId))
    },
  })

  app.post('/merchants/:merchantId/keys/:keyId/revoke', {
    config: { may: 'keys.manage', optionalBody: true },
    schema: { params: KeyParams, response: { 200: Done(KeyView) } },
    handler: async request => {
      const { merchantId } = request
      const { id: keyId, name, state } = await readKey(needs, merchantId, request.params.keyId)
      const details = { name, ...changesOf({ state }, { state: keyMove('revoke').to }) }
      await recordAudit(needs, actorOf(request), { act: 'key.revoke', subject: keyId, details }, () =>
        revokeAccessKey(needs, { merchantId, keyId }),
      )
      return done(await shown(merchantId, keyId))
    },
  })
}
