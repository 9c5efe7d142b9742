import type { Day } from '../../../platform/brazil/sao-paulo.ts'
import { type Language, type Translated, inLanguage } from '../../../platform/http/languages.ts'

/** Everything the sheet of a bill says, Portuguese and English side by side. */
const texts = {
  title: ['Cobrança', 'Bill'],
  fileName: ['cobranca', 'bill'],
  owedOn: ['A pagar em {day}', 'To pay on {day}'],
  amount: ['Valor', 'Amount'],
  paid: ['Pago', 'Paid'],
  dueDate: ['Vencimento', 'Due date'],
  payableUntil: ['Pode ser paga até {day}', 'Can be paid until {day}'],
  payer: ['Quem paga', 'Payer'],
  details: ['Detalhes', 'Details'],
  description: ['Descrição', 'Description'],
  orderId: ['Pedido', 'Order'],
  billId: ['ID da cobrança', 'Bill ID'],
  madeUp: ['Como o valor é formado', 'How the amount is made up'],
  original: ['Valor da cobrança', 'Amount of the bill'],
  fine: ['Multa', 'Fine'],
  interest: ['Juros', 'Interest'],
  rebate: ['Abatimento', 'Rebate'],
  discount: ['Desconto', 'Discount'],
  owedTotal: ['Total em {day}', 'Total on {day}'],
  paidTotal: ['Total pago', 'Total paid'],
  moreLines: ['Mais {count} itens', '{count} more lines'],
  terms: ['Condições', 'Terms'],
  pix: ['Pague com Pix', 'Pay with Pix'],
  pixIntro: [
    'Escaneie o QR Code no aplicativo do seu banco. O banco confirma o valor do dia.',
    "Scan the QR code in your bank's app. The bank confirms the amount of the day.",
  ],
  code: ['Pix Copia e Cola', 'Pix copy-and-paste code'],
  cutHere: ['Recorte aqui', 'Cut here'],
  orOnline: ['Página desta cobrança: {url}', 'Page of this bill: {url}'],
  sandbox: ['Ambiente de testes: nenhum dinheiro é movimentado.', 'Test environment: no money is moved.'],

  Open: ['Em aberto', 'Open'],
  Overdue: ['Vencida. Ainda pode ser paga, pelo valor do dia.', 'Overdue. Still payable, for the amount of the day.'],
  Registering: ['O banco está registrando o boleto.', 'The bank is registering the boleto.'],
  ToSettle: ['Boleto pago em {day}. Não pague de novo.', 'Boleto paid on {day}. Do not pay again.'],
  Paid: ['Paga em {day}. Não pague de novo.', 'Paid on {day}. Do not pay again.'],
  Over: ['Não vale mais. Não pague.', 'No longer valid. Do not pay.'],
  Suspended: ['Este recebedor não está recebendo pagamentos.', 'This recipient is not accepting payments.'],
} as const satisfies Record<string, Translated>

export type TextKey = keyof typeof texts

export const say = (key: TextKey, language: Language, values: Record<string, string> = {}): string =>
  inLanguage(texts[key], language).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** `10/12/2026`, in both languages: day, month, year. */
export const spellDay = (day: Day): string => day.split('-').toReversed().join('/')

/** A boleto is for banks in Brazil: it is Portuguese in every language. */
export const slipTexts = {
  payAt: [
    'Local de pagamento',
    'Pague em qualquer banco até a data limite. O banco atualiza o valor depois do vencimento.',
  ],
  dueDate: 'Vencimento',
  beneficiary: 'Beneficiário',
  documentDate: 'Data do documento',
  documentNumber: 'Nº do documento',
  currency: ['Espécie', 'R$'],
  accepted: ['Aceite', 'N'],
  bankNumber: 'Nosso número',
  amount: '(=) Valor do documento',
  instructions: 'Instruções (responsabilidade do beneficiário)',
  discount: '(-) Desconto / Abatimento',
  added: '(+) Juros / Multa',
  paid: '(=) Valor cobrado',
  payer: 'Pagador',
  form: 'Ficha de compensação',
  receipt: 'Autenticação mecânica',
} as const
