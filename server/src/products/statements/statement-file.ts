import { type Day, addDays, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import { type Micros, formatReais } from '../../platform/brazil/money.ts'
import { maskCpfsIn } from '../../platform/brazil/tax-number.ts'
import type { StatementFormat } from '../../platform/http/file-formats.ts'
import { type Language, type Translated, inLanguage } from '../../platform/http/languages.ts'
import { type OfxAccount, type OfxEntry, writeOfx } from '../../platform/http/ofx.ts'
import { type Column, type Piece, type Sheet, mostExported, writeSpreadsheet } from '../../platform/http/spreadsheet.ts'
import { postingWords } from '../../money/ledger/words.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import { writeXlsx } from '../../platform/spreadsheets/write-xlsx.ts'
import { type Needs, lastMomentBefore, readBalance, readRange, streamStatement } from './read-statement.ts'
import type { Balance, Entry } from './sql.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'

export type StatementFileNeeds = Needs & AccountNeeds & { clock: () => Date }
export type StatementPeriod = { merchantId: string; from: Day | undefined; to: Day | undefined }
type StatementFileInput = StatementPeriod & { format: StatementFormat; language: Language }
/** `seen` is called with every piece before it is written. */
export type Seen<Row> = (rows: readonly Row[]) => Promise<void>
type Options = { most?: number; seen?: Seen<Entry> }

/** The statement of a period as a file, oldest first, written as its entries come. */
export async function* writeStatement(
  needs: StatementFileNeeds,
  { format, language, ...period }: StatementFileInput,
  { most = mostExported, seen }: Options = {},
): AsyncGenerator<string | Buffer> {
  const entries = seenBy(seen, streamEntries(needs, period))
  if (format === 'csv') return yield* writeSpreadsheet(statementSheet(most), cutAfter(most, entries), language)
  if (format === 'xlsx') return yield* writeXlsx(statementSheet(most), cutAfter(most, entries), language)
  yield* statementOfx(needs, period, language, entries)
}

export const streamEntries = (needs: Needs, { merchantId, ...period }: StatementPeriod): AsyncGenerator<Entry[]> =>
  streamStatement(needs, { merchantId, ...momentsOf(period) })

/** How many entries a period has: two look-ups. */
export async function countEntries(needs: Needs, { merchantId, ...period }: StatementPeriod): Promise<number> {
  const { start, end } = momentsOf(period)
  const { first, last } = await readRange(needs, merchantId, start, end)
  return last < first ? 0 : Number(last - first) + 1
}

const momentsOf = ({ from, to }: { from: Day | undefined; to: Day | undefined }) => ({
  start: from === undefined ? null : startOfDay(from),
  end: to === undefined ? null : lastMomentBefore(startOfDay(addDays(to, 1))),
})

async function* seenBy(seen: Seen<Entry> | undefined, pieces: AsyncIterable<Entry[]>): AsyncGenerator<Entry[]> {
  for await (const entries of pieces) {
    await seen?.(entries)
    yield entries
  }
}

/** What an account has in all; a reservation moves nothing in or out of it. */
export const totalOf = ({ available, held, blocked, reserved }: Balance): Micros =>
  available + held + blocked + reserved

async function* statementOfx(
  needs: StatementFileNeeds,
  { merchantId, from, to }: StatementPeriod,
  language: Language,
  entries: AsyncIterable<Entry[]>,
): AsyncGenerator<Buffer> {
  const [account, now] = await Promise.all([ofxAccountOf(needs, merchantId), timeFor(needs, merchantId)])
  let last: Entry | undefined
  async function* moved() {
    for await (const piece of entries) {
      last = piece.at(-1) ?? last
      yield piece.flatMap(entry => ofxEntries(entry, language))
    }
  }
  const balance = async () => {
    if (last !== undefined) return { ledger: totalOf(after(last)), available: last.availableAfter, at: last.postedAt }
    const before = from === undefined ? null : startOfDay(from)
    const found = await readBalance(needs, merchantId, before)
    return { ledger: totalOf(found), available: found.available, at: before ?? now }
  }
  yield* writeOfx({ account, from, to, now, language, balance }, moved())
}

export const after = ({ availableAfter, heldAfter, blockedAfter, reservedAfter }: Entry): Balance => ({
  available: availableAfter,
  held: heldAfter,
  blocked: blockedAfter,
  reserved: reservedAfter,
})

/** The payment and, by itself, what it cost. What only moves within the account is no entry of a bank's statement. */
function ofxEntries(entry: Entry, language: Language): OfxEntry[] {
  const gross = totalOf(entry) + entry.fees
  const kind = inLanguage(postingWords[entry.name], language)
  const charge = inLanguage(['Tarifa', 'Charge'], language)
  const shared = { at: entry.postedAt, name: entry.partyName === null ? '' : maskCpfsIn(entry.partyName) }
  const memo = (text: string) => [text, entry.orderId, entry.endToEndId].filter(Boolean).join(' - ')
  const payment: OfxEntry = {
    ...shared,
    id: entry.sequence.toString(),
    type: gross < 0n ? 'DEBIT' : 'CREDIT',
    amount: gross,
    memo: memo(kind),
  }
  const fee: OfxEntry = {
    ...shared,
    id: `${entry.sequence}-fee`,
    type: 'FEE',
    amount: -entry.fees,
    memo: memo(`${charge}: ${kind}, ${formatReais(gross, language)}`),
  }
  return [payment, fee].filter(({ amount }) => amount !== 0n)
}

type AccountNeeds = { readMerchant: ReadMerchant; railsOf: RailsOf }

/** A merchant's account as OFX names it: its number here, at the bank that moves its money. */
async function ofxAccountOf(needs: AccountNeeds, merchantId: string): Promise<OfxAccount> {
  const { chargeConnections, accountNumber, createdAt } = await needs.readMerchant(merchantId)
  const [connectionId = null] = chargeConnections
  const { ispb } = await needs.railsOf(connectionId)
  return { bankId: ispb, number: accountNumber, openedAt: createdAt }
}

const columns: Column<Entry>[] = [
  [['Data', 'Date'], entry => entry.postedAt],
  [['Lançamento', 'Entry'], (entry, language) => inLanguage(postingWords[entry.name], language)],
  [['Nome', 'Name'], entry => (entry.partyName === null ? null : maskCpfsIn(entry.partyName))],
  [['Pedido', 'Order'], entry => entry.orderId],
  [['Disponível', 'Available'], entry => entry.available],
  [['Reservado', 'Held'], entry => entry.held],
  [['Bloqueado', 'Blocked'], entry => entry.blocked],
  [['Em garantia', 'In reserve'], entry => entry.reserved],
  [['Tarifas', 'Charges'], entry => -entry.fees],
  [['Saldo disponível', 'Available balance'], entry => entry.availableAfter],
  [['Saldo reservado', 'Held balance'], entry => entry.heldAfter],
  [['Saldo bloqueado', 'Blocked balance'], entry => entry.blockedAfter],
  [['Saldo em garantia', 'Balance in reserve'], entry => entry.reservedAfter],
  [['ID Pix (E2E)', 'Pix ID (E2E)'], entry => entry.endToEndId],
  [['ID da transação', 'Transaction ID'], entry => entry.transactionId],
  [['Número', 'Number'], entry => entry.sequence.toString()],
]

/** Oldest first, as books are kept. */
const statementSheet = (most: number): Sheet<Entry> => ({ columns, cutNote: cutNote(most) })

/** Cut at the first entry that has no room any more. */
async function* cutAfter(most: number, pieces: AsyncIterable<Entry[]>): AsyncGenerator<Piece<Entry>> {
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
