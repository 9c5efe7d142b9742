import type {
  EndForm,
  ExceptionItem,
  ExceptionView,
  FactView,
} from '../../../../server/src/operations/exceptions/portal-schemas.ts'
import type { platformId as PlatformId } from '../../../../server/src/platform/lib/platform-id.ts'
import { api } from '../../kit/api.ts'

export type { EndForm, ExceptionItem, ExceptionView, FactView }

/** The platform as a merchant: its books hold unmatched payments. Another id than the server's does not compile. */
const platformId: typeof PlatformId = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
export const isPlatforms = ({ merchant }: { merchant: { id: string } }) => merchant.id === platformId

export const exceptionsPath = '/operator/exceptions'
const exceptionPath = (of: string, id: string) =>
  `/operator/merchants/${encodeURIComponent(of)}/exceptions/${encodeURIComponent(id)}`
/** `of`: the merchant whose payment it is about. */
export const readException = (of: string, id: string) => api.get<ExceptionView>(exceptionPath(of, id))
export const endException = (of: string, id: string, form: EndForm) =>
  api.post<ExceptionView>(`${exceptionPath(of, id)}/end`, form)

export const askBank = (of: string, id: string) => api.post<ExceptionView>(`${exceptionPath(of, id)}/ask`)

export const exceptionsKey = ['operator', 'exceptions']
export const exceptionKey = (of: string, id: string) => ['operator', 'exception', of, id]
