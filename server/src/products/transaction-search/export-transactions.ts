import { type Column, type Piece, type Sheet, mostExported, writeSpreadsheet } from '../../platform/http/spreadsheet.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { type TransactionSearch, chargesKept, searchTransactions } from './search-transactions.ts'
import { type Language, inLanguage } from '../../platform/http/languages.ts'
import { operations } from '../../money/transactions/states.ts'
import { operationWords, stateWords } from '../../money/transactions/words.ts'
import { partyOf } from './portal-views.ts'
import { type Day, addDays, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { ListFormat } from '../../platform/http/file-formats.ts'
import { writeXlsx } from '../../platform/spreadsheets/write-xlsx.ts'

const pieceSize = 1_000
/** A filter that matches little needs more reads than full pieces: at most three times as many. */
const piecesFor = (most: number) => Math.ceil((3 * Math.max(most, mostExported)) / pieceSize)

/** Everything that a search finds, newest first, in pieces: one in memory at a time, and no long transaction. */
export async function* exportTransactions(
  needs: Parameters<typeof searchTransactions>[0],
  search: TransactionSearch,
  most = mostExported,
): AsyncGenerator<Piece<Transaction>> {
  let cursor: string | undefined
  let left = most
  const mostPieces = piecesFor(most)
  for (let piece = 1; piece <= mostPieces; piece++) {
    const page = await searchTransactions(needs, { ...search, limit: Math.min(pieceSize, left), cursor })
    left -= page.items.length
    const isCut = page.nextCursor !== null && (left === 0 || piece === mostPieces)
    yield { rows: page.items, cutAt: isCut ? (page.lookedUntil ?? page.items.at(-1)?.createdAt ?? null) : null }
    if (page.nextCursor === null || isCut) return
    cursor = page.nextCursor
  }
}

/** The columns of the file: heading, and what of a transaction is in it. Money that goes out is negative. */
const columns: Column<Transaction>[] = [
  [['Criada em', 'Created at'], t => t.createdAt],
  [['Operação', 'Operation'], (t, language) => inLanguage(operationWords[t.operation], language)],
  [['Estado', 'State'], (t, language) => inLanguage(stateWords[t.state], language)],
  [['Valor', 'Amount'], t => signed(t)],
  [['Tarifas', 'Charges'], t => (t.completedAt === null ? null : -chargesKept(t))],
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
  operations[operation].type === 'Credit' ? (paidAmount ?? amount) : -(paidAmount ?? amount)

/** Newest first: if it is cut, older transactions are missing. */
export const transactionsSheet: Sheet<Transaction> = {
  columns,
  cutNote: at => [
    `O arquivo não tem mais lugar e termina em ${at}: exporte períodos menores.`,
    `The file is full and ends at ${at}: export shorter periods.`,
  ],
}

/** Transactions as a file, written as they come. */
export const writeTransactions = (
  pieces: AsyncIterable<Piece<Transaction>>,
  { format, language }: { format: ListFormat; language: Language },
): AsyncGenerator<string | Buffer> =>
  (format === 'xlsx' ? writeXlsx : writeSpreadsheet)(transactionsSheet, pieces, language)

/** A search for everything created in a period; both days are included. */
export const searchOfPeriod = (merchantId: string, { from, to }: { from?: Day | undefined; to?: Day | undefined }) =>
  ({
    merchantId,
    from: from === undefined ? undefined : startOfDay(from),
    until: to === undefined ? undefined : startOfDay(addDays(to, 1)),
    q: undefined,
    taxNumber: null,
    state: undefined,
    operation: undefined,
    leastAmount: undefined,
    mostAmount: undefined,
  }) satisfies TransactionSearch
