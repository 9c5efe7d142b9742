import { type Language, type Translated, inLanguage } from '../../../platform/http/languages.ts'
import { payerWords } from '../../../money/transactions/words.ts'

/** What several pages say, Portuguese and English side by side. */
export const sharedTexts = {
  ...payerWords,
  otherLanguage: ['English', 'Português'],
  sandbox: ['Ambiente de testes: nenhum dinheiro é movimentado.', 'Test environment: no money is moved.'],
  payTo: ['Pagamento para', 'Payment to'],
  timeZone: ['(horário de Brasília)', '(Brasília time)'],
  payUntil: ['Pague até {date}', 'Pay by {date}'],
  timeLeft: ['Expira em', 'Expires in'],
  code: ['Pix Copia e Cola', 'Pix copy-and-paste code'],
  copy: ['Copiar código Pix', 'Copy the Pix code'],
  copied: ['Código copiado', 'Code copied'],
  typedLine: ['Linha digitável do boleto', 'Typed line of the boleto'],
  copyLine: ['Copiar linha digitável', 'Copy the typed line'],
  copiedLine: ['Linha digitável copiada', 'Typed line copied'],
  barcode: ['Código de barras do boleto', 'Barcode of the boleto'],
  qrCode: ['QR Code do Pix', 'QR code of the Pix payment'],
  promise: [
    'Você paga no aplicativo do seu banco. Nunca pedimos a sua senha.',
    "You pay in your bank's own app. We never ask for your password.",
  ],
  receipt: ['Ver comprovante', 'View receipt'],
  backToShop: ['Voltar para a loja', 'Back to the shop'],
  problem: ['Atenção', 'Please note'],
  returnedIntro: ['O valor foi devolvido à conta do pagador.', "The amount was returned to the payer's account."],
  Error: ['O pagamento não foi concluído', 'The payment was not completed'],

  suspendedTitle: [
    'Esta loja não está recebendo pagamentos no momento',
    'This shop is not accepting payments right now',
  ],
  suspendedIntro: [
    'Nada foi cobrado. Fale com a loja ou tente de novo mais tarde.',
    'Nothing was charged. Contact the shop or try again later.',
  ],
  awayTitle: ['Serviço indisponível no momento', 'Service unavailable right now'],
  awayIntro: [
    'Tente de novo em instantes. Se você já pagou, não pague de novo.',
    'Try again in a moment. If you have already paid, do not pay again.',
  ],
  bankAwayTitle: ['Os bancos não estão respondendo agora', 'The banks are not responding right now'],
  bankAwayIntro: ['Nada foi cobrado. Tente de novo em instantes.', 'Nothing was charged. Try again in a moment.'],
  faultTitle: ['Algo deu errado do nosso lado', 'Something went wrong on our side'],
  faultIntro: [
    'Tente de novo em instantes. Se você já pagou, não pague de novo. Código para o suporte: {requestId}',
    'Try again in a moment. If you have already paid, do not pay again. Code for support: {requestId}',
  ],
} as const satisfies Record<string, Translated>

/** Says the texts of a table in a language. Values are put in as they are; the page escapes the whole. */
export const wording =
  <Texts extends Record<string, Translated>>(texts: Texts) =>
  (language: Language) =>
  (key: keyof Texts, values: Record<string, string> = {}): string =>
    inLanguage(texts[key] ?? ['', ''], language).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

export const sharedWords = wording(sharedTexts)
