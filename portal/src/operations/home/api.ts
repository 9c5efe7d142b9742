import type { HomeView } from '../../../../server/src/operations/home/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { HomeView }

export const readHome = (merchantId: string, days: 7 | 30, signal: AbortSignal) =>
  api.get<HomeView>(`/merchants/${merchantId}/home`, { days }, signal)

export const homeKeys = { all: (merchantId: string) => ['home', merchantId] }
