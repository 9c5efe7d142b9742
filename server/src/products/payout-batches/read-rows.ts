import { formatAmountShort } from '../../platform/brazil/money.ts'
import { readTypedAmount } from '../payment-links/read-typed-amount.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type SheetRow, UnreadableSheet, readSheet } from '../../platform/spreadsheets/read-sheet.ts'
import { type BatchKind, mostRows } from './states.ts'
import { type Field, fieldsOf } from './written-row.ts'
import { spreadsheetRow } from '../../platform/http/spreadsheet.ts'

/** Accepted headings of each column, without accents, case and punctuation; the first is the template's. */
export const headingsOf = {
  name: ['nome', 'name', 'favorecido', 'nome do favorecido', 'recebedor'],
  taxNumber: ['cpf', 'tax number', 'taxnumber', 'documento', 'cpf do favorecido'],
  keyType: ['tipo de chave', 'key type', 'keytype', 'tipo da chave', 'tipo'],
  key: ['chave pix', 'key', 'chave', 'pix'],
  receiver: ['cnpj', 'receiver', 'recebedor', 'empresa', 'id do recebedor'],
  account: ['conta', 'account', 'numero da conta'],
  amount: ['valor', 'amount', 'valor r', 'quantia'],
  orderId: ['pedido', 'order id', 'orderid', 'id do pedido', 'numero do pedido'],
  description: ['descricao', 'description', 'historico', 'observacao'],
} as const satisfies Record<Field, readonly string[]>

/** A row of the file with its line number; empty cells are left out. */
export type FileRow = { line: number; row: { [Name in Field]?: string } }

/** The rows of a person's spreadsheet, with the API's field names. An unreadable file is refused as a whole. */
export function readRows(kind: BatchKind, bytes: Buffer): FileRow[] {
  const { headings, rows, isCut } = readFile(bytes)
  if (isCut) throw unreadable(`the file has more than ${mostRows} rows`)
  if (rows.length === 0) throw unreadable('the file has no rows')
  const columns = Object.entries(fieldsOf[kind]).map(([field, { needed }]) => {
    const heading = headingsOf[field as Field].find(one => headings.includes(one))
    if (heading === undefined && needed) throw unreadable(`the file has no column ${headingsOf[field as Field][0]}`)
    return { field: field as Field, heading }
  })
  return rows.map(({ number, cells, spansLines }) => {
    if (spansLines) throw unreadable(`line ${number} has a cell with a line break`)
    if (columns.some(({ heading = '' }) => (cells.get(heading) ?? '').length > longestCell))
      throw unreadable(`line ${number} has a cell of more than ${longestCell} characters`)
    return { line: number, row: rowOf(cells, columns) }
  })
}

/** Longer than any field. An Excel file can share one text among all its cells, and rows are returned as they are. */
const longestCell = 2_000

const unreadable = (message: string) => new ApiError('SpreadsheetUnreadable', { message })

function readFile(bytes: Buffer) {
  try {
    return readSheet(bytes, mostRows)
  } catch (error) {
    if (error instanceof UnreadableSheet) throw unreadable(error.message)
    throw error
  }
}

type Columns = { field: Field; heading: string | undefined }[]

function rowOf(cells: SheetRow['cells'], columns: Columns): FileRow['row'] {
  const written: FileRow['row'] = {}
  for (const { field, heading } of columns) {
    const cell = heading === undefined ? '' : (cells.get(heading) ?? '')
    if (cell !== '') written[field] = spell[field]?.(cell) ?? cell
  }
  if (written.key !== undefined) written.key = spellKey(written.keyType, written.key)
  return written
}

/**
 * Turns what Excel makes of typed values into the API's notation. What is not understood stays as it is and is refused.
 */
const spell: Partial<Record<Field, (cell: string) => string | undefined>> = {
  amount: cell => {
    const amount = readTypedAmount(cell)
    // With a comma it is not an amount of the API, which accepts fractions of a cent.
    return amount === null ? cell.replace('.', ',') : formatAmountShort(amount)
  },
  taxNumber: spellCpf,
  keyType: cell => keyTypeWords[cell.toLowerCase().replaceAll(/[^a-z]/g, '')],
}

const keyTypeWords: Record<string, string> = {
  cpf: 'CPF',
  email: 'EMAIL',
  telefone: 'PHONE',
  celular: 'PHONE',
  phone: 'PHONE',
  evp: 'EVP',
  aleatoria: 'EVP',
  aleatria: 'EVP',
  chavealeatoria: 'EVP',
  chavealeatria: 'EVP',
}

/** Excel drops the leading zeros of a number. */
function spellCpf(cell: string): string {
  const digits = cell.replaceAll(/\D/g, '')
  return /^[\d.\-\s]+$/.test(cell) && digits.length >= 8 && digits.length < 11 ? digits.padStart(11, '0') : cell
}

/** A phone number as people write it, `(11) 91234-5678`, is Brazilian. */
function spellKey(keyType: string | undefined, cell: string): string {
  if (keyType === 'CPF') return spellCpf(cell)
  if (keyType !== 'PHONE') return cell
  const digits = cell.replaceAll(/\D/g, '')
  if (digits.length === 10 || digits.length === 11) return `+55${digits}`
  return digits.startsWith('55') ? `+${digits}` : cell
}

/** An example of each kind that opens in a Brazilian Excel by double click and can be overwritten. */
const rows = {
  payouts: [
    ['Nome', 'CPF', 'Tipo de chave', 'Chave Pix', 'Valor', 'Pedido', 'Descrição'],
    ['Maria da Silva', '529.982.247-25', 'E-mail', 'maria@example.com', '10,50', 'pedido-1', 'Comissão de novembro'],
    ['João de Souza', '390.533.447-05', 'Telefone', '(11) 91234-5678', '1.250,00', 'pedido-2', 'Comissão de novembro'],
  ],
  companyPayments: [
    ['CNPJ', 'Conta', 'Valor', 'Descrição'],
    ['11.444.777/0001-61', '', '350,00', 'Farinha de novembro'],
  ],
} as const satisfies Record<BatchKind, readonly (readonly string[])[]>

export const templateFile = (kind: BatchKind): string => `\ufeff${rows[kind].map(spreadsheetRow).join('')}`
