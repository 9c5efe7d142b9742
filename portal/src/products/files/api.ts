import type { FileForm, FileView, ListForm, SizeView } from '../../../../server/src/products/files/portal-schemas.ts'
import type {
  BucketForm,
  ScheduleForm,
  ScheduleView,
} from '../../../../server/src/products/files/schedules/portal-schemas.ts'
import { api, apiAddress } from '../../kit/api.ts'

export type { FileForm, FileView } from '../../../../server/src/products/files/portal-schemas.ts'
export type {
  BucketForm,
  ScheduleForm,
  ScheduleView,
} from '../../../../server/src/products/files/schedules/portal-schemas.ts'

export const filesPath = (merchantId: string) => `/merchants/${merchantId}/files`
const schedulesPath = (merchantId: string) => `/merchants/${merchantId}/file-schedules`

export const requestFile = (merchantId: string, form: FileForm) => api.post<FileView>(filesPath(merchantId), form)
export const compareList = (merchantId: string, form: ListForm) =>
  api.post<FileView>(`${filesPath(merchantId)}/reconciliation`, form)

type Period = { from: string | null; to: string | null }

/** Whether a file would have more rows than can be downloaded at once. */
export const readSize = (merchantId: string, kind: 'statement' | 'transactions', { from, to }: Period) =>
  api.get<SizeView>(`${filesPath(merchantId)}/size`, { kind, from, to })

/** Where a period can be downloaded as OFX: it is of the account, whichever list it is asked for from. */
export const accountAsOfx = (merchantId: string, { from, to }: Period) =>
  apiAddress(`/merchants/${merchantId}/statement.ofx`, { from, to })

export const listSchedules = async (merchantId: string) =>
  (await api.get<{ items: ScheduleView[] }>(schedulesPath(merchantId))).items
export const makeSchedule = (merchantId: string, form: ScheduleForm) =>
  api.post<ScheduleView>(schedulesPath(merchantId), form)
export const tryBucket = (merchantId: string, form: BucketForm) =>
  api.post(`${schedulesPath(merchantId)}/try-bucket`, form)
export const endSchedule = (merchantId: string, id: string) =>
  api.delete(`${schedulesPath(merchantId)}/${encodeURIComponent(id)}`)

export const fileKeys = {
  all: (merchantId: string) => ['files', merchantId],
  schedules: (merchantId: string) => ['file-schedules', merchantId],
  size: (merchantId: string) => ['file-size', merchantId],
}
