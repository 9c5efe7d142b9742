import type { VolumesView } from '../../../../server/src/operations/volumes/portal-schemas.ts'
import { api, apiAddress } from '../../kit/api.ts'

export type { VolumesView }

type Days = { from: string | null; to: string | null }

export const readVolumes = (days: Days) => api.get<VolumesView>('/operator/volumes', days)
export const volumesFile = (days: Days) => apiAddress('/operator/volumes.csv', days)

export const volumeKeys = { all: ['operator', 'volumes'] }
