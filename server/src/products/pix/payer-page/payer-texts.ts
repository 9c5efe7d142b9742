import { type Language, type Translated, inLanguage } from '../../../platform/http/languages.ts'
import { payerWords } from '../../../money/transactions/words.ts'

/** Everything the payer's page says, Portuguese and English side by side. */
const texts = {
  otherLanguage: ['English', 'Português'],
  sandbox: ['Ambiente de testes: nenhum dinheiro é movimentado.', 'Test environment: no money is moved.'],
  promise: [
    'O pagamento é feito no aplicativo do seu banco; nunca pedimos a sua senha.',
    "You pay in your bank's own app; we never ask for your password.",
  ],
  pay: ['Pagar {amount}', 'Pay {amount}'],
  payTo: ['Pagamento para', 'Payment to'],
  editable: ['Você pode mudar o valor na hora de pagar.', 'You may change the amount when you pay.'],
  payUntil: ['Pague até {date}', 'Pay by {date}'],
  timeZone: ['(horário de Brasília)', '(Brasília time)'],
  timeLeft: ['Expira em', 'Expires in'],

  payTitle: ['Pague com Pix', 'Pay with Pix'],
  payIntro: [
    'Copie o código e cole no aplicativo do seu banco, em Pix Copia e Cola, ou leia o QR Code com outro celular.',
    "Copy the code and paste it into your bank's app, under Pix Copia e Cola, or read the QR code with another phone.",
  ],
  code: ['Pix Copia e Cola', 'Pix copy-and-paste code'],
  copy: ['Copiar código Pix', 'Copy the Pix code'],
  copied: ['Código copiado', 'Code copied'],
  qrCode: ['QR Code do Pix', 'QR code of the Pix payment'],
  waiting: [
    'Esperando o pagamento. Esta página muda sozinha.',
    'Waiting for the payment. This page changes by itself.',
  ],

  ...payerWords,
  completedIntro: ['Quem cobrou já foi avisado.', 'Whoever charged you has been told.'],
  receipt: ['Ver comprovante', 'See the receipt'],
  backToShop: ['Voltar para a loja', 'Back to the shop'],
  again: ['Abrir o link de pagamento de novo', 'Open the payment link again'],
  returnedIntro: ['O valor voltou para a conta de quem pagou.', 'The amount went back to whoever paid.'],
  Expired: ['O prazo desta cobrança acabou', 'The time to pay this is over'],
  expiredIntro: [
    'Não pague mais este código. Se ainda precisar pagar, peça uma cobrança nova.',
    'Do not pay this code any more. If you still need to pay, ask for a new charge.',
  ],
  Closing: ['Esta cobrança está sendo encerrada', 'This charge is being closed'],
  closingIntro: [
    'Não pague mais este código. Se você acabou de pagar, esta página avisa.',
    'Do not pay this code any more. If you have just paid, this page will say so.',
  ],
  Closed: ['Esta cobrança não vale mais', 'This charge is no longer valid'],
  closedIntro: [
    'Ela foi cancelada ou o prazo acabou. Nada foi cobrado.',
    'It was cancelled or its time was over. Nothing was charged.',
  ],
  Cancelled: ['Esta cobrança foi cancelada', 'This charge was cancelled'],
  cancelledIntro: [
    'Nada foi cobrado, e este código não pode mais ser pago.',
    'Nothing was charged, and this code can no longer be paid.',
  ],
  Error: ['O pagamento não foi concluído', 'The payment was not completed'],
  errorIntro: [
    'Se o dinheiro saiu da sua conta, ele volta para ela. Peça uma cobrança nova.',
    'If money left your account, it goes back to it. Ask for a new charge.',
  ],

  Suspended: ['Esta loja não está recebendo pagamentos no momento', 'This shop takes no payments at the moment'],
  suspendedIntro: [
    'Não pague este código agora. Se você acabou de pagar, o valor está registrado e esta página avisa.',
    'Do not pay this code now. If you have just paid, the amount is on record and this page will say so.',
  ],

  notFoundTitle: ['Não encontramos esta cobrança', 'We cannot find this charge'],
  notFoundIntro: [
    'O endereço está incompleto ou não existe. Peça o link de novo a quem cobrou.',
    'The address is incomplete or does not exist. Ask whoever charged you for the link again.',
  ],
  awayTitle: ['Não conseguimos responder agora', 'We cannot answer right now'],
  awayIntro: [
    'Tente de novo em instantes. Se você já pagou, não pague de novo.',
    'Try again in a moment. If you have paid, do not pay again.',
  ],
} as const satisfies Record<string, Translated>

export type TextKey = keyof typeof texts

/** Values are put into the text as they are; the page escapes the whole. */
export const say = (key: TextKey, language: Language, values: Record<string, string> = {}): string =>
  inLanguage(texts[key], language).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
