import { z } from 'zod'

export const amount = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/)
  .describe('In reais, as text with a decimal point: "10.50"')

export const keyType = z.enum(['CPF', 'EMAIL', 'PHONE', 'EVP'])

export const id = (what: string) => z.uuid().describe(what)

export const limit = z
  .union([z.literal(5), z.literal(10), z.literal(20)])
  .default(10)
  .describe('Items per page')

export const cursor = z.uuid().optional().describe('nextCursor of the page before')

export const since = z.iso.datetime({ offset: true }).optional()

/** A repeated call with the same key answers what the first one did. */
export const idempotencyKey = z
  .string()
  .min(8)
  .max(255)
  .describe('A key of this very payment. Give the same one when you repeat a call that failed: nothing is done twice.')
