import type { NewEvent } from './event.ts'

/** The columns in which a transaction, a link or a batch stores its webhook. */
export type OwnWebhook = {
  webhookUrl: string | null
  webhookHeaderName: string | null
  webhookHeaderValue: string | null
}

export type WebhookTarget = Pick<NewEvent, 'url' | 'headerName' | 'headerValue'>

/** An event's own URL with its custom header, otherwise the merchant's URL, without it. Null: nobody is notified. */
export function webhookTarget(own: OwnWebhook, merchantUrl: string | null): WebhookTarget | null {
  if (own.webhookUrl !== null)
    return { url: own.webhookUrl, headerName: own.webhookHeaderName, headerValue: own.webhookHeaderValue }
  return merchantUrl === null ? null : { url: merchantUrl, headerName: null, headerValue: null }
}
