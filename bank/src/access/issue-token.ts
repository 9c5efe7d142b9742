import type { Switches } from '../dialects/switches.ts'
import type { Answer } from '../http/routes.ts'
import type { Partner } from '../truth/records.ts'
import { type Tokens, isEqual } from './tokens.ts'

export type TokenRequest = {
  partner: Partner
  switches: Switches
  headers: Record<string, string>
  text: string
  query: URLSearchParams
}

/** OAuth2 client credentials. The certificate identifies the caller: id and secret must belong to the same partner. */
export function issueToken(tokens: Tokens, { partner, switches, headers, text, query }: TokenRequest): Answer {
  const style = switches.tokenStyle
  const requiredType = style === 'basic + json' ? 'application/json' : 'application/x-www-form-urlencoded'
  if (!(headers['content-type'] ?? '').startsWith(requiredType))
    return refuse(400, 'invalid_request', `the body must be ${requiredType}`)
  const body = style === 'basic + json' ? readJson(text) : new URLSearchParams(text)
  const input = style === 'grant in query' ? query : body
  if (input.get('grant_type') !== 'client_credentials')
    return refuse(400, 'unsupported_grant_type', 'client_credentials')

  const isBasic = style === 'basic + json' || style === 'basic + form'
  const [id, secret] = isBasic ? readBasic(headers.authorization) : [body.get('client_id'), body.get('client_secret')]
  const isSecretRight = style === 'form without secret' || isEqual(secret ?? '', partner.clientSecret)
  if (!isEqual(id ?? '', partner.clientId) || !isSecretRight)
    return refuse(401, 'invalid_client', 'client id, secret and certificate do not belong together')

  // With JSON the scopes are those of the application, whatever was requested.
  const asked = style === 'basic + json' ? [] : (input.get('scope') ?? '').split(' ').filter(Boolean)
  const missing = asked.filter(scope => !partner.scopes.includes(scope))
  if (missing.length > 0) return refuse(400, 'invalid_scope', `not granted: ${missing.join(' ')}`)
  const scopes = asked.length > 0 ? asked : partner.scopes
  const { token, seconds } = tokens.issue(partner, scopes)
  return {
    status: 200,
    body: { access_token: token, token_type: 'Bearer', expires_in: seconds, scope: scopes.join(' ') },
  }
}

const refuse = (status: number, error: string, error_description: string): Answer => ({
  status,
  body: { error, error_description },
})

function readBasic(header = ''): (string | undefined)[] {
  const text = Buffer.from(header.replace(/^Basic /, ''), 'base64').toString()
  return [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]
}

function readJson(text: string): Map<string, string> {
  try {
    return new Map(Object.entries(JSON.parse(text)))
  } catch {
    return new Map()
  }
}
