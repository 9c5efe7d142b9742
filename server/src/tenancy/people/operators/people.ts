import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { refuseLastOwner } from '../members/change-member.ts'
import {
  disablePersonRow,
  enablePersonRow,
  lockOperators,
  resetSecondFactorRow,
  selectOwned,
  selectPeople,
} from './sql.ts'
import { type Paging, byId, readPage } from '../../../platform/http/paging.ts'

type Needs = { sql: Sql; clock: () => Date }

/**
 * Ends all sessions of a person and blocks new ones. Of two operators who disable each other at the same time, one
 * stays; and a merchant's last owner needs a successor first.
 */
export const disablePerson = ({ sql, clock }: Needs, personId: string, audit?: Audit): Promise<void> =>
  sql.begin(async tx => {
    const operators = await lockOperators(tx)
    if (operators.length === 1 && operators[0]?.id === personId) throw new ApiError('LastOperator')
    if (!isUuid(personId)) throw new ApiError('PersonNotFound')
    for (const { merchantId } of await selectOwned(tx, personId)) await refuseLastOwner(tx, { merchantId, personId })
    if (!(await disablePersonRow(tx, personId, clock()))) throw new ApiError('PersonNotFound')
    await recordAudit(tx, audit)
  })

export async function enablePerson({ sql }: Needs, personId: string, audit?: Audit): Promise<void> {
  if (!isUuid(personId)) throw new ApiError('PersonNotFound')
  await sql.begin(async tx => {
    if (!(await enablePersonRow(tx, personId))) throw new ApiError('PersonNotFound')
    await recordAudit(tx, audit)
  })
}

/** Newest first. */
export const listPeople = (needs: { sql: Sql }, { search, limit, cursor }: Paging & { search: string }) =>
  readPage(limit, rows => selectPeople(needs.sql, { search: search.trim(), before: cursor, limit: rows }), byId)

/**
 * For a person who lost phone and recovery codes: they sign in with the password and set up codes again. Nobody can do
 * it for themselves, because it would bypass what their role requires.
 */
export async function resetSecondFactor(
  needs: { sql: Sql; clock: () => Date },
  { personId, byId, audit }: { personId: string; byId: string | null; audit?: Audit },
): Promise<void> {
  if (personId === byId) throw new ApiError('SecondFactorMandatory')
  if (!isUuid(personId)) throw new ApiError('PersonNotFound')
  await needs.sql.begin(async tx => {
    if (!(await resetSecondFactorRow(tx, personId, needs.clock()))) throw new ApiError('PersonNotFound')
    await recordAudit(tx, audit)
  })
}
