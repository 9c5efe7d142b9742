import { Resolver } from 'node:dns/promises'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Provider } from './sql.ts'

/** The TXT records of a name, each in its parts. */
export type ReadTxt = (name: string) => Promise<string[][]>

/** Null: no records are asked for, as in a sandbox. */
export type DomainNeeds = { readTxt: ReadTxt | null }

const resolver = new Resolver({ timeout: 3_000, tries: 2 })

export const readTxt: ReadTxt = name => resolver.resolveTxt(name)

export type DomainRecord = { domain: string; name: string; value: string }

/** Who holds the domain says with it which provider may say who has its addresses; an owner of the merchant alone cannot. */
export const recordOf = (
  { merchantId, issuer }: Pick<Provider, 'merchantId' | 'issuer'>,
  domain: string,
): DomainRecord => ({
  domain,
  name: `_trilho.${domain}`,
  value: `trilho-sso merchant=${merchantId} issuer=${issuer}`,
})

/** The name does not exist, or has no such records. */
const absent = new Set(['ENOTFOUND', 'ENODATA'])

/** Whether the domain has the record of this provider. */
export async function isDomainVerified({ readTxt }: DomainNeeds, provider: Provider, domain: string): Promise<boolean> {
  if (readTxt === null) return true
  const { name, value } = recordOf(provider, domain)
  try {
    return (await readTxt(name)).some(parts => parts.join('').trim() === value)
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw new ApiError('SsoUnavailable', { retryAfterSeconds: 30 })
  }
}

/** The records of a provider's domains, and which are there; `isFound` null: the name servers do not respond. */
export const readRecords = (needs: DomainNeeds, provider: Provider | null, domains: readonly string[]) =>
  Promise.all(
    provider === null || needs.readTxt === null
      ? []
      : domains.map(async domain => ({
          ...recordOf(provider, domain),
          isFound: await isDomainVerified(needs, provider, domain).catch(() => null),
        })),
  )
