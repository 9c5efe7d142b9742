import type { Reason } from '../../platform/http/reasons.ts'
import type { Metadata } from '../../platform/http/schemas.ts'
import type { BatchKind, BatchRow } from './states.ts'
import { formatAmountShort } from '../../platform/brazil/money.ts'

/** The fields of a row of each kind, and their maximum lengths. `needed`: a row without it is wrong. */
export const fieldsOf = {
  payouts: {
    name: { most: 255, needed: true },
    taxNumber: { most: 20, needed: true },
    keyType: { most: 20, needed: true },
    key: { most: 255, needed: true },
    amount: { most: 20, needed: true },
    orderId: { most: 255, needed: false },
    description: { most: 1024, needed: false },
  },
  companyPayments: {
    receiver: { most: 100, needed: true },
    account: { most: 100, needed: false },
    amount: { most: 20, needed: true },
    description: { most: 1024, needed: true },
  },
} as const satisfies Record<BatchKind, Record<string, { most: number; needed: boolean }>>

export const fieldNames = [
  'name',
  'taxNumber',
  'keyType',
  'key',
  'receiver',
  'account',
  'amount',
  'orderId',
  'description',
] as const
export type Field = (typeof fieldNames)[number]

/** A row as it is sent: by the API, or in the cells of a spreadsheet. */
export type WrittenRow = { [Name in Field]?: string | undefined } & { metadata?: Metadata | undefined }

/** Faults of a row besides those for which a single payment is refused. */
const formFaults = ['required', 'tooLong', 'notText', 'notAnAmount', 'repeated', 'notOfThisKind'] as const
export type FaultCode = (typeof formFaults)[number] | Reason

/** `number` is the row's, from 1. */
export type RowFault = { number: number; field: Field; code: FaultCode; message: string }

/** Faults in how a row is written, found without looking anything up. */
export function formFaultsOf(kind: BatchKind, number: number, row: WrittenRow): RowFault[] {
  const fields: Partial<Record<Field, { most: number; needed: boolean }>> = fieldsOf[kind]
  return fieldNames.flatMap(field => {
    const text = row[field]
    const fault = (code: FaultCode, message: string) => [{ number, field, code, message }]
    const rule = fields[field]
    if (rule === undefined) return text === undefined ? [] : fault('notOfThisKind', `is not a field of ${kind}`)
    if (text === undefined) return rule.needed ? fault('required', 'is missing') : []
    if (text.length > rule.most) return fault('tooLong', `must have ${rule.most} characters at most`)
    return isKeepable(text) ? [] : fault('notText', 'has characters that are not allowed')
  })
}

/** Without surrounding spaces; empty fields are left out. */
export const trimmed = ({ metadata, ...row }: WrittenRow): WrittenRow => ({
  ...Object.fromEntries(fieldNames.flatMap(field => (row[field]?.trim() ? [[field, row[field].trim()]] : []))),
  ...(metadata !== undefined && { metadata }),
})

/** Text that PostgreSQL can store: no NUL and no lone surrogate. */
export const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A row as it is written for a later batch. An order id that already has a transaction is left out. */
export const writtenAgain = (row: BatchRow): WrittenRow => {
  const both = { amount: formatAmountShort(row.amount), description: row.description ?? undefined }
  if (row.receiverId !== null) return { ...both, receiver: row.receiverId, account: row.accountId ?? undefined }
  return {
    ...both,
    name: row.name,
    taxNumber: row.taxNumber,
    keyType: row.keyType ?? undefined,
    key: row.pixKey ?? undefined,
    orderId: row.transactionId === null ? (row.orderId ?? undefined) : undefined,
    metadata: row.metadata ?? undefined,
  }
}
