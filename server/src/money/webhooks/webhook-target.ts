import type { NewEvent } from './event.ts'

/** The columns in which a transaction, a link or a batch says where its events go. */
export type OwnWebhook = {
  webhookUrl: string | null
  webhookHeaderName: string | null
  webhookHeaderValue: string | null
}

export type WebhookTarget = Pick<NewEvent, 'url' | 'headerName' | 'headerValue'>

/**
 * Where an event goes: to its own address with the custom header given for it, else to the merchant's address. A header
 * belongs to the address it came with and is never sent to another. Null: nobody is notified.
 */
export function webhookTarget(own: OwnWebhook, merchantUrl: string | null): WebhookTarget | null {
  if (own.webhookUrl !== null)
    return { url: own.webhookUrl, headerName: own.webhookHeaderName, headerValue: own.webhookHeaderValue }
  return merchantUrl === null ? null : { url: merchantUrl, headerName: null, headerValue: null }
}
