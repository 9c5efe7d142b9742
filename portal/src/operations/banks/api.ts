import type {
  CertificateForm,
  ChangeForm,
  CheckView,
  ConnectForm,
  ConnectionView,
  ConnectionsView,
  CredentialsForm,
  LeastBalanceForm,
  TransferForm,
} from '../../../../server/src/operations/banks/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { CertificateForm, ChangeForm, CheckView, ConnectForm, ConnectionView, CredentialsForm }

const banksPath = '/operator/bank-connections'
const bankPath = (id: string) => `${banksPath}/${encodeURIComponent(id)}`
export const readBanks = async () => (await api.get<ConnectionsView>(banksPath)).items
export const connectBank = (form: ConnectForm) => api.post<ConnectionsView>(banksPath, form)
export const addCertificate = (id: string, form: CertificateForm) =>
  api.post<ConnectionsView>(`${bankPath(id)}/certificates`, form)
export const rotateCredentials = (id: string, form: CredentialsForm) =>
  api.post<ConnectionsView>(`${bankPath(id)}/credentials`, form)
export const changeBank = (id: string, form: ChangeForm) => api.put<ConnectionsView>(`${bankPath(id)}/settings`, form)
export const removeBank = (id: string) => api.delete<ConnectionsView>(bankPath(id))
export const transferBetweenBanks = (fromId: string, form: TransferForm) =>
  api.post<ConnectionsView>(`${bankPath(fromId)}/transfers`, form)
export const setLeastBalance = (id: string, form: LeastBalanceForm) =>
  api.put<ConnectionsView>(`${bankPath(id)}/least-balance`, form)
export const checkBank = (id: string) => api.post<CheckView>(`${bankPath(id)}/check`)
export const pauseBank = (id: string) => api.post<ConnectionsView>(`${bankPath(id)}/pause`)
export const resumeBank = (id: string) => api.post<ConnectionsView>(`${bankPath(id)}/resume`)

export const banksKey = ['operator', 'banks']
/** Every change of a bank responds with all of them. */
export const cachedBanks = ({ items }: { items: ConnectionView[] }) => [banksKey, items] as const
