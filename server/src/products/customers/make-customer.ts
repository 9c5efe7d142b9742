import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { type ErasedKeyNeeds, erasedKey } from '../../money/transactions/erased-key.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { type Customer, type CustomerFields, externalIdTaken, hashOf, storedFields } from './customer.ts'
import { insertCustomers, selectByKey } from './sql.ts'

type Needs = ErasedKeyNeeds & { sql: Sql; clock: () => Date }

type MakeCustomerInput = {
  merchantId: string
  id?: string
  fields: CustomerFields
  idempotencyKey: string | undefined
  audit?: Audit
}

export type MadeCustomer = { customer: Customer; replayed: boolean }

/** Creates a customer, or returns the first of its idempotency key. */
export async function makeCustomer(needs: Needs, input: MakeCustomerInput): Promise<MadeCustomer> {
  const { merchantId, idempotencyKey = null } = input
  const fields = storedFields(input.fields)
  const createdAt = needs.clock()
  const customer: Customer = {
    ...fields,
    merchantId,
    id: input.id ?? uuidv7(createdAt.getTime()),
    idempotencyKey,
    requestHash: idempotencyKey === null ? null : hashOf(fields),
    createdAt,
    changedAt: createdAt,
  }
  const earlier = await findEarlier(needs, customer)
  if (earlier !== null) return earlier
  const isNew = await needs.sql.begin(async tx => {
    if ((await insertCustomers(tx, [customer])).length === 0) return false
    await recordAudit(tx, input.audit)
    return true
  })
  if (isNew) return { customer, replayed: false }
  const first = await findEarlier(needs, customer)
  if (first === null) throw externalIdTaken(customer.externalId)
  return first
}

async function findEarlier(
  needs: Needs,
  { merchantId, idempotencyKey, requestHash }: Customer,
): Promise<MadeCustomer | null> {
  if (idempotencyKey === null) return null
  const keys = [idempotencyKey, erasedKey(needs, merchantId, idempotencyKey)]
  const customer = await selectByKey(needs.sql, merchantId, keys)
  if (customer === undefined) return null
  if (customer.requestHash === requestHash) return { customer, replayed: true }
  throw new ApiError('OrderIdConflict', { message: 'the Idempotency-Key was used before with another body' })
}
