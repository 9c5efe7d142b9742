import type { Translated } from '../../platform/http/languages.ts'
import { spreadsheetRow } from '../../platform/http/spreadsheet.ts'
import { type TableRow, plainHeading, readTable } from '../../platform/spreadsheets/read-table.ts'
import { spellMetadata, spellPhone, spellPostalCode, spellTaxNumber } from '../../platform/spreadsheets/spell-cell.ts'
import type { CustomerRequest } from './schemas.ts'

export const sheetFields = [
  'name',
  'document',
  'email',
  'phone',
  'postalCode',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
  'notes',
  'externalId',
  'metadata',
] as const
export type SheetField = (typeof sheetFields)[number]

/** The columns of a spreadsheet of customers: how files that we write head them, and what is accepted too. */
export const sheetColumns = {
  name: { heading: ['Nome', 'Name'], also: ['cliente', 'customer', 'razao social'] },
  document: { heading: ['CPF ou CNPJ', 'CPF or CNPJ'], also: ['cpf', 'cnpj', 'cpf cnpj', 'documento', 'document'] },
  email: { heading: ['E-mail', 'E-mail'], also: ['email'] },
  phone: { heading: ['Telefone', 'Phone'], also: ['celular'] },
  postalCode: { heading: ['CEP', 'Postal code'], also: ['postalcode'] },
  street: { heading: ['Rua', 'Street'], also: ['endereco', 'logradouro'] },
  number: { heading: ['Número', 'Number'], also: [] },
  complement: { heading: ['Complemento', 'Complement'], also: [] },
  district: { heading: ['Bairro', 'District'], also: [] },
  city: { heading: ['Cidade', 'City'], also: ['municipio'] },
  state: { heading: ['UF', 'State'], also: ['estado'] },
  notes: { heading: ['Anotações', 'Notes'], also: ['observacoes'] },
  externalId: { heading: ['Id externo', 'External id'], also: ['externalid', 'codigo'] },
  metadata: { heading: ['Metadados', 'Metadata'], also: [] },
} as const satisfies Record<SheetField, { heading: Translated; also: readonly string[] }>

/** The most rows of a file. */
export const mostRows = 5_000

const columns = Object.fromEntries(
  sheetFields.map(field => {
    const { heading, also } = sheetColumns[field]
    return [field, { headings: [...heading.map(plainHeading), ...also], needed: field === 'name' }]
  }),
)

/** A customer as a row of the file has it: only the cells that are filled. */
export type SheetRow = { line: number; fields: Partial<CustomerRequest> }

export const readCustomerSheet = (bytes: Buffer): SheetRow[] =>
  readTable<SheetField>(bytes, mostRows, columns).map(({ line, row }) => ({ line, fields: requestOf(row) }))

function requestOf({
  document,
  phone,
  metadata,
  name,
  email,
  notes,
  externalId,
  ...rest
}: TableRow<SheetField>['row']): SheetRow['fields'] {
  const address = rest.postalCode === undefined ? rest : { ...rest, postalCode: spellPostalCode(rest.postalCode) }
  return {
    ...(name !== undefined && { name }),
    ...(document !== undefined && { document: spellTaxNumber(document) }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone: spellPhone(phone) }),
    ...(notes !== undefined && { notes }),
    ...(externalId !== undefined && { externalId }),
    ...(metadata !== undefined && { metadata: spellMetadata(metadata) }),
    ...(Object.keys(address).length > 0 && { address }),
  }
}

/** A file that opens in a Brazilian Excel by double click and can be overwritten. */
export const customerTemplate = (): string =>
  `\ufeff${[
    sheetFields.map(field => sheetColumns[field].heading[0]),
    [
      'Maria da Silva',
      '529.982.247-25',
      'maria@example.com',
      '(11) 91234-5678',
      '01310-100',
      'Avenida Paulista',
      '1000',
      'Apto 12',
      'Bela Vista',
      'São Paulo',
      'SP',
      'Prefere contato por e-mail',
      'cliente-1',
      '{"plano":"ouro"}',
    ],
  ]
    .map(spreadsheetRow)
    .join('')}`
