import type {
  DeliveryDetail,
  DeliveryItem,
  ResendFailedForm,
  ResentCount,
} from '../../../../server/src/money/webhooks/deliveries/portal-schemas.ts'
import type {
  NewWebhookSecret,
  TestEvent,
  WebhookAddressForm,
  WebhookSettings,
} from '../../../../server/src/money/webhooks/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { DeliveryDetail, DeliveryItem, NewWebhookSecret, WebhookSettings }

const of = (merchantId: string) => `/merchants/${merchantId}/webhooks`

export const deliveriesPath = (merchantId: string) => `${of(merchantId)}/deliveries`

export const readSettings = (merchantId: string) => api.get<WebhookSettings>(of(merchantId))
export const setAddress = (merchantId: string, form: WebhookAddressForm) =>
  api.put<WebhookSettings>(`${of(merchantId)}/address`, form)
export const rotateSecret = (merchantId: string) => api.post<NewWebhookSecret>(`${of(merchantId)}/secret/rotate`)
export const sendTest = (merchantId: string, url: string | null) =>
  api.post<TestEvent>(`${of(merchantId)}/test`, { url })

export const readDelivery = (merchantId: string, id: string) =>
  api.get<DeliveryDetail>(`${deliveriesPath(merchantId)}/${encodeURIComponent(id)}`)
export const resendDelivery = (merchantId: string, id: string) =>
  api.post<DeliveryItem>(`${deliveriesPath(merchantId)}/${encodeURIComponent(id)}/resend`)
export const resendFailed = (merchantId: string, given: ResendFailedForm) =>
  api.post<ResentCount>(`${of(merchantId)}/resend`, given)

/** What the screens of webhooks have read, so that a change can have it read again. */
export const webhookKeys = {
  settings: (merchantId: string) => ['webhooks', merchantId, 'settings'],
  deliveries: (merchantId: string) => ['webhooks', merchantId, 'deliveries'],
  delivery: (merchantId: string, id: string) => ['webhooks', merchantId, 'delivery', id],
}

/** A whole http(s) address; whether it may be called is for the server to say. */
export function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\//i.test(text) && url.hostname !== ''
}
