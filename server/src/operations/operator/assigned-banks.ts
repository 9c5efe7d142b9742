import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { listConnections } from '../../money/rails/connections.ts'
import type { Banks } from '../../tenancy/merchants/set-terms.ts'

export const bankNames = async (needs: { sql: Sql }): Promise<Map<string, string>> =>
  new Map((await listConnections(needs)).map(({ id, name }) => [id, name]))

/** A merchant's banks for the audit log. Refuses a connection that does not exist. */
export function nameBanks(banks: Banks, names: Map<string, string>) {
  const named = (ids: string[]): string | null =>
    ids.length === 0 ? null : ids.map(id => names.get(id) ?? notFound()).join(', ')
  return {
    charges: named(banks.chargeConnections),
    payouts: named(banks.payoutConnections),
    initiations: named(banks.initiationConnections),
    allowsSecondCharge: banks.allowsSecondCharge,
    allowsUnknownKeyOwner: banks.allowsUnknownKeyOwner,
  }
}

function notFound(): never {
  throw new ApiError('BankConnectionNotFound')
}
