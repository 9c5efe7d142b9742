import { Type } from 'typebox'
import { formatAmount, parseAmount } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { auditOf } from '../../tenancy/people/portal-edge.ts'
import { formatState } from '../../money/transactions/format-state.ts'
import { transitionOf } from '../../money/transactions/operations.ts'
import type { State } from '../../money/transactions/states.ts'
import { cancelCashIn } from './cancel-cash-in.ts'
import { createCashIn } from './create-cash-in.ts'
import { CancelledCharge, ChargeForm, MadeCharge } from './portal-schemas.ts'

type Needs = { sql: Sql } & Parameters<typeof createCashIn>[0] & Parameters<typeof cancelCashIn>[0]

const Params = Type.Object({ merchantId: Type.String(), transactionId: Type.String() })

/** Charges that people make and cancel: the same cash-ins as by the API, reported to the merchant's own webhook URL. */
export async function chargePortalRoutes(app: App, needs: Needs) {
  app.post('/merchants/:merchantId/charges', {
    config: { may: 'charges.make', act: 'charge.make' },
    schema: { body: ChargeForm, response: { 201: Done(MadeCharge) } },
    handler: async (request, reply) => {
      const { merchantId, body } = request
      const { orderId, payer = null } = body
      const amount = parseAmount(body.amount)
      const id = uuidv7(needs.clock().getTime())
      const { webhookUrl } = await needs.readMerchant(merchantId)
      const audit = auditOf(request, { subject: id, details: { amount: formatAmount(amount), orderId } })
      const charge = {
        merchantId,
        id,
        keyId: null,
        amount,
        editable: false,
        payer,
        customerId: body.customerId,
        onlyThisPayer: body.onlyThisPayer,
        expiresInSeconds: body.expiresIn,
        order: { orderId, orderDescription: body.description },
        webhook: webhookUrl === null ? null : { url: webhookUrl },
        idempotencyKey: body.formKey,
        formKey: body.formKey,
      }
      const { transaction } = await createCashIn(needs, charge, audit)
      return reply.code(201).send(done({ id: transaction.id }))
    },
  })

  app.post('/merchants/:merchantId/transactions/:transactionId/cancel', {
    config: { may: 'charges.make', act: 'charge.cancel', optionalBody: true },
    schema: { params: Params, response: { 200: Done(CancelledCharge) } },
    handler: async request => {
      const { merchantId, params } = request
      const charge = await needs.readTransaction(merchantId, params.transactionId)
      const { state: before, operation } = charge
      const after = transitionOf(operation, before, 'cancelled')?.to ?? before
      const details = changesOf<{ state: State }>({ state: before }, { state: after })
      const { state } = await cancelCashIn(needs, charge, auditOf(request, { subject: charge.id, details }))
      return done({ state: formatState(state) })
    },
  })
}
