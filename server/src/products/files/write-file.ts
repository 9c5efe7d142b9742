import { addDays, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import { forReports } from '../../platform/db/db.ts'
import type { ListFormat, StatementFormat } from '../../platform/http/file-formats.ts'
import type { Piece } from '../../platform/http/spreadsheet.ts'
import { timeOfUuid } from '../../platform/lib/uuid.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import { type StatementFileNeeds, countEntries, streamEntries, writeStatement } from '../statements/statement-file.ts'
import {
  type ExportedTransaction,
  exportTransactions,
  searchOfPeriod,
  writeTransactions,
} from '../transaction-search/export-transactions.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import { type Compared, type File, mostRows } from './states.ts'
import { findByIds } from './compare-list.ts'
import { monthlyStatementPdf } from './monthly-statement-pdf.ts'
import { sumMonth } from './monthly-statement.ts'
import { writeReconciliation } from './write-reconciliation.ts'

export type WriteNeeds = StatementFileNeeds & { isSandbox: boolean }

/** More rows than a file has room for, in a format that cannot say so. */
export class TooManyRows extends Error {}

/** Reported after every piece: the rows so far, and how much of the period is done, in percent. */
export type Progress = { rows: number; progress: number }
/** `still`: reports that it continues when there is no other progress. */
export type ProgressReporter = {
  progress: (at: Progress) => Promise<void>
  still: () => Promise<void>
  result: (result: Compared) => void
}

/** The bytes of a file, piece by piece, read by the connections of reports: no payment waits for it. */
export function writeFile(given: WriteNeeds, file: File, report: ProgressReporter): AsyncGenerator<string | Buffer> {
  const needs = forReports(given, file.merchantId)
  switch (file.kind) {
    case 'statement':
      return statement(needs, file, report)
    case 'transactions':
      // Money is imported from OFX, and is in it once: by the day it moved and under one id, whichever kind was asked for.
      return file.format === 'ofx' ? statement(needs, file, report) : transactions(needs, file, report)
    case 'monthlyStatement':
      return monthlyStatement(needs, file, report)
    case 'reconciliation':
      return writeReconciliation(needs, file, received(needs, file, report), report)
  }
}

const periodOf = ({ merchantId, fromDay: from, toDay: to }: File) => ({ merchantId, from, to })

async function* statement(needs: WriteNeeds, file: File, report: ProgressReporter): AsyncGenerator<string | Buffer> {
  const all = await countEntries(needs, periodOf(file))
  if (all > mostRows && file.format === 'ofx') throw new TooManyRows()
  const seen = counter(report, rows => rows / Math.min(all, mostRows))
  const format = file.format as StatementFormat
  yield* writeStatement(needs, { ...periodOf(file), format, language: file.language }, { most: mostRows, seen })
}

async function* monthlyStatement(needs: WriteNeeds, file: File, report: ProgressReporter): AsyncGenerator<Buffer> {
  const all = await countEntries(needs, periodOf(file))
  const sums = await sumMonth(
    needs,
    periodOf(file),
    counter(report, rows => rows / all),
  )
  const merchant = await needs.readMerchant(file.merchantId)
  const { isSandbox } = needs
  const now = clockOf(needs, merchant)
  yield await monthlyStatementPdf({ merchant, from: file.fromDay, sums, now, isSandbox }, file.language)
}

function counter({ progress }: ProgressReporter, partOf: (rows: number) => number) {
  let rows = 0
  return async (piece: readonly unknown[]) => {
    rows += piece.length
    await progress({ rows, progress: percent(partOf(rows)) })
  }
}

const transactions = (needs: WriteNeeds, file: File, report: ProgressReporter) =>
  writeTransactions(madeIn(needs, file, report), { format: file.format as ListFormat, language: file.language })

/** Newest first: the time of the last one shows how much is left. */
async function* madeIn(
  needs: WriteNeeds,
  file: File,
  report: ProgressReporter,
): AsyncGenerator<Piece<ExportedTransaction>> {
  const start = startOfDay(file.fromDay).getTime()
  const end = Math.min(startOfDay(addDays(file.toDay, 1)).getTime(), needs.clock().getTime())
  let rows = 0
  for await (const piece of exportTransactions(needs, searchOfPeriod(file.merchantId, periodOf(file)), mostRows)) {
    rows += piece.rows.length
    const last = piece.rows.at(-1)
    const done = last === undefined ? 1 : (end - timeOfUuid(last.id)) / Math.max(1, end - start)
    await report.progress({ rows, progress: percent(done) })
    yield piece
  }
}

/** What was paid in a period, by the entries of its statement: a charge may have been made long before. */
async function* received(
  needs: WriteNeeds,
  file: File,
  report: ProgressReporter,
): AsyncGenerator<readonly Transaction[]> {
  const all = await countEntries(needs, periodOf(file))
  let [seen, rows] = [0, 0]
  for await (const entries of streamEntries(needs, periodOf(file))) {
    const ids = entries.filter(({ name }) => name === 'cashInSettled').flatMap(entry => entry.transactionId ?? [])
    seen += entries.length
    rows += ids.length
    if (rows > mostRows) throw new TooManyRows()
    await report.progress({ rows, progress: percent(seen / all) })
    yield await findByIds(needs, file.merchantId, ids)
  }
}

/** A hundred only when it can be downloaded. */
const percent = (part: number): number => Math.max(0, Math.min(99, Math.floor(part * 100)))
