import type { CompanyView } from '../../../../server/src/operations/home/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { CompanyView }

export const companyKey = (merchantId: string) => ['company', merchantId]
export const readCompany = (merchantId: string) => api.get<CompanyView>(`/merchants/${merchantId}/company`)
