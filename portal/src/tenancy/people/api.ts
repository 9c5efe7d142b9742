import type {
  LinkView,
  OpenSessionsView,
  PasswordRequest,
  ProfileRequest,
  RecoveryCodesView,
  SecondFactorStartView,
  SentLinkView,
  SessionView,
  SignInRequest,
  TakeLinkRequest,
  TakenLinkView,
} from '../../../../server/src/tenancy/people/portal-schemas.ts'
import { api } from '../../kit/api.ts'
import { takeSession } from '../../kit/session.ts'

export const signIn = async (given: SignInRequest) => takeSession(await api.post<SessionView>('/sign-in', given))
export const signOut = () => api.post('/sign-out')

export const askForReset = (email: string) => api.post<SentLinkView>('/password-reset', { email })
export const readLink = (token: string) => api.get<LinkView>(`/links/${encodeURIComponent(token)}`)
export const takeLink = (token: string, given: TakeLinkRequest) =>
  api.post<TakenLinkView>(`/links/${encodeURIComponent(token)}`, given)

export const changeProfile = (given: ProfileRequest) => api.put('/profile', given)
export const changePassword = (given: PasswordRequest) => api.put('/password', given)

export const startSecondFactor = () => api.post<SecondFactorStartView>('/second-factor')
export const confirmSecondFactor = (code: string) => api.post<RecoveryCodesView>('/second-factor/confirm', { code })
export const endSecondFactor = () => api.delete('/second-factor')
export const renewRecoveryCodes = () => api.post<RecoveryCodesView>('/second-factor/recovery-codes')

export const readSessions = () => api.get<OpenSessionsView>('/sessions')
export const endSession = (id: string) => api.delete(`/sessions/${id}`)
export const endOtherSessions = () => api.delete('/sessions')

export const peopleKeys = {
  sessions: ['sessions'],
  secondFactor: ['second-factor'],
  link: (token: string) => ['link', token],
}
