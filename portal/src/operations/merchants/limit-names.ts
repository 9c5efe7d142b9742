import type { LimitsForm } from './api.ts'

export const limitAmounts = [
  'cashOutLimit',
  'cashOutDailyLimit',
  'nightLimit',
  'recipientDailyLimit',
  'newRecipientLimit',
  'keyDailyLimit',
  'companyPaymentLimit',
  'companyPaymentDailyLimit',
] as const satisfies (keyof LimitsForm)[]
export type LimitAmount = (typeof limitAmounts)[number]

export const limitHours = ['nightFrom', 'nightUntil', 'newRecipientHours'] as const satisfies (keyof LimitsForm)[]
export type LimitHours = (typeof limitHours)[number]
