import { type LookupAddress, promises as dns } from 'node:dns'
import { remember } from '../lib/remember.ts'

const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })

/**
 * All addresses of a name. Asked without blocking first: the system's own look-up holds one of Node's few threads until
 * it is answered, so that a handful of names with dead name servers would stop all others. It is asked only about names
 * that are local or that the name servers do not know: those of /etc/hosts. Remembered for two seconds, so that many
 * connections opened at once ask once.
 */
export const resolveHost = remember(
  async (host: string): Promise<LookupAddress[]> => {
    if (!host.includes('.') || host.endsWith('.localhost')) return dns.lookup(host, { all: true })
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [
      ...(v4.status === 'fulfilled' ? v4.value.map(address => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map(address => ({ address, family: 6 })) : []),
    ]
    if (found.length > 0) return found
    const failures = [v4, v6].flatMap(answer =>
      answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
    )
    const silent = failures.find(({ code }) => code === 'ETIMEOUT' || code === 'ESERVFAIL')
    if (silent !== undefined) throw silent
    return dns.lookup(host, { all: true })
  },
  { forMs: 2_000, most: 10_000 },
)
