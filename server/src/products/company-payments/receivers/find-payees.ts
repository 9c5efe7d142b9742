import { normalizeTaxNumber } from '../../../platform/brazil/tax-number.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { type Receiver, type ReceiverAccount, selectAccountsOfMany, selectReceiversLike } from './sql.ts'

/** A company and its account, as people name them: by id, or by CNPJ and the account's number. */
type Named = { receiver: string; account: string | undefined }
type Payee = { receiver: Receiver; account: ReceiverAccount }

/** Finds many at once; the answer finds each of them, or throws what is wrong with its name. */
export async function findPayees(
  { sql }: { sql: Sql },
  merchantId: string,
  names: readonly string[],
): Promise<(named: Named) => Payee> {
  const ids = names.filter(isUuid)
  const cnpjs = names.filter(name => !isUuid(name)).map(normalizeTaxNumber)
  const receivers = await selectReceiversLike(sql, merchantId, { ids, cnpjs })
  const found = receivers.map(({ id }) => id)
  const accounts = Map.groupBy(await selectAccountsOfMany(sql, merchantId, found), account => account.receiverId)

  return named => {
    const input = isUuid(named.receiver) ? named.receiver.toLowerCase() : normalizeTaxNumber(named.receiver)
    const like = receivers.filter(({ id, cnpj }) => id === input || cnpj === input)
    const receiver = like.find(({ status }) => status === 'Approved') ?? like[0]
    if (receiver === undefined) throw new ApiError('ReceiverNotFound')
    return { receiver, account: accountOf(accounts.get(receiver.id) ?? [], named.account) }
  }
}

/** The one that is named; the only approved one where none is. */
function accountOf(accounts: ReceiverAccount[], named: string | undefined): ReceiverAccount {
  if (named !== undefined) {
    const account = accounts.find(({ id, number }) => id === named.toLowerCase() || number === named)
    if (account === undefined) throw new ApiError('BankAccountNotFound')
    return account
  }
  const approved = accounts.filter(({ status }) => status === 'Approved')
  const [only] = approved
  if (only === undefined)
    throw new ApiError('BankAccountNotAllowed', { message: 'the receiver has no approved account' })
  if (approved.length > 1)
    throw new ApiError('BankAccountNotAllowed', {
      message: 'the receiver has several accounts: send the id or number of one',
    })
  return only
}
