import type { Translated } from '../../../platform/http/languages.ts'
import { sharedTexts, wording } from '../kit/texts.ts'

/** Everything the page of a payment link says, Portuguese and English side by side. */
const texts = {
  ...sharedTexts,
  payUntil: ['Disponível até {date}', 'Available until {date}'],
  lastOne: ['Última unidade', 'Last one'],
  left: ['Restam {count}', '{count} left'],

  payTitle: ['Pague com Pix', 'Pay with Pix'],
  payIntro: [
    'Na próxima etapa você recebe o código Pix e o QR Code.',
    'In the next step you get the Pix code and the QR code.',
  ],
  amount: ['Quanto você quer pagar?', 'How much do you want to pay?'],
  amountHint: ['Em reais, por exemplo 25,00', 'In reais, for example 25.00'],
  amountBetween: ['De {min} a {max}', 'From {min} to {max}'],
  amountFrom: ['A partir de {min}', 'From {min}'],
  amountUpTo: ['Até {max}', 'Up to {max}'],
  name: ['Seu nome', 'Your name'],
  taxNumber: ['Seu CPF ou CNPJ', 'Your CPF or CNPJ'],
  pay: ['Pagar com Pix', 'Pay with Pix'],
  counterFixed: ['Escaneie o QR Code com o aplicativo do seu banco.', "Scan the QR code with your bank's app."],
  counterOpen: [
    'Escaneie o QR Code com o aplicativo do seu banco e digite o valor.',
    "Scan the QR code with your bank's app and enter the amount.",
  ],

  problem: ['Não foi possível continuar', 'Could not continue'],
  AmountProblem: ['Confira o valor.', 'Check the amount.'],
  NameProblem: ['Informe o seu nome.', 'Enter your name.'],
  TaxNumberProblem: [
    'Confira o CPF ou CNPJ: este número não é válido.',
    'Check the CPF or CNPJ: this number is not valid.',
  ],
  PayerProblem: [
    'O banco não aceita este CPF ou CNPJ. Confira o número ou fale com a loja.',
    'The bank does not accept this CPF or CNPJ. Check the number or contact the shop.',
  ],
  BankProblem: [
    'O banco não respondeu. Nada foi cobrado; tente de novo em instantes.',
    'The bank did not respond. Nothing was charged; try again in a moment.',
  ],
  LimitProblem: [
    'Foram muitas tentativas seguidas. Aguarde um minuto e tente de novo.',
    'Too many attempts in a row. Wait a minute and try again.',
  ],
  AgainProblem: ['Algo mudou enquanto você preenchia. Tente de novo.', 'Something changed in the meantime. Try again.'],

  SoldOut: ['Esgotado', 'Sold out'],
  SoldOutIntro: ['Todos os pagamentos deste link já foram feitos.', 'All payments of this link have been made.'],
  Ended: ['Este link expirou', 'This link has expired'],
  EndedIntro: ['O prazo para pagar por este link terminou.', 'The time to pay with this link is over.'],
  Closed: ['Este link está fechado', 'This link is closed'],
  ClosedIntro: [
    'A loja não está recebendo pagamentos por este link.',
    'The shop is not accepting payments with this link.',
  ],
  Busy: ['As últimas unidades estão sendo pagas', 'The last ones are being paid'],
  BusyIntro: [
    'Se alguém desistir, elas ficam disponíveis em até 30 minutos. Abra esta página de novo mais tarde.',
    'If somebody gives up, they become available within 30 minutes. Open this page again later.',
  ],

  notFoundTitle: ['Link não encontrado', 'Link not found'],
  notFoundIntro: [
    'O endereço está incompleto ou não existe. Peça o link de novo à loja.',
    'The address is incomplete or does not exist. Ask the shop for the link again.',
  ],
} as const satisfies Record<string, Translated>

export type TextKey = keyof typeof texts
export const wordsIn = wording(texts)
