import { queryOptions } from '@tanstack/react-query'
import type {
  ChoiceForm,
  ChoicesView,
  UnreadView,
} from '../../../../server/src/tenancy/notifications/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { NotificationView } from '../../../../server/src/tenancy/notifications/portal-schemas.ts'
export type Choice = ChoicesView['items'][number]

/** Where a person receives notifications: at a merchant, or at the platform as an operator. Below the portal's API. */
export type Place = `/merchants/${string}` | '/operator'

/** What changes when something is read. */
export const notificationsKey = ['notifications'] as const

/** The number at the bell: read again once a minute while somebody looks, and when they come back. */
export const unreadQuery = (place: Place) =>
  queryOptions({
    queryKey: [...notificationsKey, 'unread', place],
    queryFn: async () => (await api.get<UnreadView>(`${place}/notifications/unread`)).unread,
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  })

/** Without an id: all of them. */
export const markRead = (place: Place, id?: string) => api.post(`${place}/notifications/read`, { id })

export const choicesQuery = (place: Place) =>
  queryOptions({
    queryKey: ['notification-choices', place],
    queryFn: async () => (await api.get<ChoicesView>(`${place}/notification-choices`)).items,
  })
export const choose = (place: Place, choice: ChoiceForm) => api.put(`${place}/notification-choices`, choice)
