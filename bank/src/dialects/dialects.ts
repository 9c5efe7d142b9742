import type { Answer, Call, Route } from '../http/routes.ts'
import { chargeRoutes } from '../standard/charges.ts'
import { locationRoutes, payloadRoute } from '../standard/locations.ts'
import { problem, problemOf } from '../standard/problems.ts'
import { receivedRoutes } from '../standard/received.ts'
import { webhookRoutes } from '../standard/webhooks.ts'
import type { DialectName } from '../truth/records.ts'
import type { Refusal } from '../truth/truth.ts'
import { efiError, efiRoutes } from './efi.ts'
import { efiInfractionRoutes } from './efi-infractions.ts'
import { efiInitiationRoutes } from './efi-initiations.ts'
import { interBankingError, interRoutes } from './inter.ts'
import { sicoobPayoutError, sicoobRoutes } from './sicoob.ts'
import type { Switches } from './switches.ts'

const standardRoutes = [...chargeRoutes, ...receivedRoutes, ...webhookRoutes, ...locationRoutes]

/** What each dialect has besides: payouts, and initiations at one of them. The standard has neither. */
const ownRoutes: Record<DialectName, Route[]> = {
  standard: [],
  efi: [...efiRoutes, ...efiInfractionRoutes, ...efiInitiationRoutes],
  inter: interRoutes,
  sicoob: sicoobRoutes,
}

export const routesFor = (dialect: DialectName, { bases }: Switches): Route[] => [
  payloadRoute,
  ...ownRoutes[dialect],
  ...bases.flatMap(base => standardRoutes.map(route => ({ ...route, path: base + route.path }))),
]

export const isStandardRoute = ({ name }: Route) => standardRoutes.some(route => route.name === name)

/** How this partner's bank reports an error. */
export function errorFor(call: Call, route: Route, refusal: Refusal): Answer {
  const isPayout = route.resource === 'payout' || route.name.includes('PayoutWebhook')
  if (call.switches.errors === 'nome') return efiError(route.resource, refusal)
  if (isPayout && call.partner.dialect === 'inter') return interBankingError(call, refusal)
  if (isPayout && call.partner.dialect === 'sicoob') return sicoobPayoutError(refusal)
  return problemOf(route.resource, refusal)
}

/** How it reports that a token lacks a scope. */
export function forbidden({ switches }: Call, scope: string): Answer {
  const detail = `O token não tem o escopo ${scope}.`
  return switches.errors === 'nome'
    ? { status: 403, body: { error: 'insufficient_scope', error_description: detail } }
    : problem(403, 'AcessoNegado', { detail })
}
