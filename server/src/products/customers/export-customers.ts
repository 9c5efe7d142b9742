import type { Sql } from '../../platform/db/db.ts'
import { type Cell, type Piece, type Sheet, mostExported, writeSpreadsheet } from '../../platform/http/spreadsheet.ts'
import type { ListFormat } from '../../platform/http/file-formats.ts'
import type { Language } from '../../platform/http/languages.ts'
import { writeXlsx } from '../../platform/spreadsheets/write-xlsx.ts'
import type { Customer } from './customer.ts'
import { listCustomers } from './read-customer.ts'
import { type SheetField, sheetColumns, sheetFields } from './sheet-columns.ts'

const pieceSize = 1_000

/** The customers that a search finds, newest first, in pieces: one in memory at a time. */
export async function* exportCustomers(
  needs: { sql: Sql },
  {
    merchantId,
    text,
    hidesDocument = false,
  }: { merchantId: string; text?: string | undefined; hidesDocument?: boolean },
): AsyncGenerator<Piece<Customer>> {
  let cursor: string | undefined
  for (let exported = 0; exported < mostExported; exported += pieceSize) {
    const page = { limit: pieceSize, cursor }
    const { items, nextCursor } = await listCustomers(needs, { merchantId, text, hidesDocument, ...page })
    const isCut = nextCursor !== null && exported + pieceSize >= mostExported
    yield { rows: items, cutAt: isCut ? (items.at(-1)?.createdAt ?? null) : null }
    if (nextCursor === null) return
    cursor = nextCursor
  }
}

/** The columns that an import reads, so that a file can be changed and sent back. */
const cellOf = (field: SheetField, customer: Customer): Cell => {
  if (field === 'metadata') return customer.metadata && JSON.stringify(customer.metadata)
  // A cell with a line break is not read: it is what a quote at the wrong place makes of several rows.
  if (field === 'notes') return customer.notes && customer.notes.replaceAll(/\s*\n\s*/g, ' ')
  return field in customer ? customer[field as keyof Shown] : (customer.address?.[field as keyof Address] ?? null)
}

type Address = NonNullable<Customer['address']>
type Shown = Pick<Customer, 'name' | 'document' | 'email' | 'phone' | 'externalId'>

const customersSheet: Sheet<Customer> = {
  columns: sheetFields.map(field => [sheetColumns[field].heading, customer => cellOf(field, customer)]),
  cutNote: at => [
    `O arquivo não tem mais lugar: faltam os clientes cadastrados antes de ${at}.`,
    `The file is full: customers added before ${at} are missing.`,
  ],
}

export const writeCustomers = (
  pieces: AsyncIterable<Piece<Customer>>,
  { format, language }: { format: ListFormat; language: Language },
): AsyncGenerator<string | Buffer> =>
  (format === 'xlsx' ? writeXlsx : writeSpreadsheet)(customersSheet, pieces, language)
