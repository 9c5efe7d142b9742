import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type Paging, byId, readPage } from '../../platform/http/paging.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { BankException, SentTo } from './exception.ts'
import { insertException, lockOpenOf, lockException, selectException, selectExceptions, updateEnded } from './sql.ts'
import { exceptionMove } from './states.ts'

export type { BankException } from './exception.ts'
export type { ListedException } from './sql.ts'
export { updateAnswer as storeBankAnswer } from './sql.ts'
export { selectExceptionsOf as readExceptionsOf, selectWithoutTransaction as readWithoutTransaction } from './sql.ts'

type About = Pick<BankException, 'merchantId' | 'bankOrderId' | 'kind' | 'subject' | 'expected' | 'said'>
type AtBank = { connectionId: string; endToEndId: string | null; amount: Micros; sentTo?: SentTo | null }
type Found = About & ({ transactionId: string; endToEndId?: string } | ({ transactionId: null } & AtBank))

/** Records that a bank gave no final result or contradicts the books, for a person to close. */
export const openException = (tx: Tx, found: Found, at: Date) =>
  insertException(tx, {
    connectionId: null,
    endToEndId: null,
    amount: null,
    sentTo: null,
    bankAnswer: null,
    bankAnsweredAt: null,
    ...found,
    id: uuidv7(at.getTime()),
    state: exceptionMove('excepted').to,
    createdAt: at,
    endedAt: null,
    endedBy: null,
    act: null,
    note: null,
  })

/** Locks it until commit: when two people close it at once, the second finds it closed. */
export async function lockOpenException(tx: Tx, merchantId: string, id: string): Promise<BankException> {
  const exception = await lockException(tx, merchantId, id)
  if (exception === undefined) throw new ApiError('ExceptionNotFound')
  return requireOpen(exception)
}

/** Refuses a closed exception. */
export function requireOpen<Exception extends BankException>(exception: Exception): Exception {
  if (exceptionMove('ended').from.every(state => state !== exception.state)) throw new ApiError('ExceptionEnded')
  return exception
}

export const closeException = (
  tx: Tx,
  exception: BankException,
  { act, by, note, at }: { act: string; by: string; note: string; at: Date },
) => updateEnded(tx, { ...exception, state: exceptionMove('ended').to, act, endedBy: by, note, endedAt: at })

export { lockOpenOf as lockOpenExceptionsOf } from './sql.ts'

/** Who closes what needs no person any more. */
export const byItself = 'Trilho'

/** Closes exceptions that no person has to review, because a bank has explained them since. */
export async function closeExplained(tx: Tx, { merchantId, id }: { merchantId: string; id: string }, ended: Explained) {
  for (const exception of await lockOpenOf(tx, merchantId, id)) await closeByItself(tx, exception, ended)
}

export const closeByItself = (tx: Tx, exception: BankException, { note, at }: Explained) =>
  closeException(tx, exception, { act: 'note', by: byItself, note, at })

type Explained = { note: string; at: Date }

export async function readException(needs: { sql: Sql }, merchantId: string, id: string) {
  const exception = await selectException(needs.sql, merchantId, id)
  if (exception === undefined) throw new ApiError('ExceptionNotFound')
  return exception
}

export const listExceptions = (
  needs: { sql: Sql },
  { state, limit, cursor }: Paging & { state: BankException['state'] },
) => readPage(limit, rows => selectExceptions(needs.sql, { state, limit: rows, cursor }), byId)
