import type { CustomerView } from '../../../../server/src/products/customers/portal-schemas.ts'
import { api } from '../../kit/api.ts'

/** Who is charged. `document` null: none is known, so anybody may pay. */
export type ChargedCustomer = Pick<CustomerView, 'id' | 'name' | 'document' | 'address'>

export const readCharged = async (merchantId: string, id: string): Promise<ChargedCustomer> =>
  (await api.get<{ customer: ChargedCustomer }>(`/merchants/${merchantId}/customers/${encodeURIComponent(id)}`))
    .customer

export const findCustomers = (merchantId: string, q: string) =>
  api.get<{ items: ChargedCustomer[] }>(`/merchants/${merchantId}/customers`, { q: q || null, limit: '20' })
