import { AgeingData } from './schemas.ts'

export const Ageing = AgeingData
export type Ageing = AgeingData
