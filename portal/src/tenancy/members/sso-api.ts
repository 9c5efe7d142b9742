import type { ProviderRequest, ProviderView } from '../../../../server/src/tenancy/people/sso/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { ProviderView }

/** Whose provider it is: a merchant's, or the platform's for its operators. */
export type SsoOwner = { path: string; domainsPath: string }

export const merchantSso = (merchantId: string): SsoOwner => ({
  path: `/merchants/${merchantId}/sso`,
  domainsPath: `/operator/merchants/${merchantId}/sso-domains`,
})

export const platformSso: SsoOwner = {
  path: '/operator/sso',
  domainsPath: '/operator/merchants/ffffffff-ffff-7fff-bfff-ffffffffffff/sso-domains',
}

export const readProvider = ({ path }: SsoOwner) => api.get<ProviderView>(path)
export const saveProvider = ({ path }: SsoOwner, given: ProviderRequest) => api.put(path, given)
export const removeProvider = ({ path }: SsoOwner) => api.delete(path)
export const saveDomains = ({ domainsPath }: SsoOwner, domains: string[]) => api.put(domainsPath, { domains })

export const ssoKeys = { of: ({ path }: SsoOwner) => ['sso', path] }
