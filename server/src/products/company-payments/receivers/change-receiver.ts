import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { openReceiver } from './read-receiver.ts'
import { genuineCnpj } from './register-receiver.ts'
import { type Receiver, updateAccountOwners, updateReceiver } from './sql.ts'

type Change = { merchantId: string; receiverId: string; fantasyName: string; cnpj: string; audit?: Audit }

/** Corrects what was registered, until it is reviewed. Its accounts are the company's own, so they follow its number. */
export async function changeReceiver(
  needs: { sql: Sql },
  { merchantId, receiverId, fantasyName, cnpj, audit }: Change,
): Promise<Receiver> {
  return needs.sql.begin(async tx => {
    const { receiver } = await openReceiver(tx, merchantId, receiverId, 'change')
    const after = { ...receiver, fantasyName, cnpj: genuineCnpj(cnpj), revision: receiver.revision + 1 }
    await updateReceiver(tx, after)
    await updateAccountOwners(tx, after)
    await recordAudit(tx, audit)
    return after
  })
}
