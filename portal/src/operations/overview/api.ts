import type { PlatformView } from '../../../../server/src/operations/operator/portal-schemas.ts'
import { api } from '../../kit/api.ts'

export type { PlatformView }

export const readPlatform = () => api.get<PlatformView>('/operator/platform')

export const overviewKeys = { platform: ['operator', 'platform'] }
