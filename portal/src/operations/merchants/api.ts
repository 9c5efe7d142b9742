import type {
  BanksForm,
  FoundTransaction,
  FoundTransactions,
  LimitsForm,
  ReserveForm,
  WriteOffForm,
  MerchantDetail,
  MerchantItem,
  NewMerchant,
  NewMerchantForm,
  OwnerForm,
  OwnerInvited,
  PlanForm,
  PolicyForm,
  RevealedTaxNumber,
  SuccessorForm,
  Suspended,
  SuspensionForm,
} from '../../../../server/src/operations/operator/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { FoundTransaction, LimitsForm, MerchantDetail, MerchantItem, OwnerForm }

export const merchantsPath = '/operator/merchants'
const merchantPath = (id: string) => `${merchantsPath}/${encodeURIComponent(id)}`

export const findTransactions = async (search: string) =>
  (await api.get<FoundTransactions>(`/operator/transactions?${new URLSearchParams({ search })}`)).items
export const findMerchants = async (search: string) =>
  (await api.get<{ items: MerchantItem[] }>(`${merchantsPath}?${new URLSearchParams({ search })}`)).items
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
export const setReserve = (id: string, form: ReserveForm) =>
  api.put<MerchantDetail>(`${merchantPath(id)}/reserve`, form)
export const writeOff = (id: string, form: WriteOffForm) =>
  api.post<MerchantDetail>(`${merchantPath(id)}/write-off`, form)
export const setLimits = (id: string, form: LimitsForm) => api.put<MerchantDetail>(`${merchantPath(id)}/limits`, form)
export const setBanks = (id: string, form: BanksForm) => api.put<MerchantDetail>(`${merchantPath(id)}/bank`, form)
export const revealTaxNumber = async (id: string) =>
  (await api.post<RevealedTaxNumber>(`${merchantPath(id)}/reveal`)).taxNumber

export const merchantKeys = {
  /** Everything that an operator reads: a new merchant is in most of it. */
  platform: ['operator'],
  all: ['operator', 'merchants'],
  one: (id: string) => ['operator', 'merchant', id],
  found: (search: string) => ['operator', 'transactions', search],
}
