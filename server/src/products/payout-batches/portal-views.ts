import { amountOrNull, formatAmount, type Micros } from '../../platform/brazil/money.ts'
import { maskCpfsIn, maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import { decisionView } from '../approvals/portal-views.ts'
import { inLanguage, type Language } from '../../platform/http/languages.ts'
import type { Column } from '../../platform/http/spreadsheet.ts'
import { causeWord, stateWords } from '../../money/transactions/words.ts'
import type { BatchCase, ListedBatch } from './browse-batches.ts'
import type { BatchDetail, BatchItem, PreviewView, RowItem } from './portal-schemas.ts'
import type { Preview } from './preview.ts'
import type { ReadRow } from './sql.ts'
import { batchView, rowView } from './views.ts'
import { refusalWord, rowWords } from './words.ts'

export const batchItem = (batch: ListedBatch, merchantName: string): BatchItem => ({
  ...batchView(batch),
  requestedBy: batch.requestedBy,
  approvalProgress: batch.approvalProgress,
  merchant: { id: batch.merchantId, name: merchantName },
  waitsForMe: batch.waitsForMe,
})

export const batchDetail = (
  { batch, decision, outcomes, hasUnpaid, againIn, stopAs }: BatchCase,
  viewerId: string,
  merchantName: string,
): BatchDetail => ({
  ...batchView(batch),
  requestedBy: decision.steps[0]?.userName ?? '',
  approvalProgress: decision.approvalProgress,
  merchant: { id: batch.merchantId, name: merchantName },
  outcomes: {
    paid: sumView(outcomes.paid),
    failed: sumView(outcomes.failed),
    underWay: sumView(outcomes.underWay),
  },
  hasUnpaid,
  againIn: againIn.map(({ id, name }) => ({ id, name })),
  stopAs,
  ...decisionView(decision, viewerId),
})

const sumView = ({ count, amount }: { count: number; amount: Micros }) => ({ count, amount: formatAmount(amount) })

/** Viewers without the permission see a masked document. */
export const rowItem = (row: ReadRow): RowItem => ({
  ...rowView(row),
  taxNumber: row.receiverId === null ? maskTaxNumber(row.taxNumber) : row.taxNumber,
  key: row.pixKey !== null && row.pixKey === row.taxNumber ? maskTaxNumber(row.pixKey) : row.pixKey,
  // A refusal names the document that it is about.
  message: row.message && maskCpfsIn(row.message),
})

export const previewView = (preview: Preview, lines: readonly number[]): PreviewView => {
  const total = preview.amount + preview.charges
  const { day } = preview
  const left = day && (day.sent > day.limit ? 0n : day.limit - day.sent)
  return {
    rows: preview.rows.map(({ written, checked }, index) => ({
      line: lines[index] ?? checked.number,
      written,
      name: checked.payment?.name ?? null,
      amount: checked.payment && formatAmount(checked.payment.amount),
      faults: checked.faults.map(({ field, code, message }) => ({ field, code, message })),
    })),
    wrongCount: preview.wrongCount,
    amount: formatAmount(preview.amount),
    charges: formatAmount(preview.charges),
    total: formatAmount(total),
    available: formatAmount(preview.available),
    after: formatAmount(preview.available - total),
    perDay: day && formatAmount(day.limit),
    leftToday: amountOrNull(left),
    fitsToday: left === null || preview.amount <= left,
  }
}

/** The result file for people. `seesDocuments`: without masks. */
export const resultColumns = (seesDocuments: boolean): Column<ReadRow>[] => [
  [['Linha', 'Row'], row => String(row.number)],
  [['Situação', 'State'], (row, language) => inLanguage(rowWords[row.state], language)],
  [['Nome', 'Name'], row => row.name],
  [['CPF/CNPJ', 'CPF/CNPJ'], row => (seesDocuments ? row.taxNumber : rowItem(row).taxNumber)],
  [['Tipo de chave', 'Key type'], row => row.keyType],
  [['Chave Pix', 'Pix key'], row => (seesDocuments ? row.pixKey : rowItem(row).key)],
  [['Valor', 'Amount'], row => row.amount],
  [['Tarifas', 'Charges'], row => row.charges],
  [['Pedido', 'Order'], row => row.orderId],
  [['Descrição', 'Description'], row => row.description],
  [['ID da transação', 'Transaction ID'], row => row.transactionId],
  [['Situação da transação', 'Transaction state'], (row, language) => stateOf(row, language)],
  [['Motivo', 'Reason'], (row, language) => reasonOf(row, language)],
]

/** Why it was refused, or why its transaction failed. */
const reasonOf = ({ reason, errorCause }: ReadRow, language: Language): string | null => {
  if (reason !== null) return inLanguage(refusalWord(reason), language)
  return errorCause && inLanguage(causeWord(errorCause), language)
}

const stateOf = ({ transactionState }: ReadRow, language: Language): string | null =>
  transactionState && inLanguage(stateWords[transactionState], language)
