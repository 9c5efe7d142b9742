import { z } from 'zod'

export const amount = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/)
  .describe('In reais, as text with a decimal point: "10.50"')

export const keyType = z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'])

export const recipientCpf = z.string().optional().describe('CPF of a person')
export const recipientCnpj = z.string().optional().describe('CNPJ of a company, instead of recipientCpf')

export const id = (what: string) => z.uuid().describe(what)

export const limit = z
  .union([z.literal(5), z.literal(10), z.literal(20)])
  .default(10)
  .describe('Items per page')

export const cursor = z.uuid().optional().describe('nextCursor of the previous page')

export const since = z.iso.datetime({ offset: true }).optional()

/** A repeated call with the same key returns the result of the first one. */
export const idempotencyKey = z
  .string()
  .min(8)
  .max(255)
  .describe(
    'A unique key for this operation. Use the same key when you repeat a failed call, so that nothing is done twice.',
  )
