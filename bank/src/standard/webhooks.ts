import { bodyReader, object } from '../http/read-body.ts'
import type { Call, Route } from '../http/routes.ts'
import { isKeyOf, keyOfPath, kindOfKey } from '../truth/key-directory.ts'
import type { Webhook } from '../truth/records.ts'
import { Refusal } from '../truth/truth.ts'
import { isWithin, paged, readWindow } from './windows.ts'

const readUrl = bodyReader<{ webhookUrl: string }>(
  'webhook',
  object(['webhookUrl'], { webhookUrl: { type: 'string' } }),
)

const resource = 'Webhook'

export const webhookRoutes: Route[] = [
  {
    name: 'putWebhook',
    method: 'PUT',
    path: '/webhook/:chave',
    scope: 'webhook.write',
    resource,
    status: 200,
    act: put,
  },
  {
    name: 'getWebhook',
    method: 'GET',
    path: '/webhook/:chave',
    scope: 'webhook.read',
    resource,
    status: 200,
    act: get,
  },
  {
    name: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhook/:chave',
    scope: 'webhook.write',
    resource,
    status: 204,
    act: remove,
  },
  { name: 'listWebhooks', method: 'GET', path: '/webhook', scope: 'webhook.read', resource, status: 200, act: list },
]

export const webhookId = (partner: string, channel: Webhook['channel'], key: string) => `${partner} ${channel} ${key}`

/** Callbacks go over TLS; on this machine they may go in the clear. */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isHere = ['localhost', '127.0.0.1'].includes(url?.hostname ?? '')
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return text
  throw new Refusal('malformed', 'O campo webhook.webhookUrl não respeita o schema.', [
    { property: 'webhook.webhookUrl', reason: 'O campo webhook.webhookUrl não respeita o _schema_.', value: text },
  ])
}

/** The address of a webhook, checked except for being reachable. */
export function readWebhook(call: Call): { key: string; url: string } {
  const key = keyOfPath(call.params.chave ?? '')
  if (kindOfKey(key) === null) throw new Refusal('malformed', 'A chave não é uma chave DICT válida.', 'chave')
  if (!isKeyOf(call.truth, key, call.partner.name))
    throw new Refusal('foreign key', 'A chave não pertence a este usuário recebedor.', 'chave')
  return { key, url: checkedUrl(readUrl(call).webhookUrl) }
}

function put(call: Call) {
  const { truth, partner, switches } = call
  const { key, url } = readWebhook(call)
  const webhook: Webhook = { partner: partner.name, channel: 'pix', key, url, createdAt: truth.now().toISOString() }
  truth.book.change(() => truth.book.put('webhooks', webhookId(partner.name, 'pix', key), webhook))
  return switches.webhookAnswer === 'url' ? { webhookUrl: url } : undefined
}

function find({ truth, partner, params }: Call): Webhook {
  const webhook = truth.book.get('webhooks', webhookId(partner.name, 'pix', keyOfPath(params.chave ?? '')))
  if (!webhook) throw new Refusal('not found', 'Não há webhook para a chave informada.')
  return webhook
}

const view = ({ partner }: Call, { key, url, createdAt }: Webhook) => ({
  webhookUrl: url,
  chave: key,
  cnpj: partner.owner.taxId,
  criacao: createdAt,
})

function get(call: Call) {
  return view(call, find(call))
}

function remove(call: Call) {
  const { key } = find(call)
  call.truth.book.change(() => call.truth.book.remove('webhooks', webhookId(call.partner.name, 'pix', key)))
}

function list(call: Call) {
  const { truth, partner, query } = call
  const window = readWindow(query, {}, { isOptional: true })
  const found = [...truth.book.all('webhooks').values()].filter(
    webhook => webhook.partner === partner.name && webhook.channel === 'pix' && isWithin(window, webhook.createdAt),
  )
  const { items, parametros } = paged(window, query, {}, found)
  return { parametros, webhooks: items.map(webhook => view(call, webhook)) }
}
