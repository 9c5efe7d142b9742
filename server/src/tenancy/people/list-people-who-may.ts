import type { Sql, Tx } from '../../platform/db/db.ts'
import { type Permission, permissions } from './permissions.ts'
import { type Addressee, selectAddressees, selectOperators, selectPeopleInRoles } from './sql.ts'

export type { Addressee } from './sql.ts'

/** A merchant's people whose roles allow something, by name; never those who are shut out. */
export const listPeopleWhoMay = (
  needs: { sql: Sql },
  merchantId: string,
  permission: Permission,
): Promise<{ id: string; name: string }[]> => selectPeopleInRoles(needs.sql, merchantId, permissions[permission])

/** The same with how to write to them; without a merchant, the operators whom the platform's rules allow it. */
export const listAddressees = async (
  tx: Tx,
  { merchantId, permission }: { merchantId: string | null; permission: Permission },
): Promise<Addressee[]> => {
  const who: readonly string[] = permissions[permission]
  if (merchantId !== null) return selectAddressees(tx, merchantId, who)
  return who.includes('operator') ? selectOperators(tx) : []
}
