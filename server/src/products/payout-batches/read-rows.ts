import { formatAmountShort } from '../../platform/brazil/money.ts'
import { readTypedAmount } from '../../platform/brazil/read-typed-amount.ts'
import { type TableRow, readTable } from '../../platform/spreadsheets/read-table.ts'
import { spellPhone, spellTaxNumber } from '../../platform/spreadsheets/spell-cell.ts'
import { type BatchKind, mostRows } from './states.ts'
import { type Field, fieldsOf } from './written-row.ts'
import { spreadsheetRow } from '../../platform/http/spreadsheet.ts'

/** Accepted headings of each column, without accents, case and punctuation; the first is the template's. */
const headingsOf = {
  name: ['nome', 'name', 'favorecido', 'nome do favorecido', 'recebedor'],
  taxNumber: ['cpf ou cnpj', 'cpf', 'cpf cnpj', 'cnpj', 'tax number', 'taxnumber', 'documento', 'cpf do favorecido'],
  keyType: ['tipo de chave', 'key type', 'keytype', 'tipo da chave', 'tipo'],
  key: ['chave pix', 'key', 'chave', 'pix'],
  receiver: ['cnpj', 'receiver', 'recebedor', 'empresa', 'id do recebedor'],
  account: ['conta', 'account', 'numero da conta'],
  amount: ['valor', 'amount', 'valor r', 'quantia'],
  orderId: ['pedido', 'order id', 'orderid', 'id do pedido', 'numero do pedido'],
  description: ['descricao', 'description', 'historico', 'observacao'],
} as const satisfies Record<Field, readonly string[]>

export type FileRow = TableRow<Field>

/** The rows of a person's spreadsheet, with the API's field names. An unreadable file is refused as a whole. */
export function readRows(kind: BatchKind, bytes: Buffer): FileRow[] {
  const columns = Object.entries(fieldsOf[kind]).map(([field, { needed }]) => [
    field,
    { headings: headingsOf[field as Field], needed },
  ])
  return readTable<Field>(bytes, mostRows, Object.fromEntries(columns)).map(({ line, row }) => ({
    line,
    row: spelled(row),
  }))
}

function spelled(row: FileRow['row']): FileRow['row'] {
  const fields = Object.keys(row) as Field[]
  const written: FileRow['row'] = Object.fromEntries(fields.map(field => [field, spelledCell(field, row[field] ?? '')]))
  return written.key === undefined ? written : { ...written, key: spellKey(written.keyType, written.key) }
}

const spelledCell = (field: Field, cell: string): string => spell[field]?.(cell) ?? cell

/** Turns what Excel makes of typed values into the API's notation. What is not understood is refused later. */
const spell: Partial<Record<Field, (cell: string) => string | undefined>> = {
  amount: cell => {
    const amount = readTypedAmount(cell)
    // With a comma it is not an amount of the API, which accepts fractions of a cent.
    return amount === null ? cell.replace('.', ',') : formatAmountShort(amount)
  },
  taxNumber: spellTaxNumber,
  keyType: cell => keyTypeWords[cell.toLowerCase().replaceAll(/[^a-z]/g, '')],
}

const keyTypeWords: Record<string, string> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
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

function spellKey(keyType: string | undefined, cell: string): string {
  if (keyType === 'CPF' || keyType === 'CNPJ') return spellTaxNumber(cell)
  return keyType === 'PHONE' ? spellPhone(cell) : cell
}

/** An example of each kind that opens in a Brazilian Excel by double click and can be overwritten. */
const rows = {
  payouts: [
    ['Nome', 'CPF ou CNPJ', 'Tipo de chave', 'Chave Pix', 'Valor', 'Pedido', 'Descrição'],
    ['Maria da Silva', '529.982.247-25', 'E-mail', 'maria@example.com', '10,50', 'pedido-1', 'Comissão de novembro'],
    ['João de Souza', '390.533.447-05', 'Telefone', '(11) 91234-5678', '1.250,00', 'pedido-2', 'Comissão de novembro'],
    ['Padaria Aurora Ltda', '11.444.777/0001-61', 'CNPJ', '11.444.777/0001-61', '350,00', 'pedido-3', 'Farinha'],
  ],
  companyPayments: [
    ['CNPJ', 'Conta', 'Valor', 'Descrição'],
    ['11.444.777/0001-61', '', '350,00', 'Farinha de novembro'],
  ],
} as const satisfies Record<BatchKind, readonly (readonly string[])[]>

export const templateFile = (kind: BatchKind): string => `\ufeff${rows[kind].map(spreadsheetRow).join('')}`
