import { isWrittenAlready } from '../../platform/db/database-faults.ts'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/lib/uuid.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { type Customer, type CustomerFields, externalIdTaken, storedFields } from './customer.ts'
import { deleteCustomer, selectCustomer, updateCustomers } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date }
type CustomerId = { merchantId: string; customerId: string; audit?: Audit }

/** Changes the fields that are given. Its charges keep the payer that they were made with. */
export async function changeCustomer(
  { sql, clock }: Needs,
  { merchantId, customerId, changes, audit }: CustomerId & { changes: Partial<CustomerFields> },
): Promise<Customer> {
  try {
    return await sql.begin(async tx => {
      const before = isUuid(customerId) ? await selectCustomer(tx, merchantId, customerId, { locks: true }) : undefined
      if (before === undefined) throw new ApiError('CustomerNotFound')
      const after = { ...before, ...storedFields({ ...before, ...changes }), changedAt: clock() }
      await updateCustomers(tx, merchantId, [after])
      await recordAudit(tx, audit)
      return after
    })
  } catch (error) {
    if (isWrittenAlready(error)) throw externalIdTaken(changes.externalId ?? null)
    throw error
  }
}

/** Its charges stay, with the payer's name and document that they were made with. */
export async function removeCustomer({ sql }: Needs, { merchantId, customerId, audit }: CustomerId): Promise<void> {
  await sql.begin(async tx => {
    const { count } = isUuid(customerId) ? await deleteCustomer(tx, merchantId, customerId) : { count: 0 }
    if (count === 0) throw new ApiError('CustomerNotFound')
    await recordAudit(tx, audit)
  })
}
