import { typedLineOf } from '../../../platform/brazil/boleto.ts'
import { formatAmount, parseAmount } from '../../../platform/brazil/money.ts'
import { maskCpfsIn } from '../../../platform/brazil/tax-number.ts'
import { csvLine, notFormula } from '../../../platform/http/file-formats.ts'
import { inLanguage } from '../../../platform/http/languages.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import type { Column } from '../../../platform/http/spreadsheet.ts'
import type { BillMethod } from '../bill.ts'
import { methodWords } from '../words.ts'
import type { CheckedRow } from './check-rows.ts'
import type { Preview } from './make-import.ts'
import type { ImportData, PreviewData, RowData } from './schemas.ts'
import type { ReadRow } from './sql.ts'
import type { BillImport } from './states.ts'
import { importRefusal, importRowWords } from './words.ts'

export const importView = (one: BillImport): ImportData => ({
  id: one.id,
  name: one.name,
  state: one.state,
  rows: { count: one.rowCount, amount: formatAmount(one.amount) },
  made: { count: one.madeCount, amount: formatAmount(one.madeAmount) },
  refused: { count: one.refusedCount, amount: formatAmount(one.refusedAmount) },
  waiting: {
    count: one.rowCount - one.madeCount - one.refusedCount,
    amount: formatAmount(one.amount - one.madeAmount - one.refusedAmount),
  },
  creationDate: one.createdAt.toISOString(),
  completionDate: one.completedAt?.toISOString() ?? null,
})

/** More would help nobody, and 10,000 are too many for one answer. */
const mostShown = 500

export function previewView({ valid, invalid, amount, rows }: Preview): PreviewData {
  const shown = [...rows.filter(({ form }) => form === null), ...rows.filter(({ form }) => form !== null)]
  return { valid, invalid, amount: formatAmount(amount), rows: shown.slice(0, mostShown).map(previewRow) }
}

const previewRow = ({ line, cells, form, faults }: CheckedRow): PreviewData['rows'][number] => ({
  line,
  name: cells.name ?? cells.customer ?? null,
  amount: form === null ? (cells.amount ?? null) : formatAmount(parseAmount(form.amount)),
  dueDate: form === null ? (cells.dueDate ?? null) : form.dueDate,
  orderId: cells.orderId ?? null,
  methods: [...(form?.methods ?? (['pix'] as const))],
  faults,
})

export const rowView = (row: ReadRow, addresses: PublicAddresses): RowData => ({
  line: row.line,
  state: row.state,
  name: row.payerName,
  amount: formatAmount(row.amount),
  dueDate: row.dueDate,
  orderId: row.orderId,
  billId: row.billId,
  url: urlOf(row, addresses),
  qrCode: row.qrCode,
  methods: methodsOf(row),
  typedLine: typedLine(row),
  reason: row.reason,
  message: row.message,
})

const methodsOf = ({ hasBoleto }: ReadRow): BillMethod[] => (hasBoleto ? ['pix', 'boleto'] : ['pix'])

/** Of a boleto that can be paid. */
const typedLine = ({ barcode }: ReadRow): string | null => barcode && typedLineOf(barcode)

/** A refusal names the document that it is about: people see it masked. */
const messageOf = ({ message }: ReadRow): string | null => message && maskCpfsIn(message)

/** The same for people. */
export const rowItem = (row: ReadRow, addresses: PublicAddresses): RowData => ({
  ...rowView(row, addresses),
  message: messageOf(row),
})

const urlOf = ({ merchantId, billId }: ReadRow, addresses: PublicAddresses) =>
  billId === null ? null : addresses.payerPage(merchantId, billId)

const resultColumns = [
  'line',
  'state',
  'name',
  'amount',
  'dueDate',
  'orderId',
  'billId',
  'url',
  'qrCode',
  'reason',
  'message',
  'methods',
  'typedLine',
] as const satisfies (keyof RowData)[]

/** The result file of the API: one line per row, with the API's field names. */
export const resultHeader = csvLine(resultColumns, ',')
export function resultLine(row: ReadRow, addresses: PublicAddresses): string {
  const view = rowView(row, addresses)
  return csvLine(
    resultColumns.map(column => notFormula([view[column] ?? ''].flat().join(' '))),
    ',',
  )
}

/** The result file for people. */
export const resultFor = (addresses: PublicAddresses): Column<ReadRow>[] => [
  [['Linha', 'Row'], row => String(row.line)],
  [['Situação', 'State'], (row, language) => inLanguage(importRowWords[row.state], language)],
  [['Nome', 'Name'], row => row.payerName],
  [['Valor', 'Amount'], row => row.amount],
  [['Vencimento', 'Due date'], row => row.dueDate.split('-').toReversed().join('/')],
  [['Pedido', 'Order'], row => row.orderId],
  [['Página para pagar', 'Payment page'], row => urlOf(row, addresses)],
  [['Pix Copia e Cola', 'Copy-and-paste code'], row => row.qrCode],
  [
    ['Formas de pagamento', 'Methods'],
    (row, language) =>
      methodsOf(row)
        .map(one => inLanguage(methodWords[one], language))
        .join(', '),
  ],
  [['Linha digitável', 'Typed line'], typedLine],
  [['ID da cobrança', 'Bill ID'], row => row.billId],
  [['Motivo', 'Reason'], (row, language) => row.reason && inLanguage(importRefusal(row.reason), language)],
  [['Detalhe', 'Detail'], messageOf],
]
