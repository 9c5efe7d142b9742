import { type Static, Type } from 'typebox'
import { ApprovalProgressView, decisionFields } from '../approvals/portal-schemas.ts'
import { Cursor, CursorLike, Limit, PageOf } from '../../platform/http/paging.ts'
import { Amount, Metadata, Money, Nullable, OneOf, SignedMoney, TaxNumber, Words } from '../../platform/http/schemas.ts'
import { keyTypes } from '../../platform/brazil/pix-key.ts'
import { CashOutCheck } from '../pix/schemas.ts'
import { batchKinds, batchStates, mostRows, rowStates } from './states.ts'
import { BatchData, BatchRowData, Sum } from './schemas.ts'
import { type WrittenRow, fieldNames } from './written-row.ts'

export const BatchParams = Type.Object({ merchantId: Type.String(), batchId: Type.String() })

export const BatchesQuery = Type.Object({
  limit: Limit,
  cursor: Cursor,
  state: Type.Optional(OneOf(batchStates)),
  waitsForMe: Type.Optional(Type.Boolean({ description: 'Only what waits for my approval' })),
})
export const RowsQuery = Type.Object({
  limit: Limit,
  cursor: CursorLike('^\\d{1,4}$'),
  state: Type.Optional(OneOf(rowStates)),
})
export const TemplateQuery = Type.Object({ kind: OneOf(batchKinds) })

const Written = Type.Unsafe<WrittenRow>(
  Type.Object({
    ...Object.fromEntries(fieldNames.map(name => [name, Type.Optional(Type.String())])),
    metadata: Type.Optional(Metadata),
  }),
)

/** A file as text, base64. */
export const FileForm = Type.Object({ kind: OneOf(batchKinds), file: Type.String({ maxLength: 3_000_000 }) })
export const RowsForm = Type.Object({ kind: OneOf(batchKinds), rows: Type.Array(Written, { maxItems: mostRows }) })

export const BatchForm = Type.Object({
  kind: OneOf(batchKinds),
  name: Words(120),
  rows: Type.Array(Written, { minItems: 1, maxItems: mostRows }),
  /** The rows of another batch that these are, in order; each can be requested again once. */
  again: Type.Optional(
    Type.Object({
      batchId: Type.String({ format: 'uuid' }),
      numbers: Type.Array(Type.Integer({ minimum: 1, maximum: mostRows }), { maxItems: mostRows, uniqueItems: true }),
    }),
  ),
  /** Makes a repeated form request the batch only once. */
  formKey: Type.String({ format: 'uuid' }),
})
export type BatchForm = Static<typeof BatchForm>

/** The page of the batch shows the rest. */
export const MadeBatch = Type.Object({ id: Type.String() })
export type MadeBatch = Static<typeof MadeBatch>

const RowFaultView = Type.Object({ field: OneOf(fieldNames), code: Type.String(), message: Type.String() })

/** A preview: nothing is written. */
export const PreviewView = Type.Object({
  rows: Type.Array(
    Type.Object({
      /** Its number in the file. */
      line: Type.Integer(),
      written: Written,
      /** The payee's name as known here; null: the row is wrong. */
      name: Nullable(Type.String()),
      amount: Nullable(Type.String()),
      faults: Type.Array(RowFaultView),
    }),
  ),
  wrongCount: Type.Integer(),
  amount: Money,
  charges: Money,
  total: Money,
  available: SignedMoney,
  after: SignedMoney,
  /** The daily limit and what is left of it today; null: no limit. */
  perDay: Nullable(Money),
  leftToday: Nullable(Money),
  fitsToday: Type.Boolean(),
})
export type PreviewView = Static<typeof PreviewView>

const approval = { requestedBy: Type.String(), approvalProgress: ApprovalProgressView }

export const BatchItem = Type.Object({
  ...BatchData.properties,
  ...approval,
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  waitsForMe: Type.Boolean(),
})
export type BatchItem = Static<typeof BatchItem>
export const BatchList = PageOf(BatchItem)

export const BatchDetail = Type.Object({
  ...BatchData.properties,
  ...approval,
  merchant: Type.Object({ id: Type.String(), name: Type.String() }),
  /** The outcomes of the rows that have a transaction. */
  outcomes: Type.Object({ paid: Sum(), failed: Sum(), underWay: Sum() }),
  /** Whether another batch could pay what this one did not. */
  hasUnpaid: Type.Boolean(),
  /** Later batches that contain rows which this one did not pay. */
  againIn: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** The role in which the viewer can stop it; null: they cannot. */
  stopAs: Nullable(OneOf(['Partner', 'Operator'])),
  ...decisionFields,
})
export type BatchDetail = Static<typeof BatchDetail>

/** Documents are masked. */
export const RowItem = BatchRowData
export type RowItem = Static<typeof RowItem>
export const RowList = PageOf(RowItem)

/** `numbers` are the row numbers in the batch they come from. */
export const WrittenRows = Type.Object({ rows: Type.Array(Written), numbers: Type.Array(Type.Integer()) })
export type WrittenRows = Static<typeof WrittenRows>

/** A single payout, checked before it is requested. */
export const PayoutCheckForm = Type.Object({
  name: Words(255),
  taxNumber: TaxNumber,
  keyType: OneOf(keyTypes),
  key: Words(255),
  amount: Amount(),
})
export type PayoutCheckForm = Static<typeof PayoutCheckForm>

export const PayoutCheckView = Type.Object({
  refusal: CashOutCheck.properties.refusal,
  key: CashOutCheck.properties.key,
  owner: CashOutCheck.properties.owner,
  amount: CashOutCheck.properties.amount,
  charges: CashOutCheck.properties.charges,
  balance: CashOutCheck.properties.balance,
  limits: CashOutCheck.properties.limits,
})
export type PayoutCheckView = Static<typeof PayoutCheckView>

export const QueueList = Type.Object({ items: Type.Array(BatchItem) })
export type QueueList = Static<typeof QueueList>
