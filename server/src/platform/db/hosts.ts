/**
 * The servers of one `DATABASE_URL`. As with PostgreSQL's own programs several can stand in it, each with its port:
 * `postgres://user:password@one:5432,two:5433/trilho?target_session_attrs=read-write`. One of them takes writes at a time.
 */
export function hostsOf(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] = /^([a-z]+:\/\/)([^/?]*@)?([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map(host => {
    const address = new URL(`${scheme}${user}${host}${rest}`)
    address.searchParams.delete('target_session_attrs')
    // `sslmode` as PostgreSQL itself means it: `require` encrypts, `verify-full` checks whom it speaks with.
    if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
    return address.href
  })
}

/** Other values are refused: Trilho writes on every connection and always skips a server that takes no writes. */
const otherSessionAttributes = /[?&]target_session_attrs=(?!(?:any|read-write|primary)(?:&|$))/

/** Whether the URL has a valid form. The server may still be unreachable. */
export function isDatabaseUrl(url: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(url) || otherSessionAttributes.test(url)) return false
  try {
    return hostsOf(url).length > 0
  } catch {
    return false
  }
}

const served = new Map<string, string>()

/** The hosts of an address in the order in which to try them: first the one that served last. */
export function hostsInOrder(url: string): string[] {
  const hosts = hostsOf(url)
  const last = served.get(url)
  return last === undefined ? hosts : [last, ...hosts.filter(host => host !== last)]
}

export const rememberHost = (url: string, host: string) => void served.set(url, host)
