import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/http/app-type.ts'
import { goTo, languageOf, sendPage, takeForms, textsOf } from '../../platform/http/page-edge.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { type SimulatedBank, bankDecisions } from '../../money/rails/simulator/simulated-bank.ts'
import { bankPolicy, decidePage, donePage, latePage, unknownPage } from './simulated-bank-page.ts'

type Needs = { clock: () => Date; addresses: PublicAddresses; simulatedBank: SimulatedBank }

const open = { config: { public: true }, schema: { hide: true } } as const

/** The pages of the simulated bank, behind the addresses it gives for authorising. */
export async function simulatedBankRoutes(app: App, { clock, addresses, simulatedBank }: Needs) {
  takeForms(app)
  const send = (request: FastifyRequest, reply: FastifyReply, text: string, status = 200) =>
    sendPage(reply, { language: languageOf(request), policy: bankPolicy, text, status })

  app.get('/sandbox/bank', open, async (request, reply) => {
    const language = languageOf(request)
    const { request: sealed = '' } = textsOf(request.query)
    const asked = simulatedBank.openRequest(sealed)
    if (asked === null) return send(request, reply, unknownPage(language), 404)
    if (asked.expiresAt <= clock())
      return send(request, reply, latePage(language, simulatedBank.returnUrl(asked, 'expire', clock())))
    const path = new URL(addresses.simulatedBank()).pathname
    return send(request, reply, decidePage({ request: asked, sealed, path, language }))
  })

  app.post('/sandbox/bank', open, async (request, reply) => {
    const language = languageOf(request)
    const { request: sealed = '', decision: wanted } = textsOf(request.body)
    const asked = simulatedBank.openRequest(sealed)
    if (asked === null) return send(request, reply, unknownPage(language), 404)
    const decision = bankDecisions.find(known => known === wanted)
    if (decision === undefined) return goTo(reply, simulatedBank.requestUrl(asked, language))
    const returnUrl = simulatedBank.returnUrl(asked, decision, clock())
    reply.header('refresh', `0; url=${new URL(returnUrl).href}`)
    return send(request, reply, donePage(language, returnUrl))
  })
}
