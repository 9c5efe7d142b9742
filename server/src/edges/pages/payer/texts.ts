import type { Translated } from '../../../platform/http/languages.ts'
import { sharedTexts, wording } from '../kit/texts.ts'

/** Everything the payer's page says, Portuguese and English side by side. */
const texts = {
  ...sharedTexts,
  pay: ['Pagar {amount}', 'Pay {amount}'],
  editable: ['Você pode alterar o valor na hora de pagar.', 'You can change the amount when you pay.'],
  onlyThisPayer: [
    'Pague de uma conta de {number}. Um pagamento de outra pessoa é devolvido.',
    'Pay from an account of {number}. A payment by another person is returned.',
  ],
  payTitle: ['Pague com Pix', 'Pay with Pix'],
  payIntro: [
    'Copie o código e cole no aplicativo do seu banco, em Pix Copia e Cola, ou escaneie o QR Code com outro celular.',
    "Copy the code and paste it into your bank's app, under Pix Copia e Cola, or scan the QR code with another phone.",
  ],
  waiting: [
    'Aguardando o pagamento. Esta página é atualizada automaticamente.',
    'Waiting for the payment. This page updates automatically.',
  ],

  payBillTitle: ['Pague esta cobrança com Pix', 'Pay this bill with Pix'],
  payBoletoTitle: ['Pague com Pix ou boleto', 'Pay with Pix or boleto'],
  boleto: ['Ou pague o boleto', 'Or pay the boleto'],
  boletoIntro: [
    'No aplicativo de qualquer banco, no caixa ou em uma lotérica. A confirmação leva até um dia útil.',
    "In any bank's app, at a counter or a lottery shop. The confirmation takes up to one business day.",
  ],
  download: ['Baixar em PDF para imprimir', 'Download a PDF to print'],
  Registering: ['O boleto está sendo registrado', 'The boleto is being registered'],
  registeringIntro: [
    'O banco leva alguns instantes. Esta página é atualizada automaticamente.',
    'The bank takes a moment. This page updates automatically.',
  ],
  ToSettle: ['Boleto pago', 'Boleto paid'],
  toSettleIntro: [
    'Não pague de novo. O dinheiro chega ao recebedor em um a três dias úteis, e o comprovante aparece aqui.',
    'Do not pay again. The money reaches the recipient in one to three business days, and the receipt appears here.',
  ],
  norBoleto: ['O boleto também não deve ser pago.', 'The boleto must not be paid either.'],
  dueDate: ['Vencimento', 'Due date'],
  payableUntil: ['Pode ser paga até', 'Can be paid until'],
  overdue: ['Esta cobrança está vencida.', 'This bill is overdue.'],
  overdueIntro: ['Ela ainda pode ser paga, pelo valor de hoje.', 'It can still be paid, for the amount of today.'],
  bankDecides: [
    'O seu banco confirma o valor no dia do pagamento.',
    'Your bank confirms the amount on the day you pay.',
  ],
  original: ['Valor da cobrança', 'Amount of the bill'],
  fine: ['Multa', 'Fine'],
  interest: ['Juros', 'Interest'],
  rebate: ['Abatimento', 'Rebate'],
  discount: ['Desconto', 'Discount'],
  owedTotal: ['Total hoje', 'Total today'],
  paidTotal: ['Total pago', 'Total paid'],
  completedIntro: ['O recebedor já foi avisado.', 'The recipient has been notified.'],
  again: ['Abrir o link de pagamento de novo', 'Open the payment link again'],
  Expired: ['Esta cobrança expirou', 'This charge has expired'],
  expiredIntro: [
    'Não pague este código. Se ainda precisar pagar, peça uma nova cobrança.',
    'Do not pay this code. If you still need to pay, ask for a new charge.',
  ],
  Closing: ['Esta cobrança está sendo encerrada', 'This charge is being closed'],
  closingIntro: [
    'Não pague este código. Se você acabou de pagar, esta página avisa.',
    'Do not pay this code. If you have just paid, this page will say so.',
  ],
  Closed: ['Esta cobrança não é mais válida', 'This charge is no longer valid'],
  closedIntro: ['Ela foi cancelada ou expirou. Nada foi cobrado.', 'It was cancelled or expired. Nothing was charged.'],
  Cancelled: ['Esta cobrança foi cancelada', 'This charge was cancelled'],
  cancelledIntro: [
    'Nada foi cobrado, e este código não pode mais ser pago.',
    'Nothing was charged, and this code can no longer be paid.',
  ],
  errorIntro: [
    'Se o valor saiu da sua conta, ele será devolvido. Peça uma nova cobrança.',
    'If the amount left your account, it will be returned. Ask for a new charge.',
  ],
  suspendedIntro: [
    'Não pague este código agora. Se você acabou de pagar, o valor foi registrado e esta página avisa.',
    'Do not pay this code now. If you have just paid, the amount is on record and this page will say so.',
  ],
  notFoundTitle: ['Cobrança não encontrada', 'Charge not found'],
  notFoundIntro: [
    'O endereço está incompleto ou não existe. Peça o link de novo ao recebedor.',
    'The address is incomplete or does not exist. Ask the recipient for the link again.',
  ],
} as const satisfies Record<string, Translated>

export type TextKey = keyof typeof texts
export const wordsIn = wording(texts)
