import { type Static, Type } from 'typebox'
import { Cursor, Limit, PageOf } from '../../platform/http/paging.ts'
import { Nullable, OneOf, Timestamp } from '../../platform/http/schemas.ts'
import { kindNames, topicNames } from './kinds.ts'

export const NotificationView = Type.Object({
  id: Type.String(),
  kind: OneOf(kindNames),
  /** The values of the names in its text. */
  details: Type.Record(Type.String(), Type.String()),
  /** The screen it opens, below `/portal`. */
  path: Type.String(),
  createdAt: Timestamp,
  readAt: Nullable(Timestamp),
})
export type NotificationView = Static<typeof NotificationView>

export const NotificationList = PageOf(NotificationView)
export const NotificationsQuery = Type.Object({ limit: Limit, cursor: Cursor })

/** 100 means 100 or more. */
export const UnreadView = Type.Object({ unread: Type.Integer() })
export type UnreadView = Static<typeof UnreadView>

/** Without an id: all of them. */
export const ReadForm = Type.Object({ id: Type.Optional(Type.String({ format: 'uuid' })) })

const how = { byMail: Type.Boolean(), inPortal: Type.Boolean() }

/** The channels of each topic that the person may receive here. */
export const ChoicesView = Type.Object({ items: Type.Array(Type.Object({ topic: OneOf(topicNames), ...how })) })
export type ChoicesView = Static<typeof ChoicesView>

export const ChoiceForm = Type.Object({ topic: OneOf(topicNames), ...how })
export type ChoiceForm = Static<typeof ChoiceForm>
