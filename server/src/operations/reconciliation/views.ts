import { formatAmount } from '../../platform/brazil/money.ts'
import type { ReconciliationItem, ReconciliationView } from './portal-schemas.ts'
import type { ListedReconciliation } from './sql.ts'
import { type Language, type Translated, inLanguage } from '../../platform/http/languages.ts'
import { type Column, type Piece, mostExported, writeSpreadsheet } from '../../platform/http/spreadsheet.ts'
import { reconciliationWords } from './words.ts'

export const reconciliationItem = (r: ListedReconciliation): ReconciliationItem => ({
  bank: { id: r.connectionId, name: r.bank },
  day: r.day,
  at: r.at.toISOString(),
  state: r.state,
  received: { count: r.receivedCount, amount: formatAmount(r.receivedAmount) },
  returned: { count: r.returnedCount, amount: formatAmount(r.returnedAmount) },
  sent: r.sentCount === null ? null : { count: r.sentCount, amount: formatAmount(r.sentAmount ?? 0n) },
  tariffs: r.tariffCount === null ? null : { count: r.tariffCount, amount: formatAmount(r.tariffAmount ?? 0n) },
  differences: r.differences,
  mended: r.mended,
})

export const reconciliationView = (r: ListedReconciliation): ReconciliationView => ({
  ...reconciliationItem(r),
  details: r.details,
})

const columns: Column<ListedReconciliation>[] = [
  [['Dia', 'Day'], r => r.day.split('-').toReversed().join('/')],
  [['Banco', 'Bank'], r => r.bank],
  [['Resultado', 'Result'], (r, language) => inLanguage(reconciliationWords[r.state], language)],
  [['Recebidos', 'Received'], r => String(r.receivedCount)],
  [['Valor recebido', 'Amount received'], r => r.receivedAmount],
  [['Devolvidos', 'Returned'], r => String(r.returnedCount)],
  [['Valor devolvido', 'Amount returned'], r => r.returnedAmount],
  [['Enviados', 'Sent'], r => (r.sentCount === null ? null : String(r.sentCount))],
  [['Valor enviado', 'Amount sent'], r => r.sentAmount],
  [['Diferenças', 'Differences'], r => String(r.differences)],
  [['Corrigidos', 'Mended'], r => String(r.mended)],
  [['Comparado em', 'Compared at'], r => r.at],
  [['Tarifas', 'Tariffs'], r => (r.tariffCount === null ? null : String(r.tariffCount))],
  [['Valor das tarifas', 'Amount of tariffs'], r => r.tariffAmount],
]

const cutNote = (at: string): Translated => [
  `O arquivo tem no máximo ${mostExported} linhas; a última foi comparada em ${at}.`,
  `The file holds ${mostExported} rows at most; the last was compared at ${at}.`,
]

/** Newest first, as the page shows them. */
export const reconciliationsSpreadsheet = (pieces: AsyncIterable<Piece<ListedReconciliation>>, language: Language) =>
  writeSpreadsheet({ columns, cutNote }, pieces, language)
