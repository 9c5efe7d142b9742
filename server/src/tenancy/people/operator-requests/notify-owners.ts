import type { Tx } from '../../../platform/db/db.ts'
import type { Outbox } from '../../../platform/mails/outbox.ts'
import { readMerchantNow } from '../../merchants/read-merchant.ts'
import { listAddressees } from '../find-person.ts'
import { successorMail } from './request-mails.ts'
import type { OperatorRequest } from './sql.ts'

type Needs = {
  mailer: Pick<Outbox, 'write'>
  publicUrl: () => string
  stopLinks: { seal: (personId: string, requestId: string) => string }
}

/** The owners have until `effectiveAt` to stop it, by a link of their own that needs no sign-in. */
export async function notifyOwners(needs: Needs, tx: Tx, request: OperatorRequest): Promise<void> {
  const { merchantId, effectiveAt, personName } = request
  if (merchantId === null || effectiveAt === null) return
  const { name: place } = await readMerchantNow({ sql: tx }, merchantId)
  const { name = '', email = '', note = '' } = request.details as Record<string, string>
  for (const owner of await listAddressees(tx, { merchantId, permission: 'members.manage' })) {
    const link = `${needs.publicUrl()}/portal/successor/${needs.stopLinks.seal(owner.id, request.id)}`
    const values = { place, owner: name, email, note, requester: personName, at: effectiveAt, link }
    await needs.mailer.write(tx, successorMail(owner, values))
  }
}
