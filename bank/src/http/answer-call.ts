import { issueToken } from '../access/issue-token.ts'
import type { Tokens } from '../access/tokens.ts'
import type { Deliverer } from '../callbacks/deliver-callbacks.ts'
import type { Authority } from '../certificates/authority.ts'
import { errorFor, forbidden, isStandardRoute, refusedByGateway, routesFor } from '../dialects/dialects.ts'
import { dressAnswer } from '../dialects/dress-answer.ts'
import { switchesFor } from '../dialects/switches.ts'
import { problem } from '../standard/problems.ts'
import { readWebhook } from '../standard/webhooks.ts'
import type { Partner } from '../truth/records.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { type Answer, type Call, OtherAnswer, type Route, matchRoute } from './routes.ts'

export type BankNeeds = { truth: Truth; authority: Authority; tokens: Tokens; deliverer: Deliverer }

export type Incoming = {
  partner: Partner
  method: string
  url: URL
  headers: Record<string, string>
  text: string
}

/** The bank's response to a call of the partner that the certificate identifies. */
export async function answerCall(needs: BankNeeds, incoming: Incoming): Promise<Answer> {
  const { partner, method, url, headers, text } = incoming
  const switches = switchesFor(partner)
  const { tokenPath, otherTokenPath, chargeTokenPath } = switches
  if (method === 'POST' && [tokenPath, otherTokenPath, chargeTokenPath].includes(url.pathname)) {
    const isOfCharges = url.pathname === chargeTokenPath
    const scopes = partner.scopes.filter(scope => (scope === 'charge') === isOfCharges)
    const its = { ...partner, scopes }
    return issueToken(needs.tokens, { partner: its, switches, headers, text, query: url.searchParams })
  }

  const path = switches.lastSlash ? url.pathname.replace(/\/$/, '') : url.pathname
  const matched = matchRoute(routesFor(partner.dialect, switches), method, path)
  if (!matched) return problem(404, 'NaoEncontrado', { detail: `${method} ${url.pathname} não existe.` })
  const { route, params } = matched
  const call: Call = { ...needs, partner, switches, params, query: url.searchParams, headers, body: undefined }
  const refused = route.scope === null ? null : (checkToken(needs.tokens, call, route) ?? refusedByGateway(call))
  if (refused) return refused
  try {
    call.body = readJson(method, text)
    if (route.name === 'putWebhook' && switches.webhookCheck) await tryWebhook(needs.deliverer, call)
    const body = await route.act(call)
    if (body instanceof OtherAnswer) return body.answer
    const status = switches.statusOf[route.name] ?? route.status
    return status === 204 ? { status } : { status, body: dressed(call, route, body) }
  } catch (error) {
    if (error instanceof Refusal) return errorFor(call, route, error)
    throw error
  }
}

const dressed = ({ switches }: Call, route: Route, body: unknown) =>
  isStandardRoute(route) ? dressAnswer(switches, route.name, body) : body

function checkToken(tokens: Tokens, call: Call, route: Route): Answer | null {
  const { partner, headers, switches } = call
  const scopes = tokens.read(partner, (headers.authorization ?? '').replace(/^Bearer /, ''))
  if (scopes === null)
    return {
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      body: { error: 'invalid_token', error_description: 'the token is missing, wrong or has ended' },
    }
  if (switches.clientIdHeader && headers.client_id !== partner.clientId)
    return problem(403, 'AcessoNegado', { detail: 'O cabeçalho client_id é obrigatório.' })
  return scopes.includes(route.scope ?? '') ? null : forbidden(call, route)
}

function readJson(method: string, text: string): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new Refusal('malformed', 'O corpo da requisição não é um JSON.', 'body')
  }
}

/** The receiver must refuse an unauthenticated caller and accept the bank. */
async function tryWebhook({ call }: Deliverer, asked: Call): Promise<void> {
  const { url } = readWebhook(asked)
  const test = { evento: 'teste_webhook', data_criacao: asked.truth.now().toISOString() }
  const isOpen = (outcome: number | string) => typeof outcome === 'number' && outcome >= 200 && outcome < 300
  const isChecked = asked.headers['x-skip-mtls-checking'] !== 'true'
  if (isChecked && isOpen(await call(url, test, { withCertificate: false })))
    throw new Refusal('webhook refused', 'A URL respondeu a uma chamada sem certificado.', 'webhookUrl')
  const outcome = await call(url, test)
  if (!isOpen(outcome)) throw new Refusal('webhook refused', `A URL não aceitou a chamada: ${outcome}`, 'webhookUrl')
}
