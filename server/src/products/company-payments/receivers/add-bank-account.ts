import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { openReceiver } from './read-receiver.ts'
import { genuineCnpj } from './register-receiver.ts'
import { type ReceiverAccount, insertAccount, updateReceiver } from './sql.ts'
import { bornAccount } from './states.ts'

type NewAccount = Omit<
  ReceiverAccount,
  'id' | 'createdAt' | 'ownerCnpj' | 'pixKey' | 'status' | 'reviewNote' | 'reviewedAt'
> & {
  id?: string
  /** The receiver's own where they are not said; anything else is refused. */
  ownerCnpj?: string
  pixKey?: string
  audit?: Audit
}

/** An account, part of its receiver's review or reviewed alone after it. It and its key must be the company's own. */
export async function addBankAccount(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, receiverId, audit, ...details }: NewAccount,
): Promise<ReceiverAccount> {
  return needs.sql.begin(async tx => {
    const { receiver } = await openReceiver(tx, merchantId, receiverId, 'addAccount')
    const ownerCnpj = genuineCnpj(details.ownerCnpj ?? receiver.cnpj)
    const pixKey = genuineCnpj(details.pixKey ?? receiver.cnpj)
    if (ownerCnpj !== receiver.cnpj || pixKey !== receiver.cnpj)
      throw new ApiError('BankAccountNotAllowed', {
        message: 'the owner and the PIX key must be the CNPJ of the receiver',
      })
    const createdAt = needs.clock()
    const { id = uuidv7(createdAt.getTime()) } = details
    const review = { status: bornAccount, reviewNote: null, reviewedAt: null }
    const account = { ...details, merchantId, receiverId: receiver.id, ownerCnpj, pixKey, id, createdAt, ...review }
    await insertAccount(tx, account)
    await updateReceiver(tx, { ...receiver, revision: receiver.revision + 1 })
    await recordAudit(tx, audit)
    return account
  })
}
