import type { Sql } from '../db/db.ts'
import { type Permission, permissions } from './permissions.ts'
import { selectPeopleInRoles } from './sql.ts'

/** A merchant's people whose roles allow something, by name; never those who are shut out. */
export const listPeopleWhoMay = (
  needs: { sql: Sql },
  merchantId: string,
  permission: Permission,
): Promise<{ id: string; name: string }[]> => selectPeopleInRoles(needs.sql, merchantId, permissions[permission])
