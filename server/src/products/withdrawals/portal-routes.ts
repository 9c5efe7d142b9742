import { parseAmount } from '../../platform/brazil/money.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { auditOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { makeWithdrawal } from './make-withdrawal.ts'
import { MadeWithdrawal, WithdrawalForm } from './portal-schemas.ts'

/** Requests a withdrawal. The same people approve it as payment requests, under the same policy. */
export async function withdrawalPortalRoutes(app: App, needs: Parameters<typeof makeWithdrawal>[0]) {
  app.post('/merchants/:merchantId/withdrawals', {
    config: { may: 'requests.make', act: 'withdrawal.make' },
    schema: { body: WithdrawalForm, response: { 201: Done(MadeWithdrawal) } },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { amount, key, description, formKey } = request.body
      const { person } = signedInOf(request)
      const id = uuidv7(needs.clock().getTime())
      const details = { amount: amount ?? 'all', keyType: key.type }
      const made = await makeWithdrawal(needs, {
        merchantId,
        id,
        amount: amount === undefined ? undefined : parseAmount(amount),
        key,
        description: description.trim(),
        requestedBy: { id: person.id, name: person.name, realm: 'Partner' },
        formKey,
        audit: auditOf(request, { subject: id, details }),
      })
      return reply.code(201).send(done(made))
    },
  })
}
