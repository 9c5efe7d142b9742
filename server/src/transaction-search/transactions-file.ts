import { type Day, addDays, startOfDay } from '../brazil/sao-paulo.ts'
import type { ListFormat } from '../http/file-formats.ts'
import type { Language } from '../http/languages.ts'
import { writeOfx } from '../http/ofx.ts'
import { type Piece, writeSpreadsheet } from '../http/spreadsheet.ts'
import { balanceOf } from '../ledger/read-balance.ts'
import { timeFor } from '../merchants/merchant-clock.ts'
import { writeXlsx } from '../spreadsheets/write-xlsx.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { type AccountNeeds, ofxAccountOf } from './ofx-account.ts'
import { exportTransactions } from './export-transactions.ts'
import type { TransactionSearch } from './search-transactions.ts'
import { transactionsSheet } from './spreadsheet.ts'
import { transactionsForOfx } from './transactions-ofx.ts'

export type TransactionsFileNeeds = Parameters<typeof exportTransactions>[0] & AccountNeeds

type Wanted = {
  pieces: AsyncIterable<Piece<Transaction>>
  merchantId: string
  from: Day | undefined
  format: ListFormat
  language: Language
}

/** Transactions as a file, written as they come. */
export async function* writeTransactions(
  needs: TransactionsFileNeeds,
  wanted: Wanted,
): AsyncGenerator<string | Buffer> {
  const { pieces, merchantId, format, language } = wanted
  if (format === 'csv') return yield* writeSpreadsheet(transactionsSheet, pieces, language)
  if (format === 'xlsx') return yield* writeXlsx(transactionsSheet, pieces, language)
  const account = await ofxAccountOf(needs, merchantId)
  const now = await timeFor(needs, merchantId)
  const balance = async () => {
    const { available, held, blocked } = await balanceOf(needs, merchantId)
    return { ledger: available + held + blocked, available, at: now }
  }
  // They were made in the period; what became of them since, payments and refunds, goes on until now.
  const statement = { account, from: wanted.from, to: undefined, now, language, balance }
  yield* writeOfx(statement, transactionsForOfx(needs, merchantId, pieces, language))
}

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
