import { amountOrNull, formatAmount } from '../../platform/brazil/money.ts'
import { inLanguage } from '../../platform/http/languages.ts'
import { type Column, type Piece, type Sheet, writeSpreadsheet } from '../../platform/http/spreadsheet.ts'
import { writeXlsx } from '../../platform/spreadsheets/write-xlsx.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { stateWords } from '../../money/transactions/words.ts'
import { readList } from './request-file.ts'
import { type ComparedLine, type FindNeeds, compareList } from './compare-list.ts'
import type { Compared, File } from './states.ts'
import { outcomeWords } from './words.ts'

const columns: Column<ComparedLine>[] = [
  [['Resultado', 'Outcome'], ({ outcome }, language) => inLanguage(outcomeWords[outcome], language)],
  [['Pedido', 'Order'], ({ orderId }) => orderId],
  [['Valor na sua lista', 'Amount in your list'], ({ listed }) => listed],
  [['Valor aqui', 'Amount here'], ({ transaction }) => transaction && (transaction.paidAmount ?? transaction.amount)],
  [['Devolvido', 'Returned'], ({ transaction }) => (transaction?.refundedAmount ? -transaction.refundedAmount : null)],
  [['Diferença', 'Difference'], ({ what }, language) => inLanguage(what, language)],
  [
    ['Estado', 'State'],
    ({ transaction }, language) => transaction && inLanguage(stateWords[transaction.state], language),
  ],
  [['Pago em', 'Paid at'], ({ transaction }) => transaction?.completedAt ?? null],
  [['ID da transação', 'Transaction ID'], ({ transaction }) => transaction?.id ?? null],
  [['Linha na sua lista', 'Line of your list'], ({ number }) => (number === null ? null : String(number))],
]

const sheet: Sheet<ComparedLine> = { columns, cutNote: () => ['', ''] }
const mostShown = 20

/** The result of a comparison as a file; the sums are reported when all of it is written. */
export async function* writeReconciliation(
  needs: FindNeeds,
  file: File,
  received: AsyncIterable<readonly Transaction[]>,
  report: { result: (result: Compared) => void; still: () => Promise<void> },
): AsyncGenerator<string | Buffer> {
  const result: Compared = { matches: 0, differs: 0, missingHere: 0, missingInList: 0, first: [] }
  async function* counted(): AsyncGenerator<Piece<ComparedLine>> {
    for await (const rows of compareList(needs, file.merchantId, readList(file.list), {
      received,
      still: report.still,
    })) {
      for (const row of rows) count(result, row, file)
      yield { rows, cutAt: null }
    }
  }
  const write = file.format === 'xlsx' ? writeXlsx : writeSpreadsheet
  yield* write(sheet, counted(), file.language)
  report.result(result)
}

const countOf = {
  Matches: 'matches',
  Differs: 'differs',
  MissingHere: 'missingHere',
  MissingInList: 'missingInList',
} as const

function count(
  result: Compared,
  { outcome, orderId, listed, transaction, what }: ComparedLine,
  { language }: File,
): void {
  result[countOf[outcome]]++
  if (outcome === 'Matches' || result.first.length === mostShown) return
  result.first.push({
    outcome,
    orderId,
    listed: amountOrNull(listed),
    found: transaction === null ? null : formatAmount(transaction.paidAmount ?? transaction.amount),
    what: inLanguage(what, language),
  })
}
