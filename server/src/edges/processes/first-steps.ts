import type { Sql } from '../../platform/db/db.ts'
import { listConnections } from '../../money/rails/connections.ts'
import { hasOperator } from '../../tenancy/people/find-person.ts'

/** What a production server still lacks before its first payment, a line each. */
export async function readFirstSteps(needs: { sql: Sql }): Promise<string[]> {
  const banks = await listConnections(needs)
  return [
    ...((await hasOperator(needs)) ? [] : ['no operator exists, so nobody can sign in to the portal']),
    ...(banks.length > 0 ? [] : ['no bank is connected, so payments are refused with 503 BankNotConnected']),
  ]
}
