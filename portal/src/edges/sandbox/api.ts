import type { QueryKey } from '@tanstack/react-query'
import type { ClockMove, NewFault, SandboxView } from '../../../../server/src/edges/sandbox/portal-schemas.ts'
import { api } from '../../kit/api.ts'
import { sandboxPath as path } from '../../kit/sandbox.ts'

export { sandboxKey, useSandbox } from '../../kit/sandbox.ts'
export type { NewFault, SandboxView, FaultView } from '../../../../server/src/edges/sandbox/portal-schemas.ts'

export const moveClock = (merchantId: string, move: ClockMove) =>
  api.put<SandboxView>(`${path(merchantId)}/clock`, move)
export const scriptFault = (merchantId: string, fault: NewFault) =>
  api.post<SandboxView>(`${path(merchantId)}/faults`, fault)
export const removeFault = (merchantId: string, id: string) =>
  api.delete<SandboxView>(`${path(merchantId)}/faults/${encodeURIComponent(id)}`)

/** What has ended by a change of the sandbox may be on any screen: all is read again. */
export const everything: readonly QueryKey[] = [[]]
