import { Type } from 'typebox'
import { Text } from '../../platform/http/schemas.ts'

export const LoginRequest = Type.Object(
  {
    accessKey: Text(200, { description: 'The access key made in the portal' }),
    secret: Text(200, { description: 'Its secret, shown once when the key was made' }),
  },
  { title: 'LoginRequest' },
)

export const OAuthTokenRequest = Type.Object(
  {
    grant_type: Type.String({ description: 'client_credentials', examples: ['client_credentials'] }),
    client_id: Type.Optional(Text(200, { description: 'The access key, unless sent by HTTP basic authentication' })),
    client_secret: Type.Optional(Text(200, { description: 'Its secret, unless sent by HTTP basic authentication' })),
  },
  { title: 'OAuthTokenRequest' },
)

export const OAuthToken = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer(),
    scope: Type.String(),
  },
  { title: 'OAuthToken' },
)

export const OAuthError = Type.Object(
  { error: Type.String(), error_description: Type.String() },
  { title: 'OAuthError', description: 'Refused, in the form of OAuth 2.0 (RFC 6749, 5.2)' },
)
