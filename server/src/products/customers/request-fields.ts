import type { CustomerFields } from './customer.ts'
import type { CustomerChanges, CustomerRequest } from './schemas.ts'

/** A customer of whom nothing is known but the name. */
export const noFields = {
  document: null,
  email: null,
  phone: null,
  address: null,
  notes: null,
  metadata: null,
  externalId: null,
}

/** The request as input of the use case. */
export const fieldsOf = ({ name, ...rest }: CustomerRequest): CustomerFields => ({ ...noFields, ...given(rest), name })

/** Fields that are left out do not change. */
export const given = (changes: CustomerChanges): Partial<CustomerFields> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
