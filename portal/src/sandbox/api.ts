import { useQuery } from '@tanstack/react-query'
import type { ClockMove, NewTrouble, SandboxView } from '../../../server/src/sandbox/time-portal-schemas.ts'
import { api } from '../kit/api.ts'

export type { NewTrouble, SandboxView, TroubleView } from '../../../server/src/sandbox/time-portal-schemas.ts'

const path = (merchantId: string) => `/merchants/${merchantId}/sandbox`

export const sandboxKey = (merchantId: string) => ['sandbox', merchantId]

/** The clock and the troubles of a merchant; `null`: of none. */
export const useSandbox = (merchantId: string | null) =>
  useQuery({
    queryKey: sandboxKey(merchantId ?? ''),
    queryFn: () => api.get<SandboxView>(path(merchantId ?? '')),
    enabled: merchantId !== null,
  })

export const moveClock = (merchantId: string, move: ClockMove) =>
  api.put<SandboxView>(`${path(merchantId)}/clock`, move)
export const scriptTrouble = (merchantId: string, trouble: NewTrouble) =>
  api.post<SandboxView>(`${path(merchantId)}/troubles`, trouble)
export const removeTrouble = (merchantId: string, id: string) =>
  api.delete<SandboxView>(`${path(merchantId)}/troubles/${encodeURIComponent(id)}`)
