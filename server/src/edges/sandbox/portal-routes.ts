import { Type } from 'typebox'
import type { App } from '../../platform/http/app-type.ts'
import type { Sql } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { actorOf } from '../../tenancy/people/portal-edge.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { operations } from '../../money/transactions/states.ts'
import { SimulateBody, SimulatedOutcome } from './portal-schemas.ts'
import { simulate } from './simulate.ts'

type Needs = Parameters<typeof simulate>[0] & { sql: Sql }

const Params = Type.Object({ merchantId: Type.String(), transactionId: Type.String() })

/** The buttons of the transaction page. They exist in a sandbox only, like the endpoints that do the same. */
export async function sandboxPortalRoutes(app: App, needs: Needs) {
  app.post('/merchants/:merchantId/transactions/:transactionId/simulate', {
    config: { may: 'transactions.simulate' },
    schema: { params: Params, body: SimulateBody, response: { 200: Done(SimulatedOutcome) } },
    handler: async request => {
      const { outcome, amount, name, taxNumber } = request.body
      const { merchantId } = request
      const { transactionId } = request.params
      const act = {
        act: 'transaction.simulate',
        subject: transactionId,
        details: { outcome, amount: amount ?? null },
      } as const
      const simulated = await recordAudit(needs, actorOf(request), act, async () => {
        const { operation } = await needs.readTransaction(merchantId, transactionId)
        const paid = { name, taxNumber, amount: amount === undefined ? undefined : parseAmount(amount) }
        return toldOrNot(
          simulate(needs, {
            merchantId,
            transactionId,
            paymentType: operations[operation].paymentType,
            simulation: outcome,
            paid,
          }),
        )
      })
      const { state } = simulated ?? (await needs.readTransaction(merchantId, transactionId))
      return done({ state, webhookCalled: simulated !== null })
    },
  })
}

/** Null: it has happened, and only the webhook could not be called. To a person that is no refusal. */
const toldOrNot = <Result>(simulated: Promise<Result>): Promise<Result | null> =>
  simulated.catch((error: unknown) => {
    if (error instanceof ApiError && error.reason === 'WebhookUnreachable') return null
    throw error
  })
