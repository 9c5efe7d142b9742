import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, DoneWithoutData, done, doneWithoutData } from '../../platform/http/envelope.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { changesOf } from '../audit-log/changes.ts'
import { auditOf, signedInOf } from '../people/portal-edge.ts'
import { choose, readChoices } from './choices.ts'
import { pathOf, topicsFor } from './kinds.ts'
import {
  ChoiceForm,
  ChoicesView,
  NotificationList,
  type NotificationView,
  NotificationsQuery,
  ReadForm,
  UnreadView,
} from './portal-schemas.ts'
import { listNotifications, markRead, readUnread } from './read-notifications.ts'
import type { Notification } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }

/** Where people have notifications: at a merchant, where every role may read its own, and at the platform. */
const places = [
  { path: '/merchants/:merchantId', may: 'transactions.read', params: Type.Object({ merchantId: Type.String() }) },
  { path: '/operator', may: 'platform.read', params: Type.Object({}) },
] as const

/** Every route reads and changes only the rows of the person who is signed in. */
export async function notificationPortalRoutes(app: App, needs: Needs) {
  for (const { path, may, params } of places) {
    app.get(`${path}/notifications`, {
      config: { may },
      schema: { params, querystring: NotificationsQuery, response: { 200: Done(NotificationList) } },
      handler: async request => {
        const { limit = 20, cursor } = request.query
        const { items, nextCursor } = await listNotifications(needs, readerOf(request), { limit, cursor })
        return done({ items: items.map(notificationView), nextCursor })
      },
    })

    app.get(`${path}/notifications/unread`, {
      config: { may },
      schema: { params, response: { 200: Done(UnreadView) } },
      handler: async request => done({ unread: await readUnread(needs, readerOf(request)) }),
    })

    app.post(`${path}/notifications/read`, {
      config: { may, act: null },
      schema: { params, body: ReadForm, response: { 200: DoneWithoutData } },
      handler: async request => {
        await markRead(needs, readerOf(request), request.body.id ?? null)
        return doneWithoutData
      },
    })

    app.get(`${path}/notification-choices`, {
      config: { may },
      schema: { params, response: { 200: Done(ChoicesView) } },
      handler: async request => done({ items: await readChoices(needs, readerOf(request)) }),
    })

    app.put(`${path}/notification-choices`, {
      config: { may, act: 'notifications.choose' },
      schema: { params, body: ChoiceForm, response: { 200: DoneWithoutData } },
      handler: async request => {
        const reader = readerOf(request)
        const { topic, ...after } = request.body
        const before = (await readChoices(needs, reader)).find(choice => choice.topic === topic)
        const shown = { byMail: before?.byMail ?? null, inPortal: before?.inPortal ?? null }
        const details = { topic, ...after, ...changesOf<Record<string, boolean | null>>(shown, after) }
        await choose(needs, reader, request.body, auditOf(request, { subject: reader.personId, details }))
        return doneWithoutData
      },
    })
  }
}

function readerOf(request: FastifyRequest) {
  const place = request.merchantId === '' ? 'platform' : 'merchant'
  return {
    placeId: request.merchantId || platformId,
    personId: signedInOf(request).person.id,
    topics: topicsFor(place, request.permissions ?? []),
  }
}

const notificationView = ({ id, kind, details, createdAt, readAt }: Notification): NotificationView => ({
  id,
  kind,
  details,
  path: pathOf(kind, details),
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
})
