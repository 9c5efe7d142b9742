import type {
  BillImport,
  BillImportPreview,
  ImportForm,
} from '../../../../../server/src/products/bills/imports/portal-schemas.ts'
import { api, apiAddress } from '../../../kit/api.ts'
import { billsPath } from '../api.ts'

export type {
  BillImport,
  BillImportPreview,
  BillImportRow,
} from '../../../../../server/src/products/bills/imports/portal-schemas.ts'

export const importsPath = (merchantId: string) => `${billsPath(merchantId)}/imports`
const importPath = (merchantId: string, id: string) => `${importsPath(merchantId)}/${encodeURIComponent(id)}`
export const rowsPath = (merchantId: string, id: string) => `${importPath(merchantId, id)}/rows`

export const previewImport = (merchantId: string, file: string) =>
  api.post<BillImportPreview>(`${importsPath(merchantId)}/preview`, { file })
export const makeImport = (merchantId: string, form: ImportForm) => api.post<BillImport>(importsPath(merchantId), form)
export const readImport = (merchantId: string, id: string) => api.get<BillImport>(importPath(merchantId, id))
export const stopImport = (merchantId: string, id: string) => api.post<BillImport>(`${importPath(merchantId, id)}/stop`)
export const templateAddress = (merchantId: string) => apiAddress(`${importsPath(merchantId)}/template`)
export const resultAddress = (merchantId: string, id: string) => apiAddress(`${importPath(merchantId, id)}/result`)

export const importKeys = {
  all: (merchantId: string) => ['bills', merchantId, 'imports'],
  one: (merchantId: string, id: string) => ['bills', merchantId, 'imports', id],
}
