import { type Answer, type Ask, BankAway } from './bank.ts'
import type { Dialect } from './dialect.ts'
import { fieldsOf, textOf } from './reading.ts'
import type { BankSettings } from './settings.ts'

type Send = (ask: Pick<Ask, 'url' | 'headers'> & { text: string }) => Promise<Answer>

/** Before it ends a token is renewed: calls that take it along still arrive in time. */
const earlierMs = 60_000

/** One token for all callers of a process: some banks let only a handful be made in a minute. */
export function tokenKeeper(send: Send, settings: BankSettings, { token }: Dialect) {
  let kept: { bearer: Promise<string>; untilMs: number } | null = null

  function renew(): Promise<string> {
    const made = make()
    const entry = { bearer: made.then(one => one.bearer), untilMs: Number.POSITIVE_INFINITY }
    kept = entry
    made.then(
      ({ lifetimeMs }) => void (entry.untilMs = performance.now() + Math.max(lifetimeMs / 2, lifetimeMs - earlierMs)),
      () => kept === entry && (kept = null),
    )
    return entry.bearer
  }

  async function make(): Promise<{ bearer: string; lifetimeMs: number }> {
    const { status, body } = await send({ url: settings.tokenUrl, ...formOf(settings, token) })
    const { access_token: accessToken, expires_in: expiresIn } = fieldsOf(body)
    const text = textOf(accessToken)
    if (status >= 300 || text === null) throw new BankAway(`no token, HTTP ${status}`)
    return { bearer: `Bearer ${text}`, lifetimeMs: (Number(textOf(expiresIn)) || 300) * 1000 }
  }

  return {
    read: (): Promise<string> => (kept !== null && kept.untilMs > performance.now() ? kept.bearer : renew()),
    renew,
  }
}

/** How the dialect asks for a token. */
function formOf({ clientId, clientSecret }: BankSettings, { style, scopes }: Dialect['token']) {
  const basic = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64')}` }
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scopes === null ? {} : { scope: scopes }) })
  const isForm = { 'content-type': 'application/x-www-form-urlencoded' }
  switch (style) {
    case 'basicJson':
      return {
        headers: { ...basic, 'content-type': 'application/json' },
        text: JSON.stringify({ grant_type: 'client_credentials' }),
      }
    case 'form':
      form.set('client_id', clientId)
      if (clientSecret !== null) form.set('client_secret', clientSecret)
      return { headers: isForm, text: form.toString() }
  }
}
