import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Text } from '../../../platform/http/schemas.ts'
import { SessionView } from '../portal-schemas.ts'

export const SsoStartRequest = Type.Object({ email: Text(254) })

/** Where the browser goes next. */
export const SsoStartView = Type.Object({ url: Type.String() })
export type SsoStartView = Static<typeof SsoStartView>

/** Left out: the platform's provider, for operators. */
export const SsoLinkRequest = Type.Object({ merchantId: Type.Optional(Text(40)) })

/** `parameters`: the query with which the provider sent the browser back, without its question mark. */
export const SsoReturnRequest = Type.Object({ parameters: Text(8_000) })

/** `session` after a sign-in. */
export const SsoReturnView = Type.Object({
  purpose: OneOf(['signIn', 'confirm', 'link']),
  session: Nullable(SessionView),
})
export type SsoReturnView = Static<typeof SsoReturnView>

export const ProviderRequest = Type.Object({
  issuer: Text(500, { minLength: 1 }),
  clientId: Text(300, { minLength: 1 }),
  /** Left out: the stored one stays. */
  clientSecret: Type.Optional(Text(1_000, { minLength: 1 })),
  trustsSecondFactor: Type.Boolean(),
  isRequired: Type.Boolean(),
  breakGlassPersonId: Nullable(Text(40)),
})
export type ProviderRequest = Static<typeof ProviderRequest>

/** The client secret is never shown. */
export const ProviderView = Type.Object({
  redirectUri: Type.String(),
  domains: Type.Array(Type.String()),
  /** What the name servers of each domain must say before members are linked by their e-mail; none in a sandbox. */
  records: Type.Array(
    Type.Object({
      domain: Type.String(),
      name: Type.String(),
      value: Type.String(),
      /** Null: the name servers do not respond. */
      isFound: Nullable(Type.Boolean()),
    }),
  ),
  provider: Nullable(
    Type.Object({
      issuer: Type.String(),
      clientId: Type.String(),
      trustsSecondFactor: Type.Boolean(),
      isRequired: Type.Boolean(),
      breakGlassPersonId: Nullable(Type.String()),
    }),
  ),
})
export type ProviderView = Static<typeof ProviderView>

export const DomainsRequest = Type.Object({
  domains: Type.Array(Type.String({ maxLength: 253, pattern: '^[A-Za-z0-9]([A-Za-z0-9-]*\\.)+[A-Za-z]{2,63}$' }), {
    maxItems: 20,
  }),
})
export type DomainsRequest = Static<typeof DomainsRequest>

export const MerchantParams = Type.Object({ merchantId: Type.String() })
