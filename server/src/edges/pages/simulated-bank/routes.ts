import type { FastifyRequest } from 'fastify'
import type { App } from '../../../platform/http/app-type.ts'
import { languageOf, takeForms, textsOf } from '../../../platform/http/page-edge.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import { type SimulatedBank, bankDecisions } from '../../../money/rails/simulator/simulated-bank.ts'
import { goTo, openPage, sendPage } from '../kit/page-edge.ts'
import { decidePage, donePage, latePage, unknownPage } from './bank-page.ts'

type Needs = { clock: () => Date; addresses: PublicAddresses; simulatedBank: SimulatedBank }

/** The pages of the simulated bank, behind the addresses it gives for authorising. */
export async function simulatedBankRoutes(app: App, { clock, addresses, simulatedBank }: Needs) {
  takeForms(app)
  const around = (request: FastifyRequest) => ({
    language: languageOf(request),
    base: addresses.base(),
    isSandbox: true,
  })

  app.get('/sandbox/bank', openPage, async (request, reply) => {
    const { request: sealed = '' } = textsOf(request.query)
    const bankRequest = simulatedBank.openRequest(sealed)
    if (bankRequest === null) return sendPage(reply, unknownPage(around(request)))
    if (bankRequest.expiresAt <= clock())
      return sendPage(reply, latePage(around(request), simulatedBank.returnUrl(bankRequest, 'expire', clock())))
    const path = new URL(addresses.simulatedBank()).pathname
    return sendPage(reply, decidePage({ ...around(request), request: bankRequest, sealed, path }))
  })

  app.post('/sandbox/bank', openPage, async (request, reply) => {
    const { request: sealed = '', decision: chosen } = textsOf(request.body)
    const bankRequest = simulatedBank.openRequest(sealed)
    if (bankRequest === null) return sendPage(reply, unknownPage(around(request)))
    const decision = bankDecisions.find(known => known === chosen)
    if (decision === undefined) return goTo(reply, simulatedBank.requestUrl(bankRequest, languageOf(request)))
    const returnUrl = simulatedBank.returnUrl(bankRequest, decision, clock())
    reply.header('refresh', `0; url=${new URL(returnUrl).href}`)
    return sendPage(reply, donePage(around(request), returnUrl))
  })
}
