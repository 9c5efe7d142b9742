import type {
  TokenView,
  OpenSessionsView,
  PasswordRequest,
  ProfileRequest,
  RecoveryCodesView,
  SecondFactorStartView,
  SentTokenUrlView,
  SessionView,
  SignInRequest,
  RedeemTokenRequest,
  RedeemedTokenView,
} from '../../../../server/src/tenancy/people/portal-schemas.ts'
import { api } from '../../kit/api.ts'
import { takeSession } from '../../kit/session.ts'

export const signIn = async (given: SignInRequest) => takeSession(await api.post<SessionView>('/sign-in', given))
export const signOut = () => api.post('/sign-out')

export const askForReset = (email: string) => api.post<SentTokenUrlView>('/password-reset', { email })
export const readToken = (token: string) => api.get<TokenView>(`/links/${encodeURIComponent(token)}`)
export const redeemToken = (token: string, given: RedeemTokenRequest) =>
  api.post<RedeemedTokenView>(`/links/${encodeURIComponent(token)}`, given)

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
