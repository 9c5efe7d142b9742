import { bodyReader, object } from '../http/read-body.ts'
import type { Call, Route } from '../http/routes.ts'
import { checkedUrl, webhookId } from '../standard/webhooks.ts'
import type { Webhook } from '../truth/records.ts'
import { Refusal } from '../truth/truth.ts'

const readUrl = bodyReader<{ webhookUrl: string }>(
  'webhook',
  object(['webhookUrl'], { webhookUrl: { type: 'string' } }),
)

/** The one webhook of an account for its payouts, at banks where it is not the one of the key. */
export const payoutWebhookRoutes = (path: string, scope: { read: string; write: string }): Route[] => [
  { name: 'putPayoutWebhook', method: 'PUT', path, scope: scope.write, resource: 'Webhook', status: 204, act: put },
  { name: 'getPayoutWebhook', method: 'GET', path, scope: scope.read, resource: 'Webhook', status: 200, act: get },
  {
    name: 'deletePayoutWebhook',
    method: 'DELETE',
    path,
    scope: scope.write,
    resource: 'Webhook',
    status: 204,
    act: remove,
  },
]

const idOf = ({ partner }: Call) => webhookId(partner.name, 'payouts', '')

function put(call: Call) {
  const { truth, partner } = call
  const url = checkedUrl(readUrl(call).webhookUrl)
  const webhook: Webhook = {
    partner: partner.name,
    channel: 'payouts',
    key: '',
    url,
    createdAt: truth.now().toISOString(),
  }
  truth.book.change(() => truth.book.put('webhooks', idOf(call), webhook))
}

function get(call: Call) {
  const webhook = call.truth.book.get('webhooks', idOf(call))
  if (!webhook) throw new Refusal('not found', 'Não há webhook de pagamentos.')
  return { webhookUrl: webhook.url, criacao: webhook.createdAt }
}

function remove(call: Call) {
  get(call)
  call.truth.book.change(() => call.truth.book.remove('webhooks', idOf(call)))
}
