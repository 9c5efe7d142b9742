import { type Language, type Translated, inLanguage } from '../http/languages.ts'
import { formatForSpreadsheet } from '../brazil/sao-paulo.ts'
import { type Cell, mostExported, spreadsheetRow, spreadsheetStart } from '../http/spreadsheet.ts'
import { type Operation, type State, operations } from '../transactions/states.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { Piece } from './export-transactions.ts'
import { partyOf } from './portal-views.ts'

const operationWords = {
  pixCashIn: ['Recebimento Pix', 'Pix cash-in'],
  pixCashOut: ['Envio Pix', 'Pix cash-out'],
  paymentInitiation: ['Open Finance', 'Open Finance'],
  companyPayment: ['Pagamento a empresa', 'Company payment'],
} as const satisfies Record<Operation, Translated>

const stateWords = {
  Requested: ['Aguarda aprovação', 'Awaiting approval'],
  Created: ['Criada', 'Created'],
  Registered: ['Aguarda pagamento', 'Awaiting payment'],
  Completed: ['Concluída', 'Completed'],
  Cancelled: ['Cancelada', 'Cancelled'],
  Reversed: ['Estornada', 'Reversed'],
  Refunded: ['Devolvida', 'Refunded'],
  Error: ['Com erro', 'Error'],
} as const satisfies Record<State, Translated>

/** The columns of the file: heading, and what of a transaction is in it. Money that goes out is negative. */
const columns: [Translated, (t: Transaction, language: Language) => Cell][] = [
  [['Criada em', 'Created at'], t => t.createdAt],
  [['Operação', 'Operation'], (t, language) => inLanguage(operationWords[t.operation], language)],
  [['Estado', 'State'], (t, language) => inLanguage(stateWords[t.state], language)],
  [['Valor', 'Amount'], t => signed(t)],
  [['Tarifas', 'Charges'], t => (t.completedAt === null ? null : -t.charges)],
  [['Devolvido', 'Refunded'], t => (t.refundedAmount === 0n ? null : -t.refundedAmount)],
  [['Nome', 'Name'], t => partyOf(t)?.name ?? null],
  [['CPF/CNPJ', 'CPF/CNPJ'], t => partyOf(t)?.taxNumber ?? null],
  [['Pedido', 'Order'], t => t.orderId],
  [['Descrição', 'Description'], t => t.orderDescription],
  [['Concluída em', 'Completed at'], t => t.completedAt],
  [['ID Pix (E2E)', 'Pix ID (E2E)'], t => t.endToEndId],
  [['ID da transação', 'Transaction ID'], t => t.id],
]

const signed = ({ operation, paidAmount, amount }: Transaction) =>
  operations[operation][0] === 'Credit' ? (paidAmount ?? amount) : -(paidAmount ?? amount)

/** A file for a spreadsheet, in the language of whoever asks for it. Where it is cut, its last row says so. */
export async function* transactionsSpreadsheet(
  pieces: AsyncGenerator<Piece>,
  language: Language,
): AsyncGenerator<string> {
  yield spreadsheetStart + spreadsheetRow(columns.map(([heading]) => inLanguage(heading, language)))
  for await (const { items, cutAt } of pieces) {
    yield items.map(t => spreadsheetRow(columns.map(([, cell]) => cell(t, language)))).join('')
    if (cutAt !== null) yield spreadsheetRow([inLanguage(cutNote(cutAt), language)])
  }
}

const cutNote = (at: Date): Translated => [
  `O arquivo tem no máximo ${mostExported} linhas e termina em ${formatForSpreadsheet(at)}: exporte períodos menores.`,
  `The file holds ${mostExported} rows at most and ends at ${formatForSpreadsheet(at)}: export shorter periods.`,
]
