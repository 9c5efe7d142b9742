import { type Audit, withDetails } from '../../audit-log/act.ts'
import { changesOf } from '../../audit-log/changes.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import type { Outbox } from '../../../platform/mails/outbox.ts'
import { countPasskeys, clearSecondFactor, isSecondFactorMandatory, lockPerson } from '../last-second-factor.ts'
import type { SignedIn } from '../portal-edge.ts'
import { passkeyRemovedMail } from './passkey-mails.ts'
import { type Passkey, deletePasskey, selectPasskeys, updateName } from './sql.ts'

type Person = SignedIn['person']

export const listPasskeys = (needs: { sql: Sql }, personId: string): Promise<Passkey[]> =>
  selectPasskeys(needs.sql, personId)

export async function renamePasskey(
  needs: { sql: Sql },
  person: Person,
  { id, name, audit }: { id: string; name: string; audit: Audit },
): Promise<void> {
  if (!isUuid(id)) throw new ApiError('PasskeyNotFound')
  await needs.sql.begin(async tx => {
    const before = await updateName(tx, person.id, id, name.trim())
    if (before === null) throw new ApiError('PasskeyNotFound')
    await recordAudit(tx, withDetails(audit, { name, ...changesOf({ name: before }, { name: name.trim() }) }))
  })
}

type Needs = { sql: Sql; asksSecondFactor: boolean; publicUrl: () => string; mailer: Pick<Outbox, 'write'> }

/** The last second factor stays where a role requires one. */
export async function removePasskey(needs: Needs, person: Person, id: string, audit: Audit): Promise<void> {
  if (!isUuid(id)) throw new ApiError('PasskeyNotFound')
  const isMandatory = await isSecondFactorMandatory(needs, person)
  await needs.sql.begin(async tx => {
    const locked = await lockPerson(tx, person.id)
    const name = await deletePasskey(tx, person.id, id)
    if (name === null) throw new ApiError('PasskeyNotFound')
    const isLast = (await countPasskeys(tx, person.id)) === 0 && (locked?.totpConfirmedAt ?? null) === null
    if (isLast && isMandatory) throw new ApiError('SecondFactorMandatory')
    if (isLast) await clearSecondFactor(tx, person.id)
    await needs.mailer.write(tx, passkeyRemovedMail(person, name, `${needs.publicUrl()}/portal/profile`))
    await recordAudit(tx, withDetails(audit, { name }))
  })
}
