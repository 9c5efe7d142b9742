import { type Micros, formatAmount } from '../../../platform/brazil/money.ts'
import { daysBetween } from '../../../platform/brazil/business-days.ts'
import { type Day, addDays } from '../../../platform/brazil/sao-paulo.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { ListFormat } from '../../../platform/http/file-formats.ts'
import { type Language, inLanguage } from '../../../platform/http/languages.ts'
import { type Piece, type Sheet, mostExported, writeSpreadsheet } from '../../../platform/http/spreadsheet.ts'
import { writeXlsx } from '../../../platform/spreadsheets/write-xlsx.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { WholeBill } from '../bill.ts'
import { listBills, nowFor } from '../read-bill.ts'
import { dueOn } from '../views.ts'
import { type BucketName, bucketNames, bucketOf } from './buckets.ts'
import type { AgeingData } from './schemas.ts'
import { type AgedId, selectOpenIds, sumUpByDay, sumUpExpired } from './sql.ts'
import { bucketWords } from './words.ts'

type Needs = { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }

const mostSummedUp = 50_000
/** Bills that ended unpaid are summed up for so long after their due date. */
const expiredDays = 365

/** What is open by how late it is, without fine, interest and discount. `isExact` false: only the bills due first are in it. */
export async function readAgeing(needs: Needs, merchantId: string) {
  const { today } = await nowFor(needs, merchantId)
  const days = await sumUpByDay(needs.sql, merchantId, { today, most: mostSummedUp })
  const sumOf = (name: BucketName) => days.filter(day => bucketOf(day.daysLate) === name)
  const sums = bucketNames.map(name => ({
    name,
    count: sumOf(name).reduce((sum, { count }) => sum + count, 0),
    amount: sumOf(name).reduce((sum, { amount }) => sum + amount, 0n),
  }))
  const open = sums.reduce((sum, { amount }) => sum + amount, 0n)
  const since = addDays(today, -expiredDays)
  const expired = await sumUpExpired(needs.sql, merchantId, { since, today, most: mostSummedUp })
  return {
    today,
    sums: sums.map(sum => ({ ...sum, share: percentOfAll(sum.amount, open) })),
    expired: { ...expired, since },
    isExact: sums.reduce((sum, { count }) => sum + count, 0) < mostSummedUp && expired.count < mostSummedUp,
  }
}

export const ageingView = ({ today, sums, expired, isExact }: Awaited<ReturnType<typeof readAgeing>>): AgeingData => ({
  today,
  buckets: sums.map(({ amount, ...sum }) => ({ ...sum, amount: formatAmount(amount) })),
  expired: { ...expired, amount: formatAmount(expired.amount) },
  isExact,
})

/** In whole percent. */
function percentOfAll(part: Micros, all: Micros): number {
  const rounded = all === 0n ? 0n : (part * 100n + all / 2n) / all
  return Number(rounded)
}

/** An open bill on a day: how late it is, and what is owed. */
export type AgedBill = { bill: WholeBill; daysLate: number; amountDue: Micros }

const pieceSize = 1_000

/** Every open bill, those due first first, in pieces: one in memory at a time. */
export async function* exportAgeing(needs: Needs, merchantId: string): AsyncGenerator<Piece<AgedBill>> {
  const { today, now } = await nowFor(needs, merchantId)
  let after: AgedId | undefined
  for (let exported = 0; exported < mostExported; exported += pieceSize) {
    const found = await selectOpenIds(needs.sql, merchantId, { today, after, limit: pieceSize })
    const ids = found.map(({ id }) => id)
    const { items } =
      ids.length === 0
        ? { items: [] }
        : await listBills(needs, { merchantId, ids, limit: pieceSize, cursor: undefined })
    const bills = new Map(items.map(bill => [bill.id, bill]))
    const rows = ids.flatMap(id => bills.get(id) ?? []).map(bill => agedOn(bill, today))
    const isLast = found.length < pieceSize
    yield { rows, cutAt: !isLast && exported + pieceSize >= mostExported ? now : null }
    if (isLast) return
    after = found.at(-1)
  }
}

const agedOn = (bill: WholeBill, today: Day): AgedBill => ({
  bill,
  daysLate: bill.onTimeUntil >= today ? 0 : daysBetween(bill.dueDate, today),
  amountDue: dueOn(bill, today).total,
})

const ageingSheet: Sheet<AgedBill> = {
  columns: [
    [['Situação', 'Age'], ({ daysLate }, language) => inLanguage(bucketWords[bucketOf(daysLate)], language)],
    [['Dias de atraso', 'Days late'], ({ daysLate }) => String(daysLate)],
    [['Vencimento', 'Due date'], ({ bill }, language) => spelled(bill.dueDate, language)],
    [['Quem paga', 'Payer'], ({ bill }) => bill.counterparty?.name ?? null],
    [['Descrição', 'Description'], ({ bill }) => bill.orderDescription],
    [['Pedido', 'Order'], ({ bill }) => bill.orderId],
    [['Valor', 'Amount'], ({ bill }) => bill.amount],
    [['Valor hoje', 'Amount today'], ({ amountDue }) => amountDue],
    [['Pode ser paga até', 'Can be paid until'], ({ bill }, language) => spelled(bill.payableUntil, language)],
    [['Id', 'Id'], ({ bill }) => bill.id],
  ],
  cutNote: at => [
    `O arquivo, de ${at}, não tem mais lugar: faltam as cobranças que vencem por último.`,
    `The file, of ${at}, is full: the bills due last are missing.`,
  ],
}

const spelled = (day: Day, language: Language): string =>
  language === 'pt' ? day.split('-').toReversed().join('/') : day

export const writeAgeing = (
  pieces: AsyncIterable<Piece<AgedBill>>,
  { format, language }: { format: ListFormat; language: Language },
): AsyncGenerator<string | Buffer> => (format === 'xlsx' ? writeXlsx : writeSpreadsheet)(ageingSheet, pieces, language)
