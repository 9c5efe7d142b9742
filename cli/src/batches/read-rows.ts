import { readFile } from 'node:fs/promises'
import type { PayoutBatchRowRequest } from '@trilho/sdk'
import { type Failure, wrongUsage } from '../command-line/failure.ts'
import { readCsv } from '../spreadsheets/read-csv.ts'

/** A file has no metadata; a JSON list may. */
type Field = Exclude<keyof PayoutBatchRowRequest, 'metadata'>

/** How the portal's template heads the column of each field. The API's own names are understood as well. */
const headings = {
  name: 'nome',
  taxNumber: 'cpfoucnpj',
  keyType: 'tipodechave',
  key: 'chavepix',
  receiver: 'cnpj',
  account: 'conta',
  amount: 'valor',
  orderId: 'pedido',
  description: 'descricao',
} as const satisfies Record<Field, string>
const fields = Object.keys(headings) as Field[]

const keyTypes: Record<string, string> = {
  telefone: 'PHONE',
  celular: 'PHONE',
  aleatoria: 'EVP',
  chavealeatoria: 'EVP',
}

/** The server's own reading of a spreadsheet: XLSX takes more than a terminal should know. */
export type ReadSpreadsheet = (file: Buffer) => Promise<PayoutBatchRowRequest[]>

/** An XLSX file is a ZIP file, and each of those begins so. */
const isXlsx = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** The rows of a file: a JSON list as the API takes it, or CSV or XLSX with the columns of the portal's template. */
export async function readRows(file: string, readSpreadsheet: ReadSpreadsheet): Promise<PayoutBatchRowRequest[]> {
  const bytes = await readFile(file).catch(() => {
    throw wrongUsage(`"${file}" cannot be read.`)
  })
  if (isXlsx(bytes)) return readSpreadsheet(bytes)
  if (!/^\s*\[/.test(bytes.toString('utf8'))) return rowsOfCsv(file, bytes)
  try {
    return JSON.parse(bytes.toString('utf8')) as PayoutBatchRowRequest[]
  } catch {
    throw wrongUsage(`"${file}" is no JSON list of rows.`)
  }
}

function rowsOfCsv(file: string, bytes: Buffer): PayoutBatchRowRequest[] {
  const [head, ...rows] = readCsv(bytes)
  const columns = (head?.cells ?? []).map(title => fields.find(field => isTitleOf(field, fold(title))))
  if (!columns.includes('amount') || rows.length === 0)
    throw wrongUsage(
      `"${file}" is neither a JSON list, nor XLSX, nor a CSV file with rows and a column "Valor" or "amount".`,
      'The portal has a template to fill in.',
    )
  return rows.map(({ line, cells }) => {
    const written = columns.flatMap((field, index) => (field && cells[index] ? [[field, cells[index]] as const] : []))
    return spelled(Object.fromEntries(written), text => wrongUsage(`Line ${line} of "${file}": ${text}`))
  })
}

const isTitleOf = (field: Field, title: string) =>
  title === headings[field] || title === field.toLowerCase() || (field === 'taxNumber' && title === 'cpf')

/** Small letters and digits, without accents. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')

/** What people write as the API does. What is not understood is left as it is, for the server to refuse. */
function spelled(row: PayoutBatchRowRequest, wrong: (text: string) => Failure): PayoutBatchRowRequest {
  const { amount = '', keyType = '', key = '' } = row
  const type = keyTypes[fold(keyType)] ?? fold(keyType).toUpperCase()
  return {
    ...row,
    ...(amount === '' ? {} : { amount: spellAmount(amount, wrong) }),
    ...(keyType === '' ? {} : { keyType: type }),
    ...(type === 'PHONE' ? { key: spellPhone(key) } : {}),
  }
}

/** `R$ 1.250,00` is `1250.00`. */
function spellAmount(cell: string, wrong: (text: string) => Failure): string {
  const amount = cell.replace(/^R\$\s*/, '')
  if (/^\d{1,3}(\.\d{3})+$/.test(amount))
    throw wrong(`"${cell}" could be two amounts: write ${amount},00 or its cents.`)
  return /^(\d{1,3}(\.\d{3})*|\d+),\d{1,2}$/.test(amount) ? amount.replaceAll('.', '').replace(',', '.') : amount
}

/** `(11) 91234-5678` is a number of Brazil. */
function spellPhone(cell: string): string {
  const digits = cell.replaceAll(/\D/g, '')
  return digits.length === 10 || digits.length === 11 ? `+55${digits}` : `+${digits}`
}
