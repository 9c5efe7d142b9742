import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type Static, Type } from 'typebox'
import { Nullable, Text, Timestamp, Words } from '../../../platform/http/schemas.ts'

/** Options go to the browser's own API as they are. */
export const CreationOptions = Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>(
  Type.Object({}, { additionalProperties: true }),
)
export const RequestOptions = Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>(
  Type.Object({}, { additionalProperties: true }),
)

const Bytes = Text(20_000)
const common = {
  id: Text(2_000),
  rawId: Text(2_000),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Nullable(Text(40))),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
}

const RegistrationResponse = Type.Unsafe<RegistrationResponseJSON>(
  Type.Object(
    {
      ...common,
      response: Type.Object(
        {
          clientDataJSON: Bytes,
          attestationObject: Bytes,
          transports: Type.Optional(Type.Array(Text(40), { maxItems: 10 })),
        },
        { additionalProperties: true },
      ),
    },
    { additionalProperties: true },
  ),
)

const AuthenticationResponse = Type.Unsafe<AuthenticationResponseJSON>(
  Type.Object(
    {
      ...common,
      response: Type.Object(
        { clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes },
        { additionalProperties: true },
      ),
    },
    { additionalProperties: true },
  ),
)

const Name = Words(60)

export const PasskeyRequest = Type.Object({ name: Name, response: RegistrationResponse })
export type PasskeyRequest = Static<typeof PasskeyRequest>

export const PasskeyResponseRequest = Type.Object({ response: AuthenticationResponse })
export type PasskeyResponseRequest = Static<typeof PasskeyResponseRequest>

export const PasskeyNameRequest = Type.Object({ name: Name })
export const PasskeyParams = Type.Object({ passkeyId: Type.String() })

export const PasskeyView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
})
export type PasskeyView = Static<typeof PasskeyView>

export const PasskeysView = Type.Object({ items: Type.Array(PasskeyView) })
export type PasskeysView = Static<typeof PasskeysView>

/** `recoveryCodes` come with the first second factor, and are shown only once. */
export const RegisteredPasskeyView = Type.Object({
  passkey: PasskeyView,
  recoveryCodes: Nullable(Type.Array(Type.String())),
})
export type RegisteredPasskeyView = Static<typeof RegisteredPasskeyView>
