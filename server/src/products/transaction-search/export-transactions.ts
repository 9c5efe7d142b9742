import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Column, type Piece, type Sheet, mostExported, writeSpreadsheet } from '../../platform/http/spreadsheet.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { type BillFacts, selectBillFacts } from './sql.ts'
import { type TransactionSearch, chargesKept, searchTransactions } from './search-transactions.ts'
import { type Language, inLanguage } from '../../platform/http/languages.ts'
import { operations } from '../../money/transactions/operations.ts'
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
): AsyncGenerator<Piece<ExportedTransaction>> {
  let cursor: string | undefined
  let left = most
  const mostPieces = piecesFor(most)
  for (let piece = 1; piece <= mostPieces; piece++) {
    const page = await searchTransactions(needs, { ...search, limit: Math.min(pieceSize, left), cursor })
    left -= page.items.length
    const isCut = page.nextCursor !== null && (left === 0 || piece === mostPieces)
    const rows = await withBills(needs, search.merchantId, page.items)
    yield { rows, cutAt: isCut ? (page.lookedUntil ?? page.items.at(-1)?.createdAt ?? null) : null }
    if (page.nextCursor === null || isCut) return
    cursor = page.nextCursor
  }
}

/** `bill` null: it is none. */
export type ExportedTransaction = Transaction & { bill: BillFacts | null }

async function withBills(
  { sql }: { sql: Sql },
  merchantId: string,
  transactions: readonly Transaction[],
): Promise<ExportedTransaction[]> {
  const ids = transactions.filter(({ operation }) => operation === 'pixBill').map(({ id }) => id)
  const facts = ids.length === 0 ? [] : await selectBillFacts(sql, merchantId, ids)
  const bills = new Map(facts.map(one => [one.id, one]))
  return transactions.map(one => ({ ...one, bill: bills.get(one.id) ?? null }))
}

/** The columns of the file: heading, and what of a transaction is in it. Money that goes out is negative. */
const columns: Column<ExportedTransaction>[] = [
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
  [['Metadados', 'Metadata'], t => t.metadata && JSON.stringify(t.metadata)],
  [['Vencimento', 'Due date'], (t, language) => t.bill && spellDay(t.bill.dueDate, language)],
  [['Multa', 'Fine'], t => t.bill && t.bill.paidFine],
  [['Juros', 'Interest'], t => t.bill && t.bill.paidInterest],
  [['Abatimento', 'Rebate'], t => t.bill && negative(t.bill.paidRebate)],
  [['Desconto', 'Discount'], t => t.bill && negative(t.bill.paidDiscount)],
]

const spellDay = (day: Day, language: Language): string =>
  language === 'pt' ? day.split('-').toReversed().join('/') : day

const negative = (amount: Micros | null): Micros | null => amount && -amount

const signed = ({ operation, paidAmount, amount }: Transaction) =>
  operations[operation].type === 'Credit' ? (paidAmount ?? amount) : -(paidAmount ?? amount)

/** Newest first: if it is cut, older transactions are missing. */
const transactionsSheet: Sheet<ExportedTransaction> = {
  columns,
  cutNote: at => [
    `O arquivo não tem mais lugar e termina em ${at}: exporte períodos menores.`,
    `The file is full and ends at ${at}: export shorter periods.`,
  ],
}

/** Transactions as a file, written as they come. */
export const writeTransactions = (
  pieces: AsyncIterable<Piece<ExportedTransaction>>,
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
