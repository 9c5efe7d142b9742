import type { FastifyReply } from 'fastify'
import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done, DoneWithoutData, doneWithoutData } from '../../../platform/http/envelope.ts'
import type { Outbox } from '../../../platform/mails/outbox.ts'
import { platformId } from '../../../platform/lib/platform-id.ts'
import type { Key } from '../../../platform/lib/seal.ts'
import type { OperatorActions } from '../operator-requests/operator-actions.ts'
import { Requested } from '../operator-requests/portal-schemas.ts'
import { configOf } from '../operator-requests/second-person.ts'
import { requestedView } from '../operator-requests/views.ts'
import { askingOf, auditOf, signedInOf } from '../portal-edge.ts'
import { openSession } from '../session-edge.ts'
import { readSessionScope } from '../session-scope.ts'
import { sessionView } from '../views.ts'
import {
  DomainsRequest,
  MerchantParams,
  ProviderRequest,
  ProviderView,
  SsoLinkRequest,
  SsoReturnRequest,
  SsoReturnView,
  SsoStartRequest,
  SsoStartView,
} from './portal-schemas.ts'
import { type DomainNeeds, readRecords } from './domain-records.ts'
import type { ProviderClient } from './provider-client.ts'
import {
  type ProviderInput,
  checkProvider,
  readProvider,
  removeProvider,
  setDomains,
  setProvider,
} from './set-provider.ts'
import { finishFlow, flowLifetimeMs, redirectUri, startConfirmation, startLink, startSignIn } from './sso-flow.ts'
import { providerView } from './views.ts'

type Needs = DomainNeeds & {
  sql: Sql
  clock: () => Date
  publicUrl: () => string
  portalKey: Key
  ssoFlowKey: Key
  storageKey: Key
  isSandbox: boolean
  asksSecondFactor: boolean
  mailer: Pick<Outbox, 'isOn' | 'write'>
  ssoClient: ProviderClient
  operatorActions: Pick<OperatorActions, 'define'>
}

/** Single sign-on: the way to the identity provider and back, and whose provider it is. */
export async function ssoPortalRoutes(app: App, needs: Needs) {
  const cookie = () => (needs.publicUrl().startsWith('https:') ? '__Host-trilho-sso' : 'trilho-sso')
  const cookieOptions = () =>
    ({ path: '/', httpOnly: true, sameSite: 'strict', secure: needs.publicUrl().startsWith('https:') }) as const

  /** The browser keeps the attempt itself; only a page of this site sends it back. */
  function leave(reply: FastifyReply, { url, flow }: { url: string; flow: string }) {
    reply.setCookie(cookie(), flow, { ...cookieOptions(), maxAge: flowLifetimeMs / 1000 })
    return done({ url })
  }

  app.post('/sso/start', {
    config: { may: 'anybody', act: null },
    schema: { body: SsoStartRequest, response: { 200: Done(SsoStartView) } },
    handler: async (request, reply) =>
      leave(reply, await startSignIn(needs, { email: request.body.email, address: request.ip })),
  })

  app.post('/sso/start-confirm', {
    config: { may: 'signedIn', act: null, optionalBody: true },
    schema: { response: { 200: Done(SsoStartView) } },
    handler: async (request, reply) => leave(reply, await startConfirmation(needs, signedInOf(request))),
  })

  app.post('/sso/start-link', {
    config: { may: 'signedIn', act: null, confirmed: true },
    schema: { body: SsoLinkRequest, response: { 200: Done(SsoStartView) } },
    handler: async (request, reply) =>
      leave(reply, await startLink(needs, signedInOf(request), request.body.merchantId)),
  })

  app.post('/sso/return', {
    config: { may: 'anybody', act: ['session.start', 'sso.link'] },
    schema: { body: SsoReturnRequest, response: { 200: Done(SsoReturnView) } },
    handler: async (request, reply) => {
      const finished = await finishFlow(needs, {
        parameters: request.body.parameters,
        flow: request.cookies[cookie()],
        signedIn: request.signedIn,
        linkAudit: ({ id, name }) => auditOf(request, { act: 'sso.link', subject: id, person: { id, name } }),
      })
      if (finished.purpose !== 'signIn') {
        reply.clearCookie(cookie(), cookieOptions())
        return done({ purpose: finished.purpose, session: null })
      }
      const { person, ...by } = finished
      const session = await openSession(needs, request, reply, person, by)
      reply.clearCookie(cookie(), cookieOptions())
      const scope = await readSessionScope(needs, { person, session })
      return done({ purpose: 'signIn' as const, session: sessionView({ ...needs, person, session, ...scope }) })
    },
  })

  app.get('/merchants/:merchantId/sso', {
    config: { may: 'members.read' },
    schema: { response: { 200: Done(ProviderView) } },
    handler: async request => shown(request.merchantId),
  })

  app.put('/merchants/:merchantId/sso', {
    config: { may: 'members.manage', act: 'sso.set', confirmed: true },
    schema: { body: ProviderRequest, response: { 200: Done(ProviderView) } },
    handler: async request => {
      const { merchantId, body } = request
      const audit = auditOf(request, { subject: merchantId, details: detailsOf(body) })
      await setProvider(needs, { merchantId, input: body, audit })
      return shown(merchantId)
    },
  })

  app.delete('/merchants/:merchantId/sso', {
    config: { may: 'members.manage', act: 'sso.remove', confirmed: true },
    schema: { response: { 200: DoneWithoutData } },
    handler: async request => {
      const { merchantId } = request
      await removeProvider(needs, { merchantId, audit: auditOf(request, { subject: merchantId }) })
      return doneWithoutData
    },
  })

  const domains = needs.operatorActions.define<{ merchantId: string; domains: string[] }, void>('sso.setDomains', {
    perform: (input, { audit }) => setDomains(needs, { ...input, audit }),
    basis: async ({ merchantId }) => (await readProvider(needs, merchantId)).domains,
  })
  const setPlatform = needs.operatorActions.define<ProviderInput, void>('platformSso.set', {
    perform: (input, { audit }) => setProvider(needs, { merchantId: platformId, input, audit }),
    basis: async () => (await readProvider(needs, platformId)).provider?.changedAt.toISOString() ?? null,
  })
  const removePlatform = needs.operatorActions.define<object, void>('platformSso.remove', {
    perform: (_, { audit }) => removeProvider(needs, { merchantId: platformId, audit }),
  })

  app.put('/operator/merchants/:merchantId/sso-domains', {
    config: configOf('sso.setDomains'),
    schema: {
      params: MerchantParams,
      body: DomainsRequest,
      response: { 200: DoneWithoutData, 202: Done(Requested) },
    },
    handler: async (request, reply) => {
      const { merchantId } = request.params
      const input = { merchantId, domains: request.body.domains }
      const asked = { subject: merchantId, details: { domains: input.domains }, input, merchantId }
      const outcome = await domains(askingOf(request), asked)
      if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
      return doneWithoutData
    },
  })

  app.get('/operator/sso', {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(ProviderView) } },
    handler: async () => shown(platformId),
  })

  app.put('/operator/sso', {
    config: configOf('platformSso.set'),
    schema: { body: ProviderRequest, response: { 200: DoneWithoutData, 202: Done(Requested) } },
    handler: async (request, reply) => {
      await checkProvider(needs, platformId, request.body)
      const asked = { subject: platformId, details: detailsOf(request.body), input: request.body }
      const outcome = await setPlatform(askingOf(request), asked)
      if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
      return doneWithoutData
    },
  })

  app.delete('/operator/sso', {
    config: configOf('platformSso.remove'),
    schema: { response: { 200: DoneWithoutData, 202: Done(Requested) } },
    handler: async (request, reply) => {
      const outcome = await removePlatform(askingOf(request), { subject: platformId, input: {} })
      if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
      return doneWithoutData
    },
  })

  async function shown(merchantId: string) {
    const { provider, domains } = await readProvider(needs, merchantId)
    const records = merchantId === platformId ? [] : await readRecords(needs, provider, domains)
    return done(providerView({ redirectUri: redirectUri(needs), provider, domains, records }))
  }
}

/** Whether there is a new secret, but not which. */
const detailsOf = ({ clientSecret, ...shown }: ProviderRequest) => ({ ...shown, newSecret: clientSecret !== undefined })
