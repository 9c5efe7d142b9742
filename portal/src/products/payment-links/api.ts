import type { LinkChange, LinkForm, LinkView } from '../../../../server/src/products/payment-links/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { LinkView } from '../../../../server/src/products/payment-links/portal-schemas.ts'

export const linksPath = (merchantId: string) => `/merchants/${merchantId}/payment-links`
const linkPath = (merchantId: string, id: string) => `${linksPath(merchantId)}/${encodeURIComponent(id)}`
export const paymentsPath = (merchantId: string, id: string) => `${linkPath(merchantId, id)}/payments`

export const readLink = (merchantId: string, id: string) => api.get<LinkView>(linkPath(merchantId, id))
export const makeLink = (merchantId: string, form: LinkForm) => api.post<LinkView>(linksPath(merchantId), form)
export const changeLink = (merchantId: string, id: string, changes: LinkChange) =>
  api.put<LinkView>(linkPath(merchantId, id), changes)

export const linkKeys = {
  all: (merchantId: string) => ['payment-links', merchantId],
  one: (merchantId: string, id: string) => ['payment-links', merchantId, id],
}
