import { queryOptions } from '@tanstack/react-query'
import type {
  DataRequestView,
  PersonForm,
  RegisterView,
} from '../../../../server/src/operations/personal-data/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { DataRequestView, PersonForm, RegisterView }
export type RequestKind = DataRequestView['kind']

/** Of the whole platform, or of one merchant. */
export type Place = { merchantId: string | null }

export const requestsPath = ({ merchantId }: Place) =>
  merchantId === null ? '/operator/personal-data' : `/merchants/${merchantId}/personal-data`

export const requestsKey = (place: Place) => ['personalData', place.merchantId]

export const requestData = (place: Place, kind: RequestKind, form: PersonForm) =>
  api.post<DataRequestView>(`${requestsPath(place)}/${kind}`, form)

export const filePath = (place: Place, id: string, format: 'json' | 'html') =>
  `/portal/api${requestsPath(place)}/${id}/file?format=${format}`

export const registerQuery = queryOptions({
  queryKey: ['personalData', 'register'],
  queryFn: () => api.get<RegisterView>('/operator/personal-data/register'),
})
