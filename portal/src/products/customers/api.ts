import type { CustomerImport } from '../../../../server/src/products/customers/import-schemas.ts'
import type {
  CustomerChange,
  CustomerDetail,
  CustomerForm,
  CustomerView,
  ImportForm,
} from '../../../../server/src/products/customers/portal-schemas.ts'
import { api, apiAddress } from '../../kit/api.ts'

export type { CustomerImport } from '../../../../server/src/products/customers/import-schemas.ts'
export type { CustomerDetail, CustomerView } from '../../../../server/src/products/customers/portal-schemas.ts'

export const customersPath = (merchantId: string) => `/merchants/${merchantId}/customers`
const customerPath = (merchantId: string, id: string) => `${customersPath(merchantId)}/${encodeURIComponent(id)}`
export const paymentsPath = (merchantId: string, id: string) => `${customerPath(merchantId, id)}/payments`

export const readCustomer = (merchantId: string, id: string) => api.get<CustomerDetail>(customerPath(merchantId, id))
export const makeCustomer = (merchantId: string, form: CustomerForm) =>
  api.post<CustomerView>(customersPath(merchantId), form)
export const changeCustomer = (merchantId: string, id: string, changes: CustomerChange) =>
  api.put<CustomerView>(customerPath(merchantId, id), changes)
export const removeCustomer = (merchantId: string, id: string) =>
  api.delete<{ id: string }>(customerPath(merchantId, id))

export const previewImport = (merchantId: string, file: string) =>
  api.post<CustomerImport>(`${customersPath(merchantId)}/import/preview`, { file })
export const importCustomers = (merchantId: string, form: ImportForm) =>
  api.post<CustomerImport>(`${customersPath(merchantId)}/import`, form)
export const templateAddress = (merchantId: string) => apiAddress(`${customersPath(merchantId)}/template`)
export const customersFile = (merchantId: string, q: string | null, format: 'csv' | 'xlsx') =>
  apiAddress(`${customersPath(merchantId)}.${format}`, { q })

export const customerKeys = {
  all: (merchantId: string) => ['customers', merchantId],
  list: (merchantId: string) => ['customers', merchantId, 'list'],
  one: (merchantId: string, id: string) => ['customers', merchantId, id],
}
