import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { ApiFailure, api } from './api.ts'

/** Browsers refuse passkeys for an address that is a number, such as 127.0.0.1. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** Loaded when it is used first. */
const webAuthn = () => import('@simplewebauthn/browser')

/** The browser does not say why, nor whether the person gave up. */
const notUsed = () => {
  throw new ApiFailure(0, 'No passkey was used.', { reason: 'PasskeyNotUsed' })
}

export const createPasskey = async (
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> => (await webAuthn()).startRegistration({ optionsJSON }).catch(notUsed)

export const answerWithPasskey = async (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> => (await webAuthn()).startAuthentication({ optionsJSON }).catch(notUsed)

/** Shows again that it is the person who signed in. */
export async function confirmWithPasskey(): Promise<void> {
  const options = await api.post<PublicKeyCredentialRequestOptionsJSON>('/confirm/passkey-options')
  await api.post('/confirm/passkey', { response: await answerWithPasskey(options) })
}
