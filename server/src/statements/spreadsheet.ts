import type { PostingName } from '../ledger/postings.ts'
import { type Language, type Translated, inLanguage } from '../http/languages.ts'
import { formatForSpreadsheet } from '../brazil/sao-paulo.ts'
import { type Cell, mostExported, spreadsheetRow, spreadsheetStart } from '../http/spreadsheet.ts'
import { maskCpfsIn } from '../brazil/tax-number.ts'
import type { Entry } from './sql.ts'

const names = {
  openingBalance: ['Saldo inicial', 'Opening balance'],
  cashInSettled: ['Recebimento', 'Money in'],
  cashInReturned: ['Devolução ao pagador', 'Returned to payer'],
  cashOutHeld: ['Reserva para pagamento', 'Held for a payment'],
  cashOutSettled: ['Pagamento', 'Money out'],
  cashOutReleased: ['Reserva liberada', 'Hold released'],
  cashOutReturned: ['Pagamento devolvido', 'Payment returned'],
} as const satisfies Record<PostingName, Translated>

const columns: [Translated, (entry: Entry, language: Language) => Cell][] = [
  [['Data', 'Date'], entry => entry.postedAt],
  [['Lançamento', 'Entry'], (entry, language) => inLanguage(names[entry.name], language)],
  [['Nome', 'Name'], entry => (entry.partyName === null ? null : maskCpfsIn(entry.partyName))],
  [['Pedido', 'Order'], entry => entry.orderId],
  [['Disponível', 'Available'], entry => entry.available],
  [['Reservado', 'Held'], entry => entry.held],
  [['Tarifas', 'Charges'], entry => -entry.fees],
  [['Saldo disponível', 'Available balance'], entry => entry.availableAfter],
  [['Saldo reservado', 'Held balance'], entry => entry.heldAfter],
  [['ID Pix (E2E)', 'Pix ID (E2E)'], entry => entry.endToEndId],
  [['ID da transação', 'Transaction ID'], entry => entry.transactionId],
  [['Número', 'Number'], entry => entry.sequence.toString()],
]

/** A file for a spreadsheet, oldest first as books are kept. Where it is cut, its last row says so. */
export async function* statementSpreadsheet(
  pieces: AsyncGenerator<Entry[]>,
  language: Language,
  most = mostExported,
): AsyncGenerator<string> {
  yield spreadsheetStart + spreadsheetRow(columns.map(([heading]) => inLanguage(heading, language)))
  let left = most
  for await (const entries of pieces) {
    const kept = entries.slice(0, left)
    left -= kept.length
    yield kept.map(entry => spreadsheetRow(columns.map(([, cell]) => cell(entry, language)))).join('')
    const [missing] = entries.slice(kept.length)
    if (missing !== undefined) return yield spreadsheetRow([inLanguage(cutNote(missing.postedAt, most), language)])
  }
}

const cutNote = (at: Date, most: number): Translated => [
  `O arquivo tem no máximo ${most} linhas; o próximo lançamento é de ${formatForSpreadsheet(at)}: exporte períodos menores.`,
  `The file holds ${most} rows at most; the next entry is of ${formatForSpreadsheet(at)}: export shorter periods.`,
]
