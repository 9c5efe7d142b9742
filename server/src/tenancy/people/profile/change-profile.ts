import type { Sql } from '../../../platform/db/db.ts'
import type { Language } from '../../../platform/http/languages.ts'
import { updateProfile } from './sql.ts'

export const changeProfile = async (
  needs: { sql: Sql },
  { personId, name, language }: { personId: string; name: string; language: Language },
): Promise<void> => {
  await updateProfile(needs.sql, personId, name.trim(), language)
}
