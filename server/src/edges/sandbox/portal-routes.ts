import { Type } from 'typebox'
import type { App } from '../../platform/http/app-type.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { auditOf } from '../../tenancy/people/portal-edge.ts'
import { operations } from '../../money/transactions/operations.ts'
import { SandboxView, SimulateBody, SimulatedOutcome } from './portal-schemas.ts'
import { simulate } from './simulate.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { moveClock, readClock } from './clock/move-clock.ts'
import { clockView, forwardOf } from './clock/routes.ts'
import { ClockMove } from './clock/schemas.ts'
import { faultView } from './faults/routes.ts'
import { type FaultKind, NewFault } from './faults/schemas.ts'
import { listFaults, removeFault, scriptFault } from './faults/script-fault.ts'

type SimulateNeeds = Parameters<typeof simulate>[0] & { sql: Sql }
type ClockNeeds = Parameters<typeof moveClock>[0] & Parameters<typeof scriptFault>[0]

const Params = Type.Object({ merchantId: Type.String(), transactionId: Type.String() })

/** The buttons of the transaction page. They exist in a sandbox only, like the endpoints that do the same. */
export async function sandboxPortalRoutes(app: App, needs: SimulateNeeds) {
  app.post('/merchants/:merchantId/transactions/:transactionId/simulate', {
    config: { may: 'transactions.simulate', act: 'transaction.simulate' },
    schema: { params: Params, body: SimulateBody, response: { 200: Done(SimulatedOutcome) } },
    handler: async request => {
      const { outcome, amount, name, taxNumber } = request.body
      const { merchantId } = request
      const { transactionId } = request.params
      const { operation } = await needs.readTransaction(merchantId, transactionId)
      const simulated = await nullIfWebhookFailed(
        simulate(needs, {
          merchantId,
          transactionId,
          paymentType: operations[operation].paymentType,
          simulation: outcome,
          paid: { name, taxNumber, amount: amount === undefined ? undefined : parseAmount(amount) },
          audit: auditOf(request, { subject: transactionId, details: { outcome, amount: amount ?? null } }),
        }),
      )
      const { state } = simulated ?? (await needs.readTransaction(merchantId, transactionId))
      return done({ state, webhookCalled: simulated !== null })
    },
  })
}

/** Null: it has happened, and only the webhook could not be called. To a person that is no refusal. */
const nullIfWebhookFailed = <Result>(simulated: Promise<Result>): Promise<Result | null> =>
  simulated.catch((error: unknown) => {
    if (error instanceof ApiError && error.reason === 'WebhookUnreachable') return null
    throw error
  })

const FaultParams = Type.Object({ merchantId: Type.String(), faultId: Type.String() })
const view = { 200: Done(SandboxView) }

/** The clock and the faults of the banner: the same as in the API, and only in a sandbox. */
export async function sandboxTimePortalRoutes(app: App, needs: ClockNeeds) {
  async function read(merchantId: string): Promise<SandboxView> {
    const [clock, faults] = await Promise.all([readClock(needs, merchantId), listFaults(needs, merchantId)])
    return { clock: clockView(clock), faults: faults.map(faultView) }
  }

  /** For the log: how often a fault was still to happen, and how often it is to. */
  async function faultChange(merchantId: string, { kind, times }: { kind: FaultKind; times: number | null }) {
    const before = (await listFaults(needs, merchantId)).find(fault => fault.kind === kind)
    return changesOf<{ times: number | null }>({ times: before?.timesLeft ?? null }, { times })
  }

  app.get('/merchants/:merchantId/sandbox', {
    config: { may: 'transactions.read' },
    schema: { response: view },
    handler: async request => done(await read(request.merchantId)),
  })

  app.put('/merchants/:merchantId/sandbox/clock', {
    config: { may: 'transactions.simulate', act: 'sandbox.moveClock' },
    schema: { body: ClockMove, response: view },
    handler: async request => {
      const { merchantId, body } = request
      const forward = forwardOf(body)
      const { time } = await readClock(needs, merchantId)
      const to = 'to' in forward ? forward.to : new Date(time.getTime() + forward.seconds * 1000)
      const details = { ...body, ...changesOf({ time: time.toISOString() }, { time: to.toISOString() }) }
      await moveClock(needs, merchantId, forward, auditOf(request, { subject: merchantId, details }))
      return done(await read(merchantId))
    },
  })

  app.post('/merchants/:merchantId/sandbox/faults', {
    config: { may: 'transactions.simulate', act: 'sandbox.scriptFault' },
    schema: { body: NewFault, response: { 201: Done(SandboxView) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { kind, times = 1, seconds } = request.body
      const id = uuidv7(needs.clock().getTime())
      const details = { ...request.body, ...(await faultChange(merchantId, { kind, times })) }
      const audit = auditOf(request, { subject: id, details })
      await scriptFault(needs, { merchantId, id, kind, times, seconds, madeBy: audit.by.name, audit })
      return reply.code(201).send(done(await read(merchantId)))
    },
  })

  app.delete('/merchants/:merchantId/sandbox/faults/:faultId', {
    config: { may: 'transactions.simulate', act: 'sandbox.removeFault' },
    schema: { params: FaultParams, response: view },
    handler: async request => {
      const { merchantId } = request
      const { faultId: id } = request.params
      const kind = (await listFaults(needs, merchantId)).find(fault => fault.id === id)?.kind
      const details = kind === undefined ? {} : { kind, ...(await faultChange(merchantId, { kind, times: null })) }
      await removeFault(needs, { merchantId, id, audit: auditOf(request, { subject: id, details }) })
      return done(await read(merchantId))
    },
  })
}
