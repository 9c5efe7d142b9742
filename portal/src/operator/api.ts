import type {
  CertificateForm,
  CheckView,
  ConnectForm,
  ConnectionView,
  ConnectionsView,
} from '../../../server/src/operations/banks/portal-schemas.ts'
import type {
  EndForm,
  ExceptionItem,
  ExceptionView,
  FactView,
} from '../../../server/src/operations/exceptions/portal-schemas.ts'
import type { platformId as PlatformId } from '../../../server/src/tenancy/merchants/platform.ts'
import type {
  BankForm,
  FoundTransaction,
  FoundTransactions,
  LimitsForm,
  MerchantDetail,
  MerchantItem,
  NewMerchant,
  NewMerchantForm,
  OwnerForm,
  OwnerInvited,
  PlanForm,
  PlatformView,
  PolicyForm,
  RevealedTaxNumber,
  SuccessorForm,
  Suspended,
  SuspensionForm,
} from '../../../server/src/operations/operator/portal-schemas.ts'
import type {
  InvitedOperatorView,
  PersonView,
  ShownLinkView,
} from '../../../server/src/tenancy/people/portal-schemas.ts'
import type {
  ReconciliationItem,
  ReconciliationView,
} from '../../../server/src/operations/reconciliation/portal-schemas.ts'
import type { VolumesView } from '../../../server/src/operations/volumes/portal-schemas.ts'
import { api, apiAddress } from '../kit/api.ts'

export type {
  CertificateForm,
  CheckView,
  ConnectForm,
  ConnectionView,
  EndForm,
  ExceptionItem,
  ExceptionView,
  FactView,
  FoundTransaction,
  LimitsForm,
  MerchantDetail,
  MerchantItem,
  OwnerForm,
  PersonView,
  PlatformView,
  ReconciliationItem,
  ReconciliationView,
  VolumesView,
}

export const readPlatform = () => api.get<PlatformView>('/operator/platform')

export const merchantsPath = '/operator/merchants'
const merchantPath = (id: string) => `${merchantsPath}/${encodeURIComponent(id)}`

export const findTransactions = async (search: string) =>
  (await api.get<FoundTransactions>(`/operator/transactions?${new URLSearchParams({ search })}`)).items
export const createMerchant = (form: NewMerchantForm) => api.post<NewMerchant>(merchantsPath, form)
export const readMerchant = (id: string) => api.get<MerchantDetail>(merchantPath(id))
export const inviteOwner = (id: string, form: OwnerForm) => api.post<OwnerInvited>(`${merchantPath(id)}/owner`, form)
export const inviteSuccessor = (id: string, form: SuccessorForm) =>
  api.post<OwnerInvited>(`${merchantPath(id)}/successor`, form)
export const suspendMerchant = (id: string, form: SuspensionForm) =>
  api.post<Suspended>(`${merchantPath(id)}/suspend`, form)
export const resumeMerchant = (id: string) => api.post<MerchantDetail>(`${merchantPath(id)}/resume`)
export const setPlan = (id: string, form: PlanForm) => api.put<MerchantDetail>(`${merchantPath(id)}/plan`, form)
export const setPolicy = (id: string, form: PolicyForm) =>
  api.put<MerchantDetail>(`${merchantPath(id)}/approval-policy`, form)
export const setLimits = (id: string, form: LimitsForm) => api.put<MerchantDetail>(`${merchantPath(id)}/limits`, form)
export const setBank = (id: string, form: BankForm) => api.put<MerchantDetail>(`${merchantPath(id)}/bank`, form)
export const revealTaxNumber = async (id: string) =>
  (await api.post<RevealedTaxNumber>(`${merchantPath(id)}/reveal`)).taxNumber

/** The platform as a merchant, whose books keep stray money. Another id than the server's does not compile. */
const platformId: typeof PlatformId = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
export const isPlatforms = ({ merchant }: { merchant: { id: string } }) => merchant.id === platformId

export const exceptionsPath = '/operator/exceptions'
const exceptionPath = (of: string, id: string) => `${merchantPath(of)}/exceptions/${encodeURIComponent(id)}`
/** `of`: whose payment it is about. */
export const readException = (of: string, id: string) => api.get<ExceptionView>(exceptionPath(of, id))
export const endException = (of: string, id: string, form: EndForm) =>
  api.post<ExceptionView>(`${exceptionPath(of, id)}/end`, form)

const banksPath = '/operator/bank-connections'
const bankPath = (id: string) => `${banksPath}/${encodeURIComponent(id)}`
export const readBanks = async () => (await api.get<ConnectionsView>(banksPath)).items
export const connectBank = (form: ConnectForm) => api.post<ConnectionsView>(banksPath, form)
export const addCertificate = (id: string, form: CertificateForm) =>
  api.post<ConnectionsView>(`${bankPath(id)}/certificates`, form)
export const checkBank = (id: string) => api.post<CheckView>(`${bankPath(id)}/check`)
export const pauseBank = (id: string) => api.post<ConnectionsView>(`${bankPath(id)}/pause`)
export const resumeBank = (id: string) => api.post<ConnectionsView>(`${bankPath(id)}/resume`)

export const reconciliationsPath = '/operator/reconciliations'
export const reconciliationsFile = apiAddress(`${reconciliationsPath}.csv`)
export const readReconciliation = (bank: string, day: string) =>
  api.get<ReconciliationView>(`${reconciliationsPath}/${encodeURIComponent(bank)}/${encodeURIComponent(day)}`)

type Days = { from: string | null; to: string | null }

/** As the address has them: what is not chosen is not said. */
const asked = (days: Days) => {
  const given = Object.entries(days).filter((day): day is [string, string] => day[1] !== null)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
export const readVolumes = (days: Days) => api.get<VolumesView>(`/operator/volumes${asked(days)}`)
export const volumesFile = (days: Days) => apiAddress(`/operator/volumes.csv${asked(days)}`)

export const peoplePath = '/operator/people'
export const inviteOperator = (form: { email: string; name: string }) => api.post<InvitedOperatorView>(peoplePath, form)
export const sendLink = (id: string) => api.post<ShownLinkView>(`${peoplePath}/${id}/send-link`)
export const changePerson = (id: string, act: 'disable' | 'enable' | 'reset-second-factor') =>
  api.post(`${peoplePath}/${id}/${act}`)

export const merchantKey = (id: string) => ['operator', 'merchant', id]
export const banksKey = ['operator', 'banks']
export const reconciliationsKey = ['operator', 'reconciliations']
export const reconciliationKey = (bank: string, day: string) => ['operator', 'reconciliation', bank, day]
export const exceptionsKey = ['operator', 'exceptions']
export const exceptionKey = (of: string, id: string) => ['operator', 'exception', of, id]
