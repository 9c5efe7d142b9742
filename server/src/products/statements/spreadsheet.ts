import { postingWords } from '../../money/ledger/words.ts'
import { type Translated, inLanguage } from '../../platform/http/languages.ts'
import type { Column, Piece, Sheet } from '../../platform/http/spreadsheet.ts'
import { maskCpfsIn } from '../../platform/brazil/tax-number.ts'
import type { Entry } from './sql.ts'

const columns: Column<Entry>[] = [
  [['Data', 'Date'], entry => entry.postedAt],
  [['Lançamento', 'Entry'], (entry, language) => inLanguage(postingWords[entry.name], language)],
  [['Nome', 'Name'], entry => (entry.partyName === null ? null : maskCpfsIn(entry.partyName))],
  [['Pedido', 'Order'], entry => entry.orderId],
  [['Disponível', 'Available'], entry => entry.available],
  [['Reservado', 'Held'], entry => entry.held],
  [['Bloqueado', 'Blocked'], entry => entry.blocked],
  [['Tarifas', 'Charges'], entry => -entry.fees],
  [['Saldo disponível', 'Available balance'], entry => entry.availableAfter],
  [['Saldo reservado', 'Held balance'], entry => entry.heldAfter],
  [['Saldo bloqueado', 'Blocked balance'], entry => entry.blockedAfter ?? 0n],
  [['ID Pix (E2E)', 'Pix ID (E2E)'], entry => entry.endToEndId],
  [['ID da transação', 'Transaction ID'], entry => entry.transactionId],
  [['Número', 'Number'], entry => entry.sequence.toString()],
]

/** Oldest first, as books are kept. */
export const statementSheet = (most: number): Sheet<Entry> => ({ columns, cutNote: cutNote(most) })

/** Cut at the first entry that has no room any more. */
export async function* cutAfter(most: number, pieces: AsyncIterable<Entry[]>): AsyncGenerator<Piece<Entry>> {
  let left = most
  for await (const entries of pieces) {
    const missing = entries[left]
    const rows = entries.slice(0, left)
    left -= rows.length
    yield { rows, cutAt: missing?.postedAt ?? null }
    if (missing !== undefined) return
  }
}

const cutNote =
  (most: number) =>
  (at: string): Translated => [
    `O arquivo tem no máximo ${most} linhas; o próximo lançamento é de ${at}: exporte períodos menores.`,
    `The file holds ${most} rows at most; the next entry is of ${at}: export shorter periods.`,
  ]
