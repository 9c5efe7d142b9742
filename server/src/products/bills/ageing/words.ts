import type { Translated } from '../../../platform/http/languages.ts'
import type { BucketName } from './buckets.ts'

export const bucketWords = {
  NotDue: ['A vencer', 'Not due yet'],
  To30: ['Até 30 dias de atraso', 'Up to 30 days late'],
  To60: ['31 a 60 dias', '31 to 60 days'],
  To90: ['61 a 90 dias', '61 to 90 days'],
  Over90: ['Mais de 90 dias', 'More than 90 days'],
} as const satisfies Record<BucketName, Translated>
