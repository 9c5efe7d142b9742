import type { Answer, Call, Route } from '../http/routes.ts'
import { chargeRoutes, chargeWithCodeRoute } from '../standard/charges.ts'
import { dueBatchRoutes } from '../standard/due-batches.ts'
import { dueChargeRoutes } from '../standard/due-charges.ts'
import { locationRoutes, payloadRoutes } from '../standard/locations.ts'
import { problem, problemOf } from '../standard/problems.ts'
import { receivedRoutes } from '../standard/received.ts'
import { webhookRoutes } from '../standard/webhooks.ts'
import type { DialectName } from '../truth/records.ts'
import type { Refusal } from '../truth/truth.ts'
import { efiRoutes } from './efi.ts'
import { efiBoletoRoutes } from './efi-boletos.ts'
import { efiChargeError, efiChargeNotAllowed, efiError } from './efi-errors.ts'
import { interBankingError, interRoutes } from './inter.ts'
import { sicoobPayoutError, sicoobRoutes } from './sicoob.ts'
import { sicoobBoletoError } from './sicoob-boletos.ts'
import type { Switches } from './switches.ts'

const standardRoutes = [
  ...chargeRoutes,
  ...dueChargeRoutes,
  ...dueBatchRoutes,
  ...receivedRoutes,
  ...webhookRoutes,
  ...locationRoutes,
]

/** What some dialects have besides: payouts, and initiations at one of them. */
const ownRoutes: Partial<Record<DialectName, Route[]>> = {
  efi: [...efiRoutes, ...efiBoletoRoutes],
  inter: interRoutes,
  sicoob: sicoobRoutes,
}

export const routesFor = (dialect: DialectName, { bases, chargeBases, chargeWithCode, missing }: Switches): Route[] => {
  const isCharge = ({ path }: Route) => path === '/cob/:txid'
  const routes = [...standardRoutes, ...(chargeWithCode ? [chargeWithCodeRoute] : [])]
  return [
    ...payloadRoutes,
    ...(ownRoutes[dialect] ?? []),
    ...routes
      .filter(({ name }) => !missing.includes(name))
      .flatMap(route =>
        (isCharge(route) ? (chargeBases ?? bases) : bases).map(base => ({ ...route, path: base + route.path })),
      ),
  ]
}

export const isStandardRoute = ({ name }: Route) => standardRoutes.some(route => route.name === name)

/** What this bank's gateway wants on every call besides a token; null: it is there. */
export function refusedByGateway({ switches, partner, query, headers }: Omit<Call, 'body'>): Answer | null {
  const { applicationKeyIn, correlationHeader, accountHeader } = switches
  if (applicationKeyIn !== null && query.get(applicationKeyIn) !== partner.applicationKey)
    return {
      status: 403,
      body: { statusCode: 403, error: 'Forbidden', message: `${applicationKeyIn} is missing or wrong`, attributes: {} },
    }
  if (correlationHeader !== null && !/^[0-9a-f-]{36}$/.test(headers[correlationHeader.toLowerCase()] ?? ''))
    return problem(400, 'RequisicaoInvalida', { detail: `O cabeçalho ${correlationHeader} é obrigatório.` })
  if (accountHeader !== null && !/^[1-9]\d*$/.test(headers[accountHeader.toLowerCase()] ?? ''))
    return problem(400, 'RequisicaoInvalida', { detail: `O cabeçalho ${accountHeader} é obrigatório.` })
  return null
}

/** How this partner's bank reports an error. */
export function errorFor(call: Call, route: Route, refusal: Refusal): Answer {
  const isPayout = route.resource === 'payout' || route.name.includes('PayoutWebhook')
  if (route.resource === 'charge') return efiChargeError(refusal)
  if (call.switches.errors === 'nome') return efiError(route.resource, refusal)
  if (call.switches.errors === 'erros') return errorList(problemOf(route.resource, refusal), refusal)
  if (isPayout && call.partner.dialect === 'inter') return interBankingError(call, refusal)
  if (isPayout && call.partner.dialect === 'sicoob')
    return route.path.startsWith('/cobranca-bancaria') ? sicoobBoletoError(refusal) : sicoobPayoutError(refusal)
  return problemOf(route.resource, refusal)
}

/** Banco do Brasil's own shape. */
const errorList = ({ status }: Answer, { message }: Refusal): Answer => ({
  status,
  body: { erros: [{ codigo: '4769515', versao: '1', mensagem: message, ocorrencia: 'CHOM00000062715498140101' }] },
})

/** How it reports that a token lacks a scope. */
export function forbidden({ switches }: Call, { scope, resource }: Pick<Route, 'scope' | 'resource'>): Answer {
  if (resource === 'charge') return efiChargeNotAllowed
  const detail = `O token não tem o escopo ${scope}.`
  return switches.errors === 'nome'
    ? { status: 403, body: { error: 'insufficient_scope', error_description: detail } }
    : problem(403, 'AcessoNegado', { detail })
}
