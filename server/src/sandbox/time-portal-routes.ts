import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { Done, done } from '../http/envelope.ts'
import { uuidv7 } from '../lib/uuid.ts'
import { recordAct } from '../people/audit-log/record-act.ts'
import { actorOf } from '../people/portal-edge.ts'
import { moveClock, readClock } from './clock/move-clock.ts'
import { clockView, forwardOf } from './clock/routes.ts'
import { ClockMove } from './clock/schemas.ts'
import { SandboxView } from './time-portal-schemas.ts'
import { troubleView } from './troubles/routes.ts'
import { NewTrouble } from './troubles/schemas.ts'
import { listTroubles, removeTrouble, scriptTrouble } from './troubles/script-trouble.ts'

type Needs = Parameters<typeof moveClock>[0] & Parameters<typeof scriptTrouble>[0]

const MerchantParams = Type.Object({ merchantId: Type.String() })
const TroubleParams = Type.Object({ merchantId: Type.String(), troubleId: Type.String() })
const view = { 200: Done(SandboxView) }

/** The clock and the troubles of the banner: the same as by the API, and as little there in production. */
export async function sandboxTimePortalRoutes(app: App, needs: Needs) {
  async function read(merchantId: string): Promise<SandboxView> {
    const [clock, troubles] = await Promise.all([readClock(needs, merchantId), listTroubles(needs, merchantId)])
    return { clock: clockView(clock), troubles: troubles.map(troubleView) }
  }

  app.get('/merchants/:merchantId/sandbox', {
    config: { may: 'transactions.read' },
    schema: { params: MerchantParams, response: view },
    handler: async request => done(await read(request.merchantId)),
  })

  app.put('/merchants/:merchantId/sandbox/clock', {
    config: { may: 'transactions.simulate' },
    schema: { params: MerchantParams, body: ClockMove, response: view },
    handler: async request => {
      const { merchantId, body } = request
      const act = { act: 'sandbox.moveClock', subject: merchantId, details: body } as const
      await recordAct(needs, actorOf(request), act, () => moveClock(needs, merchantId, forwardOf(body)))
      return done(await read(merchantId))
    },
  })

  app.post('/merchants/:merchantId/sandbox/troubles', {
    config: { may: 'transactions.simulate' },
    schema: { params: MerchantParams, body: NewTrouble, response: { 201: Done(SandboxView) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { kind, times = 1, seconds } = request.body
      const id = uuidv7(needs.clock().getTime())
      const actor = actorOf(request)
      const act = { act: 'sandbox.scriptTrouble', subject: id, details: request.body } as const
      const wanted = { merchantId, id, kind, times, seconds, madeBy: actor.name }
      await recordAct(needs, actor, act, () => scriptTrouble(needs, wanted))
      return reply.code(201).send(done(await read(merchantId)))
    },
  })

  app.delete('/merchants/:merchantId/sandbox/troubles/:troubleId', {
    config: { may: 'transactions.simulate' },
    schema: { params: TroubleParams, response: view },
    handler: async request => {
      const { merchantId } = request
      const { troubleId: id } = request.params
      const act = { act: 'sandbox.removeTrouble', subject: id } as const
      await recordAct(needs, actorOf(request), act, () => removeTrouble(needs, { merchantId, id }))
      return done(await read(merchantId))
    },
  })
}
