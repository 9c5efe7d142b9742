import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import type { MerchantDetail } from '../../../server/src/operations/operator/portal-schemas.ts'
import { api } from './api.ts'
import { type Merchant, type Permission, useSession } from './session.ts'

export type OpenMerchant = Merchant & {
  /** Opened by an operator who has no role there: everything is seen, nothing changed. */
  isVisited: boolean
}

export const visitedMerchantKey = (merchantId: string | undefined) => ['visited-merchant', merchantId]

/** The merchant whose screens are open, or null on screens of no merchant. */
export function useMerchantOrNull(): OpenMerchant | null {
  // Of the screen that is shown: while the next one is on its way, the address is already its own.
  const { merchantId } = useMatches({ select: matches => matches.at(-1)?.params ?? {} }) as { merchantId?: string }
  const { merchants, platformPermissions } = useSession()
  const own = merchants.find(({ id }) => id === merchantId)
  const isVisited = merchantId !== undefined && own === undefined && platformPermissions.length > 0
  const { data: visited } = useQuery({
    queryKey: visitedMerchantKey(merchantId),
    queryFn: () => api.get<Pick<MerchantDetail, 'name' | 'suspension'>>(`/operator/merchants/${merchantId}`),
    enabled: isVisited,
    staleTime: 5 * 60_000,
  })
  if (own !== undefined) return { ...own, isVisited: false }
  if (!isVisited) return null
  return {
    id: merchantId,
    name: visited?.name ?? '…',
    suspensionReason: visited?.suspension?.reason ?? null,
    roles: [],
    permissions: platformPermissions,
    isVisited,
  }
}

export function useMerchant(): OpenMerchant {
  const merchant = useMerchantOrNull()
  if (merchant === null) throw new Error('No merchant: the screen is of none')
  return merchant
}

/** Whether the person may do this here: for the open merchant, or for the platform where none is open. */
export function usePermission(permission: Permission): boolean {
  const merchant = useMerchantOrNull()
  const { platformPermissions } = useSession()
  return (merchant?.permissions ?? platformPermissions).includes(permission)
}
