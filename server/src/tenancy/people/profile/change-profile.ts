import type { Audit } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { Language } from '../../../platform/http/languages.ts'
import { updateProfile } from './sql.ts'

export const changeProfile = (
  needs: { sql: Sql },
  { personId, name, language, audit }: { personId: string; name: string; language: Language; audit?: Audit },
): Promise<void> =>
  needs.sql.begin(async tx => {
    await updateProfile(tx, personId, name.trim(), language)
    await recordAudit(tx, audit)
  })
