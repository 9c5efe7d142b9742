import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Text } from '../../platform/http/schemas.ts'
import { languages } from '../../platform/http/languages.ts'
import { sheetFields } from './sheet-columns.ts'

/** The largest body that can hold a file. */
export const mostBytes = 4 * 1024 * 1024

const file = Type.String({ maxLength: 3_000_000, description: 'The file in base64: CSV or XLSX' })

export const PreviewRequest = Type.Object({ file }, { title: 'PreviewCustomerImport' })

export const ImportRequest = Type.Object(
  {
    file,
    skipInvalid: Type.Optional(
      Type.Boolean({ default: false, description: 'True: leave out invalid rows. Default: false' }),
    ),
  },
  { title: 'ImportCustomers' },
)

const Fault = Type.Object(
  {
    field: OneOf(sheetFields, 'The column'),
    code: Type.String({ description: 'What is wrong, for programs' }),
    message: Type.String({ description: 'What is wrong' }),
  },
  { title: 'CustomerImportFault' },
)

const ImportRow = Type.Object(
  {
    line: Type.Integer({ description: 'Row number in the file' }),
    action: OneOf(['create', 'change', 'none'], 'What is done with the row. `none`: it is invalid'),
    name: Nullable(Type.String({ description: 'Name of the customer' })),
    customerId: Nullable(Type.String({ description: 'The customer. Null in a preview of a new one' })),
    faults: Type.Array(Fault, { description: 'What is wrong with the row' }),
  },
  { title: 'CustomerImportRow' },
)

export const CustomerImport = Type.Object(
  {
    created: Type.Integer({ description: 'Rows that add a customer' }),
    changed: Type.Integer({ description: 'Rows that change a customer' }),
    invalid: Type.Integer({ description: 'Rows that are left out' }),
    rows: Type.Array(ImportRow),
  },
  { title: 'CustomerImport' },
)
export type CustomerImport = Static<typeof CustomerImport>

export const CustomerExportQuery = Type.Object({
  text: Type.Optional(
    Text(200, { description: 'Words of the name, e-mail, phone, document or external id, in any order' }),
  ),
  language: Type.Optional(OneOf(languages, 'Language of the headings. Default: en')),
})
