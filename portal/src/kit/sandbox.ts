import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SandboxView } from '../../../server/src/edges/sandbox/portal-schemas.ts'
import { api } from './api.ts'
import { dayOf } from './format-when.ts'
import { useMerchantOrNull } from './merchant.ts'
import { useSession } from './session.ts'

export const sandboxPath = (merchantId: string) => `/merchants/${merchantId}/sandbox`
export const sandboxKey = (merchantId: string) => ['sandbox', merchantId]

/** The clock and the faults of a merchant; `null`: of none. */
export const useSandbox = (merchantId: string | null) =>
  useQuery({
    queryKey: sandboxKey(merchantId ?? ''),
    queryFn: () => api.get<SandboxView>(sandboxPath(merchantId ?? '')),
    enabled: merchantId !== null,
  })

/** What day it is for the open merchant, in São Paulo: in a sandbox its clock, and so its payments, may be ahead. */
export function useToday(): string {
  const { isSandbox } = useSession()
  const merchant = useMerchantOrNull()
  const { data } = useSandbox(isSandbox && merchant !== null ? merchant.id : null)
  const [openedMs] = useState(() => Date.now())
  return dayOf(new Date(openedMs + (data?.clock.aheadSeconds ?? 0) * 1000))
}
