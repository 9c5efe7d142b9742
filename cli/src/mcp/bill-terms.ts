import { z } from 'zod'
import * as inputs from './inputs.ts'

const value = {
  amount: inputs.amount.optional(),
  rate: z.string().optional().describe('Percent, up to 2 decimals: "2"'),
}
const share = z.object({
  kind: z.enum(['Fixed', 'Percent']).describe('Fixed with amount, Percent with rate'),
  ...value,
})

const fine = share.describe('Added once when it is paid late')
const rebate = share.describe('Taken off on any day')
const interest = z
  .object({
    kind: z.enum([
      'AmountPerDay',
      'PercentPerDay',
      'PercentPerMonth',
      'PercentPerYear',
      'AmountPerBusinessDay',
      'PercentPerDayInBusinessDays',
      'PercentPerMonthInBusinessDays',
      'PercentPerYearInBusinessDays',
    ]),
    ...value,
  })
  .describe('Added for each day late')
const discount = z
  .object({
    kind: z.enum([
      'Fixed',
      'Percent',
      'AmountPerDay',
      'AmountPerBusinessDay',
      'PercentPerDay',
      'PercentPerBusinessDay',
    ]),
    ...value,
    until: z
      .array(z.object({ date: z.iso.date(), ...value }))
      .optional()
      .describe('For Fixed and Percent: up to three days, each with what is taken off until then'),
  })
  .describe('Taken off when it is paid early')

/** What is added to a bill and taken off. */
export const terms = {
  fine: fine.optional(),
  interest: interest.optional(),
  rebate: rebate.optional(),
  discount: discount.optional(),
}

/** Null removes one. */
export const changedTerms = {
  fine: terms.fine.nullable(),
  interest: terms.interest.nullable(),
  rebate: terms.rebate.nullable(),
  discount: terms.discount.nullable(),
}

export const billTexts = {
  description: z.string().optional().describe('What the payer reads beside the amount'),
  payableDaysAfterDue: z
    .int()
    .nonnegative()
    .optional()
    .describe('Days after the due date on which it can be paid. Default: 30'),
}
