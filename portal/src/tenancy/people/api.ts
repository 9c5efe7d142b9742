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
import type {
  PasskeyView,
  PasskeysView,
  RegisteredPasskeyView,
} from '../../../../server/src/tenancy/people/passkeys/portal-schemas.ts'
import type { SsoReturnView, SsoStartView } from '../../../../server/src/tenancy/people/sso/portal-schemas.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { api } from '../../kit/api.ts'
import { answerWithPasskey, createPasskey } from '../../kit/passkeys.ts'
import { takeSession } from '../../kit/session.ts'

export const signIn = async (given: SignInRequest) => takeSession(await api.post<SessionView>('/sign-in', given))
export async function signInWithPasskey() {
  const options = await api.post<PublicKeyCredentialRequestOptionsJSON>('/sign-in/passkey-options')
  return takeSession(await api.post<SessionView>('/sign-in/passkey', { response: await answerWithPasskey(options) }))
}
/** The browser leaves for the provider, and comes back at `/sso`. */
async function leaveFor(path: string, body?: object): Promise<void> {
  location.assign((await api.post<SsoStartView>(path, body)).url)
}
export const signInWithSso = (email: string) => leaveFor('/sso/start', { email })
/** Without a merchant: to the provider of the platform. */
export const linkSso = (merchantId?: string) =>
  leaveFor('/sso/start-link', merchantId === undefined ? {} : { merchantId })
export const returnFromSso = (parameters: string) => api.post<SsoReturnView>('/sso/return', { parameters })
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

export const readPasskeys = () => api.get<PasskeysView>('/passkeys')
export async function registerPasskey(name: string) {
  const options = await api.post<PublicKeyCredentialCreationOptionsJSON>('/passkeys/options')
  return api.post<RegisteredPasskeyView>('/passkeys', { name, response: await createPasskey(options) })
}
export const renamePasskey = ({ id, name }: Pick<PasskeyView, 'id' | 'name'>) => api.put(`/passkeys/${id}`, { name })
export const removePasskey = (id: string) => api.delete(`/passkeys/${id}`)

export const readSessions = () => api.get<OpenSessionsView>('/sessions')
export const endSession = (id: string) => api.delete(`/sessions/${id}`)
export const endOtherSessions = () => api.delete('/sessions')

export const peopleKeys = {
  sessions: ['sessions'],
  passkeys: ['passkeys'],
  ssoReturn: (parameters: string) => ['sso-return', parameters],
  secondFactor: ['second-factor'],
  link: (token: string) => ['link', token],
}
