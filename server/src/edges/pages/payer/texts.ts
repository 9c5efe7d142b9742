import type { Translated } from '../../../platform/http/languages.ts'
import { sharedTexts, wording } from '../kit/texts.ts'

/** Everything the payer's page says, Portuguese and English side by side. */
const texts = {
  ...sharedTexts,
  pay: ['Pagar {amount}', 'Pay {amount}'],
  editable: ['Você pode alterar o valor na hora de pagar.', 'You can change the amount when you pay.'],
  payTitle: ['Pague com Pix', 'Pay with Pix'],
  payIntro: [
    'Copie o código e cole no aplicativo do seu banco, em Pix Copia e Cola, ou escaneie o QR Code com outro celular.',
    "Copy the code and paste it into your bank's app, under Pix Copia e Cola, or scan the QR code with another phone.",
  ],
  waiting: [
    'Aguardando o pagamento. Esta página é atualizada automaticamente.',
    'Waiting for the payment. This page updates automatically.',
  ],

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
