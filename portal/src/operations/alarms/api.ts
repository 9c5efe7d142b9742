import { queryOptions } from '@tanstack/react-query'
import type {
  AcknowledgeForm,
  AlarmCount,
  AlarmDetail,
  AlarmItem,
  OpenAlarms,
  RuleView,
} from '../../../../server/src/operations/alarms/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { AlarmDetail, AlarmItem, RuleView }

export const alarmsKey = ['operator', 'alarms']
export const alarmKey = (id: string) => [...alarmsKey, id]

/** Read again while somebody looks: the rules are measured once a minute. */
const refetchInterval = 15_000

export const openAlarmsQuery = queryOptions({
  queryKey: [...alarmsKey, 'open'],
  queryFn: () => api.get<OpenAlarms>('/operator/alarms'),
  refetchInterval,
})
export const alarmQuery = (id: string) =>
  queryOptions({
    queryKey: alarmKey(id),
    queryFn: () => api.get<AlarmDetail>(`/operator/alarms/${encodeURIComponent(id)}`),
    refetchInterval,
  })

/** The number in the menu: alarms that nobody has acknowledged. */
export const raisedAlarmsQuery = queryOptions({
  queryKey: [...alarmsKey, 'raised'],
  queryFn: async () => (await api.get<AlarmCount>('/operator/alarms/raised')).raised,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
})

export const endedAlarmsPath = '/operator/alarms/ended'

export const acknowledgeAlarm = (id: string, form: AcknowledgeForm) =>
  api.post<AlarmDetail>(`/operator/alarms/${encodeURIComponent(id)}/acknowledge`, form)
