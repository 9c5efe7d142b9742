import type { ProviderView } from './portal-schemas.ts'
import type { Provider } from './sql.ts'

type Shown = Pick<ProviderView, 'redirectUri' | 'domains' | 'records'> & { provider: Provider | null }

export const providerView = ({ redirectUri, domains, records, provider }: Shown): ProviderView => ({
  redirectUri,
  domains,
  records,
  provider:
    provider === null
      ? null
      : {
          issuer: provider.issuer,
          clientId: provider.clientId,
          trustsSecondFactor: provider.trustsSecondFactor,
          isRequired: provider.isRequired,
          breakGlassPersonId: provider.breakGlassId,
        },
})
