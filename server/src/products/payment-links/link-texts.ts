import { type Language, type Translated, inLanguage } from '../../platform/http/languages.ts'

/** Everything the page of a payment link says, Portuguese and English side by side. */
const texts = {
  otherLanguage: ['English', 'Português'],
  sandbox: ['Ambiente de testes: nenhum dinheiro é movimentado.', 'Test environment: no money is moved.'],
  promise: [
    'O pagamento é feito no aplicativo do seu banco; nunca pedimos a sua senha.',
    "You pay in your bank's own app; we never ask for your password.",
  ],
  payTo: ['Pagamento para', 'Payment to'],
  payUntil: ['Disponível até {date}', 'Available until {date}'],
  timeZone: ['(horário de Brasília)', '(Brasília time)'],
  lastOne: ['Última unidade', 'The last one'],
  left: ['Restam {count}', '{count} left'],

  payTitle: ['Pague com Pix', 'Pay with Pix'],
  payIntro: [
    'No próximo passo você recebe o código Pix e o QR Code.',
    'In the next step you get the Pix code and the QR code.',
  ],
  amount: ['Quanto você quer pagar?', 'How much do you want to pay?'],
  amountHint: ['Em reais, por exemplo 25,00', 'In reais, for example 25.00'],
  amountBetween: ['De {min} a {max}', 'From {min} to {max}'],
  amountFrom: ['A partir de {min}', 'From {min}'],
  amountUpTo: ['Até {max}', 'Up to {max}'],
  name: ['Seu nome', 'Your name'],
  cpf: ['Seu CPF', 'Your CPF'],
  pay: ['Pagar com Pix', 'Pay with Pix'],
  counterFixed: ['Leia o QR Code com o aplicativo do seu banco.', "Read the QR code with your bank's app."],
  counterOpen: [
    'Leia o QR Code com o aplicativo do seu banco e digite o valor.',
    "Read the QR code with your bank's app and type the amount.",
  ],
  qrCode: ['QR Code do Pix', 'QR code of the Pix payment'],
  code: ['Pix Copia e Cola', 'Pix copy-and-paste code'],
  copy: ['Copiar código Pix', 'Copy the Pix code'],
  copied: ['Código copiado', 'Code copied'],

  problem: ['Não foi possível continuar', 'We could not go on'],
  AmountProblem: ['Confira o valor.', 'Check the amount.'],
  NameProblem: ['Escreva o seu nome.', 'Write your name.'],
  CpfProblem: ['Confira o CPF: este número não é válido.', 'Check the CPF: this number is not valid.'],
  PayerProblem: [
    'O banco não aceita este CPF. Confira o número ou fale com a loja.',
    'The bank does not accept this CPF. Check the number or talk to the shop.',
  ],
  BankProblem: [
    'O banco não respondeu. Nada foi cobrado; tente de novo em instantes.',
    'The bank did not answer. Nothing was charged; try again in a moment.',
  ],
  LimitProblem: [
    'Foram muitas tentativas seguidas. Espere um minuto e tente de novo.',
    'Too many tries in a row. Wait a minute and try again.',
  ],
  AgainProblem: ['Algo mudou enquanto você preenchia. Tente de novo.', 'Something changed meanwhile. Try again.'],

  SoldOut: ['Esgotado', 'Sold out'],
  SoldOutIntro: ['Todos os pagamentos deste link já foram feitos.', 'All payments of this link have been made.'],
  Ended: ['Este link acabou', 'This link has ended'],
  EndedIntro: ['O prazo para pagar por ele passou.', 'The time to pay by it is over.'],
  Closed: ['Este link está fechado', 'This link is closed'],
  ClosedIntro: ['A loja não está recebendo por ele agora.', 'The shop is not taking payments by it now.'],
  Busy: ['As últimas unidades estão sendo pagas', 'The last ones are being paid'],
  BusyIntro: [
    'Se alguém desistir, elas voltam em até 30 minutos. Abra esta página de novo mais tarde.',
    'If somebody gives up, they come back within 30 minutes. Open this page again later.',
  ],

  Suspended: ['Esta loja não está recebendo pagamentos no momento', 'This shop takes no payments at the moment'],
  SuspendedIntro: [
    'Nada foi cobrado. Fale com a loja ou tente de novo mais tarde.',
    'Nothing was charged. Talk to the shop or try again later.',
  ],

  notFoundTitle: ['Não encontramos este link', 'We cannot find this link'],
  notFoundIntro: [
    'O endereço está incompleto ou não existe. Peça o link de novo à loja.',
    'The address is incomplete or does not exist. Ask the shop for the link again.',
  ],
  awayTitle: ['Não conseguimos responder agora', 'We cannot answer right now'],
  awayIntro: ['Tente de novo em instantes.', 'Try again in a moment.'],
} as const satisfies Record<string, Translated>

export type TextKey = keyof typeof texts

/** Values are put into the text as they are; the page escapes the whole. */
export const say = (key: TextKey, language: Language, values: Record<string, string> = {}): string =>
  inLanguage(texts[key], language).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
