import { reportIfDefect } from '../../../platform/db/defects.ts'
import { type Answer, type Ask, BankAway } from './bank.ts'
import { type CallForm, callFormOf } from './call-form.ts'
import type { CallKind } from './call-kinds.ts'
import type { Dialect } from './dialect.ts'
import { fieldsOf, textOf } from './reading.ts'
import type { BankSettings } from './settings.ts'

type Send = (ask: Pick<Ask, 'url' | 'headers'> & { text: string }) => Promise<Answer>

/** The bank gives no token: what it says of that is for those who run the platform, and it never repeats a secret. */
export class NoToken extends BankAway {
  readonly status: number
  /** OAuth's own code, such as `invalid_scope`. */
  readonly code: string | null
  constructor(status: number, body: unknown) {
    const { error, error_description: description } = fieldsOf(body)
    const said = [textOf(error), textOf(description)].filter(text => text !== null).join(': ')
    super(`no token, HTTP ${status}${said === '' ? '' : `, ${said.slice(0, 200)}`}`, 5, false)
    this.status = status
    this.code = textOf(error)
  }
}

export type Token = { bearer: string; scopes: string | null; renewsInMs: number; endsInMs: number }

/** The token that all processes use, by `ask` if there is none other than `used`, which has ended or was refused. */
export type ShareToken = (ask: () => Promise<Token>, used: string | null) => Promise<Token>

/** Before it ends a token is renewed, and it is used until it ends where that fails: calls that take it along still arrive in time. */
const earlierMs = 60_000
const arrivingMs = 5_000
/** So long a kind of call whose new token was refused, too, does without another: it is not the token. */
const renewAgainMs = 60_000

/** One token for all callers: some banks let only a handful be made in a minute. */
export function tokenKeeper(send: Send, settings: BankSettings, { calls }: Dialect, share: ShareToken = ask => ask()) {
  let kept: (Token & { atMs: number }) | null = null
  let making: Promise<Token> | null = null
  const refusedMs = new Map<CallKind, number>()

  /** One request for all that wait for it. The token before stays in use until there is another. */
  function make(used: string | null): Promise<Token> {
    making ??= share(request, used)
      .then(token => {
        kept = { ...token, atMs: performance.now() }
        return token
      })
      .finally(() => (making = null))
    return making
  }

  async function current(): Promise<Token> {
    if (kept === null) return make(null)
    const ageMs = performance.now() - kept.atMs
    if (ageMs >= kept.endsInMs - arrivingMs) return make(kept.bearer)
    if (ageMs >= kept.renewsInMs) make(kept.bearer).catch(reportIfDefect('bank connection', null))
    return kept
  }

  async function renew(refused: string, kind: CallKind): Promise<string | null> {
    if (making === null && kept !== null && kept.bearer !== refused) return kept.bearer
    const isInVain = performance.now() - (refusedMs.get(kind) ?? Number.NEGATIVE_INFINITY) < renewAgainMs
    return making === null && isInVain ? null : (await make(refused)).bearer
  }

  async function request(): Promise<Token> {
    const { status, body } = await send(requestOf(settings, callFormOf(calls, settings)))
    const { access_token: accessToken, expires_in: expiresIn, scope } = fieldsOf(body)
    const text = textOf(accessToken)
    if (status >= 300 || text === null) throw new NoToken(status, body)
    const lifetimeMs = (Number(textOf(expiresIn)) || 300) * 1000
    const renewsInMs = Math.max(lifetimeMs / 2, lifetimeMs - earlierMs)
    return { bearer: `Bearer ${text}`, scopes: textOf(scope), renewsInMs, endsInMs: lifetimeMs }
  }

  return {
    read: async (): Promise<string> => (await current()).bearer,
    /** Another token than the one that was refused; null: a new one would not help this kind of call. */
    renew,
    /** A token that was just made was refused, too. */
    noteInVain: (kind: CallKind) => void refusedMs.set(kind, performance.now()),
    readScopes: async (): Promise<string | null> => (await current()).scopes,
  }
}

/** How a token is asked for. */
function requestOf(
  { tokenUrl, clientId, clientSecret }: BankSettings,
  { tokenStyle, scopes }: Pick<CallForm, 'tokenStyle' | 'scopes'>,
) {
  const basic = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64')}` }
  const isForm = { 'content-type': 'application/x-www-form-urlencoded' }
  const grant = { grant_type: 'client_credentials' }
  const scope = scopes === null ? {} : { scope: scopes }
  const client = { client_id: clientId, ...(clientSecret === null ? {} : { client_secret: clientSecret }) }
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  switch (tokenStyle) {
    case 'basicJson':
      return { url: tokenUrl, headers: { ...basic, 'content-type': 'application/json' }, text: JSON.stringify(grant) }
    case 'basicForm':
      return { url: tokenUrl, headers: { ...basic, ...isForm }, text: form({ ...grant, ...scope }) }
    case 'form':
      return { url: tokenUrl, headers: isForm, text: form({ ...grant, ...client, ...scope }) }
    case 'query':
      return { url: `${tokenUrl}?${form({ ...grant, ...scope })}`, headers: isForm, text: form(client) }
  }
}
