/**
 * The servers of one `DATABASE_URL`. As with PostgreSQL's own programs it can list several, each with its port:
 * `postgres://user:password@one:5432,two:5433/trilho?target_session_attrs=read-write`. One of them accepts writes at a
 * time.
 */
function hostsOf(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] = /^([a-z]+:\/\/)([^/?]*@)?([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map(host => {
    const address = new URL(`${scheme}${user}${host}${rest}`)
    address.searchParams.delete('target_session_attrs')
    // `sslmode` as in PostgreSQL: `require` encrypts, `verify-full` also checks the server's certificate.
    if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
    return address.href
  })
}

/** Other values are refused: Trilho writes on every connection and always skips a read-only server. */
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

/** The hosts of a URL in the order in which to try them: the one that worked last comes first. */
export function hostsInOrder(url: string): string[] {
  const hosts = hostsOf(url)
  const last = served.get(url)
  return last === undefined ? hosts : [last, ...hosts.filter(host => host !== last)]
}

const newestTimeline = new Map<string, number>()

/** Whether this process has used a server of a later timeline: this one is an old primary that still accepts connections. */
export const isReplaced = (url: string, timeline: number | null): boolean =>
  timeline !== null && timeline < (newestTimeline.get(url) ?? 0)

export function rememberHost(url: string, host: string, timeline: number | null) {
  served.set(url, host)
  if (timeline !== null) newestTimeline.set(url, timeline)
}
