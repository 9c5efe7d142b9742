/** A token, and until when it serves by the monotonic clock of this process. */
export type Token = { text: string; endsAtMs: number; renewFromMs: number }

export type LoggedIn = { token: string; date: string | null }

/** Tokens are renewed when a tenth of their time is left, at most a minute. */
const shareLeft = 0.1
const mostLeftMs = 60_000

/**
 * The token of a client: got by the first call that needs one, renewed before it ends. Calls at the same time share one
 * login; a login that fails while the token still serves disturbs nobody.
 */
export function tokenKeeper(logIn: () => Promise<LoggedIn>) {
  let token: Token | undefined
  let running: Promise<Token> | undefined

  const renew = () => {
    running ??= (async () => {
      // From before the question: the token is never thought to last longer than it does.
      const askedAtMs = performance.now()
      const { token: text, date } = await logIn()
      const lastsMs = lifetimeMs(text, date)
      token = {
        text,
        endsAtMs: askedAtMs + lastsMs,
        renewFromMs: askedAtMs + lastsMs - Math.min(lastsMs * shareLeft, mostLeftMs),
      }
      return token
    })().finally(() => (running = undefined))
    return running
  }

  return {
    async read(): Promise<Token> {
      const now = performance.now()
      const known = token
      if (known !== undefined && now < known.renewFromMs) return known
      const renewed = renew()
      return known === undefined || now >= known.endsAtMs ? renewed : renewed.catch(() => known)
    },
    /** The server does not take it any more. Another that was got meanwhile is kept, also one of the same text. */
    discard(refused: Token): void {
      if (token === refused) token = undefined
    },
  }
}

/** How long a JWT lasts, by the server's clock at its answer; one that does not say is used until it is refused. */
function lifetimeMs(token: string, date: string | null): number {
  const { exp, iat } = claimsOf(token)
  const now = Date.parse(date ?? '') / 1000
  const from = Number.isNaN(now) ? iat : now
  return exp === undefined || from === undefined ? Number.POSITIVE_INFINITY : Math.max(0, exp - from) * 1000
}

function claimsOf(token: string): { exp?: number; iat?: number } {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload)) as { exp?: number; iat?: number }
  } catch {
    return {}
  }
}
