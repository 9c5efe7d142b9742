import { type Day, addDays, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import type { ListFormat } from '../../platform/http/file-formats.ts'
import type { Language } from '../../platform/http/languages.ts'
import { type Piece, writeSpreadsheet } from '../../platform/http/spreadsheet.ts'
import { writeXlsx } from '../../platform/spreadsheets/write-xlsx.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import type { TransactionSearch } from './search-transactions.ts'
import { transactionsSheet } from './spreadsheet.ts'

/** Transactions as a file, written as they come. */
export const writeTransactions = (
  pieces: AsyncIterable<Piece<Transaction>>,
  { format, language }: { format: ListFormat; language: Language },
): AsyncGenerator<string | Buffer> =>
  (format === 'xlsx' ? writeXlsx : writeSpreadsheet)(transactionsSheet, pieces, language)

/** A search for everything that was created in a period. Days include themselves. */
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
