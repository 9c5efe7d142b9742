import { addDays, type Day } from '../../../platform/brazil/sao-paulo.ts'
import type { Translated } from '../../../platform/http/languages.ts'
import { spreadsheetRow } from '../../../platform/http/spreadsheet.ts'
import { type TableRow, plainHeading } from '../../../platform/spreadsheets/read-table.ts'
import type { BillMethod } from '../bill.ts'

export const sheetFields = [
  'customer',
  'name',
  'document',
  'email',
  'amount',
  'dueDate',
  'payableDays',
  'fine',
  'interest',
  'rebate',
  'discount',
  'description',
  'orderId',
  'onlyThisPayer',
  'methods',
  'street',
  'district',
  'city',
  'state',
  'postalCode',
  'metadata',
] as const
export type SheetField = (typeof sheetFields)[number]

/** The columns of a spreadsheet of bills: how our own files head them, and what is accepted too. */
const sheetColumns: Record<SheetField, { heading: Translated; also: readonly string[] }> = {
  customer: { heading: ['Cliente', 'Customer'], also: ['id externo', 'external id', 'externalid'] },
  name: { heading: ['Nome', 'Name'], also: ['pagador', 'payer', 'quem paga'] },
  document: { heading: ['CPF ou CNPJ', 'CPF or CNPJ'], also: ['cpf', 'cnpj', 'cpf cnpj', 'documento', 'document'] },
  email: { heading: ['E-mail', 'E-mail'], also: ['email'] },
  amount: { heading: ['Valor', 'Amount'], also: ['valor r'] },
  dueDate: { heading: ['Vencimento', 'Due date'], also: ['duedate', 'data de vencimento'] },
  payableDays: {
    heading: ['Dias após o vencimento', 'Days after due'],
    also: ['payabledaysafterdue', 'dias para pagar depois do vencimento'],
  },
  fine: { heading: ['Multa', 'Fine'], also: [] },
  interest: { heading: ['Juros', 'Interest'], also: [] },
  rebate: { heading: ['Abatimento', 'Rebate'], also: [] },
  discount: { heading: ['Desconto', 'Discount'], also: [] },
  description: { heading: ['Descrição', 'Description'], also: ['historico'] },
  orderId: { heading: ['Pedido', 'Order id'], also: ['orderid', 'numero do pedido', 'id do pedido'] },
  onlyThisPayer: { heading: ['Só este pagador', 'Only this payer'], also: ['onlythispayer'] },
  methods: {
    heading: ['Formas de pagamento', 'Methods'],
    also: ['forma de pagamento', 'metodos', 'payment methods', 'boleto'],
  },
  street: { heading: ['Endereço', 'Street'], also: ['rua', 'logradouro'] },
  district: { heading: ['Bairro', 'District'], also: [] },
  city: { heading: ['Cidade', 'City'], also: ['municipio'] },
  state: { heading: ['UF', 'State'], also: ['estado'] },
  postalCode: { heading: ['CEP', 'Postal code'], also: ['postalcode'] },
  metadata: { heading: ['Metadados', 'Metadata'], also: [] },
}

const needed = new Set<SheetField>(['amount', 'dueDate'])

/** As `readTable` takes them. */
export const tableColumns = Object.fromEntries(
  sheetFields.map(field => {
    const { heading, also } = sheetColumns[field]
    return [field, { headings: [...heading.map(plainHeading), ...also], needed: needed.has(field) }]
  }),
)

/** The filled cells of a row. */
export type Cells = TableRow<SheetField>['row']

const dayCell = (day: Day) => day.split('-').toReversed().join('/')

/** Where a boleto can be made, the first row asks for one. */
const boletoCells: Cells = {
  methods: 'Pix e boleto',
  street: 'Avenida Paulista, 1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  postalCode: '01310-100',
}

/** Opens in a Brazilian Excel by double click, and can be overwritten. Its bills are due after `today`. */
export function billTemplate(today: Day, methods: readonly BillMethod[]): string {
  const due = dayCell(addDays(today, 30))
  const rows: Cells[] = [
    {
      name: 'Maria da Silva',
      document: '529.982.247-25',
      email: 'maria@example.com',
      amount: '250,00',
      dueDate: due,
      payableDays: '30',
      fine: '2%',
      interest: '1% ao mês',
      discount: `5% até ${dayCell(addDays(today, 20))}`,
      description: 'Mensalidade',
      orderId: 'mensalidade-1',
      ...(methods.includes('boleto') && boletoCells),
    },
    {
      name: 'Padaria Aurora Ltda',
      document: '11.444.777/0001-61',
      amount: '1.250,00',
      dueDate: due,
      fine: '10,00',
      interest: '0,50 ao dia',
      description: 'Serviços',
      orderId: 'servicos-1',
    },
  ]
  const lines = [
    sheetFields.map(field => sheetColumns[field].heading[0]),
    ...rows.map(row => sheetFields.map(field => row[field] ?? '')),
  ]
  return `\ufeff${lines.map(spreadsheetRow).join('')}`
}
