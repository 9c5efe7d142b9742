import { Type } from 'typebox'
import type { Sql } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, DoneWithoutData, done, doneWithoutData } from '../../../platform/http/envelope.ts'
import { Cursor } from '../../../platform/http/paging.ts'
import { maskTaxNumber } from '../../../platform/brazil/tax-number.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import type { LooseningNeeds } from '../../../tenancy/access-keys/loosening-mails.ts'
import { auditOf, signedInOf } from '../../../tenancy/people/portal-edge.ts'
import { type PayoutRecipient, approveRecipient, listRecipients, removeRecipient } from './approved-recipients.ts'
import { RecipientForm, type RecipientItem, RecipientParams, RecipientsPage } from './portal-schemas.ts'

const limit = 50

/** To whom access keys may pay out, where the merchant restricts them: an owner decides. */
export async function recipientPortalRoutes(app: App, needs: LooseningNeeds & { sql: Sql; clock: () => Date }) {
  const path = '/merchants/:merchantId/payout-recipients'

  app.get(path, {
    config: { may: 'keys.read' },
    schema: { querystring: Type.Object({ cursor: Cursor }), response: { 200: Done(RecipientsPage) } },
    handler: async ({ merchantId, query: { cursor } }) => {
      const { items, nextCursor } = await listRecipients(needs, { merchantId, limit, cursor })
      return done({ items: items.map(recipientItem), nextCursor })
    },
  })

  app.post(path, {
    config: { may: 'keys.confirm', act: 'recipient.approve', confirmed: true },
    schema: { body: RecipientForm, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { name, cpf, cnpj, key } = request.body
      const id = uuidv7(needs.clock().getTime())
      await approveRecipient(needs, {
        merchantId: request.merchantId,
        id,
        recipient: { name: name.trim(), cpf, cnpj },
        key,
        by: signedInOf(request).person.name,
        audit: auditOf(request, { subject: id }),
      })
      return doneWithoutData
    },
  })

  app.delete(`${path}/:recipientId`, {
    config: { may: 'keys.confirm', act: 'recipient.remove' },
    schema: { params: RecipientParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { recipientId: id } = request.params
      const { merchantId } = request
      await removeRecipient(needs, { merchantId, id, audit: auditOf(request, { subject: id }) })
      return doneWithoutData
    },
  })
}

const recipientItem = ({
  id,
  name,
  taxNumber,
  keyType,
  pixKey,
  createdAt,
  createdBy,
}: PayoutRecipient): RecipientItem => ({
  id,
  name,
  taxNumber: maskTaxNumber(taxNumber),
  key: { type: keyType, value: keyType === 'CPF' ? maskTaxNumber(pixKey) : pixKey },
  createdAt: createdAt.toISOString(),
  createdBy,
})
