import { spreadsheetRow } from '../../platform/http/spreadsheet.ts'
import type { BatchKind } from './states.ts'

/** An example of each kind, which opens with a double click in a Brazilian Excel and can be written over. */
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
