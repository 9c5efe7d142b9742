import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { refuseNeededPerson } from './needed-people.ts'
import { disablePersonRow, enablePersonRow, resetSecondFactorRow, selectPeople } from './sql.ts'
import { type Paging, byId, readPage } from '../../../platform/http/paging.ts'

type Needs = { sql: Sql; clock: () => Date }

/** Ends all sessions and blocks new ones. */
export const disablePerson = ({ sql, clock }: Needs, personId: string, audit?: Audit): Promise<void> =>
  sql.begin(async tx => {
    if (!isUuid(personId)) throw new ApiError('PersonNotFound')
    await refuseNeededPerson(tx, personId)
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

/** Never for oneself: it would bypass what a role requires. */
export function refuseOwnReset(personId: string, byId: string | null): void {
  if (personId === byId) throw new ApiError('SecondFactorMandatory')
}

/** Removes codes and passkeys of a person who lost phone and recovery codes. */
export async function resetSecondFactor(
  needs: { sql: Sql; clock: () => Date },
  { personId, byId, audit }: { personId: string; byId: string | null; audit?: Audit },
): Promise<void> {
  refuseOwnReset(personId, byId)
  if (!isUuid(personId)) throw new ApiError('PersonNotFound')
  await needs.sql.begin(async tx => {
    if (!(await resetSecondFactorRow(tx, personId, needs.clock()))) throw new ApiError('PersonNotFound')
    await recordAudit(tx, audit)
  })
}
