import { type Language, type Translated, inLanguage } from '../../platform/http/languages.ts'
import { payerWords } from '../../money/transactions/words.ts'

/** Everything the checkout says, Portuguese and English side by side. */
const texts = {
  otherLanguage: ['English', 'Português'],
  sandbox: ['Ambiente de testes: nenhum dinheiro é movimentado.', 'Test environment: no money is moved.'],
  promise: [
    'Pix por Open Finance. Você autoriza no seu próprio banco; nunca pedimos a sua senha.',
    'Pix by Open Finance. You authorise at your own bank; we never ask for your password.',
  ],
  pay: ['Pagar {amount}', 'Pay {amount}'],
  payTo: ['Pagamento para', 'Payment to'],
  taxNumber: ['CNPJ', 'CNPJ'],
  payUntil: ['Pague até {date}', 'Pay by {date}'],
  steps: ['Etapas', 'Steps'],
  stepBank: ['Banco', 'Bank'],
  stepCheck: ['Conferir', 'Check'],
  stepAuthorise: ['Autorizar', 'Authorise'],
  backToShop: ['Voltar para a loja', 'Back to the shop'],
  leave: ['Voltar para a loja sem pagar', 'Back to the shop without paying'],

  chooseTitle: ['De qual banco você quer pagar?', 'Which bank do you want to pay from?'],
  chooseIntro: [
    'Escolha onde você tem conta. O pagamento é autorizado lá, no aplicativo ou no site.',
    'Choose where you have an account. You authorise the payment there, in its app or on its site.',
  ],
  search: ['Buscar banco', 'Find your bank'],
  searchButton: ['Buscar', 'Search'],
  banks: ['Bancos', 'Banks'],
  foundOne: ['1 banco', '1 bank'],
  foundMany: ['{count} bancos', '{count} banks'],
  foundNone: ['Nenhum banco encontrado.', 'No bank found.'],
  foundNoneHint: [
    'Confira o nome ou apague a busca para ver todos.',
    'Check the name, or clear the search to see them all.',
  ],
  showAll: ['Ver todos', 'Show all'],
  waiting: ['Você já começou com {bank}.', 'You have already started with {bank}.'],
  waitingLink: ['Continuar com {bank}', 'Continue with {bank}'],

  checkTitle: ['Confira antes de autorizar', 'Check before you authorise'],
  what: ['O quê', 'What'],
  whatValue: ['Um pagamento único por Pix, agora', 'One Pix payment, now'],
  whom: ['Para quem', 'To whom'],
  howMuch: ['Quanto', 'How much'],
  description: ['Descrição', 'Description'],
  from: ['De onde', 'From'],
  fromValue: ['Sua conta: {bank}', 'Your account at {bank}'],
  payer: ['Seu CPF', 'Your CPF'],
  untilWhen: ['Até quando', 'Until when'],
  untilWhenValue: ['Autorize até {time}', 'Authorise by {time}'],
  timeZone: ['(horário de Brasília)', '(Brasília time)'],
  agree: [
    'Ao continuar, este pagamento aparece no seu banco ({bank}) para você autorizar. Nada é cobrado antes disso.',
    'When you continue, your bank ({bank}) shows you this payment to authorise. Nothing is charged before that.',
  ],
  continue: ['Continuar com {bank}', 'Continue with {bank}'],
  otherBank: ['Escolher outro banco', 'Choose another bank'],

  handoffTitle: ['Levando você ao seu banco', 'Taking you to your bank'],
  handoffIntro: [
    'Autorize o pagamento até {time}. Depois você volta para a loja.',
    'Authorise the payment by {time}. Afterwards you return to the shop.',
  ],
  handoffLink: ['Continuar com {bank}', 'Continue with {bank}'],

  processingTitle: ['Confirmando com o seu banco', 'Confirming with your bank'],
  processingIntro: [
    'Você já autorizou e não precisa pagar de novo. Costuma levar poucos segundos.',
    'You have authorised it and need not pay again. It usually takes a few seconds.',
  ],
  undecidedIntro: [
    'Seu banco ainda não disse como terminou. Se você já autorizou, não precisa pagar de novo.',
    'Your bank has not said yet how it ended. If you have authorised it, you need not pay again.',
  ],
  chooseAgain: ['Não autorizei: escolher de novo', 'I did not authorise it: choose again'],
  refresh: ['Ver como está', 'See how it stands'],

  ...payerWords,
  CompletedIntro: ['A loja já foi avisada.', 'The shop has been told.'],
  receipt: ['Ver comprovante', 'See the receipt'],
  returnedIntro: ['O valor voltou para a conta de quem pagou.', 'The amount went back to whoever paid.'],
  ConsentRejected: ['Pagamento não autorizado', 'Payment not authorised'],
  ConsentRejectedIntro: [
    'A autorização foi recusada no banco. Nada foi cobrado.',
    'The authorisation was refused at the bank. Nothing was charged.',
  ],
  Error: ['O pagamento não foi concluído', 'The payment was not completed'],
  ErrorIntro: [
    'O banco não concluiu este pagamento. Para tentar de novo, volte para a loja.',
    'The bank did not complete this payment. To try again, go back to the shop.',
  ],
  Expired: ['O prazo deste pagamento acabou', 'The time for this payment is over'],
  Cancelled: ['Pagamento cancelado', 'Payment cancelled'],
  cancelledIntro: [
    'Nada foi cobrado. Para tentar de novo, volte para a loja.',
    'Nothing was charged. To try again, go back to the shop.',
  ],

  replaced: [
    'A autorização anterior foi trocada por outra escolha e não vale mais. Nada foi cobrado por ela.',
    'The earlier authorisation was replaced by another choice and is no longer valid. Nothing was charged for it.',
  ],
  bankFailed: [
    '{bank} não conseguiu concluir a autorização. Nada foi cobrado. Tente de novo ou escolha outro banco.',
    '{bank} could not complete the authorisation. Nothing was charged. Try again or choose another bank.',
  ],
  bankUnavailable: [
    '{bank} não está respondendo agora. Tente de novo em instantes ou escolha outro banco.',
    '{bank} is not answering right now. Try again in a moment or choose another bank.',
  ],
  tooManyAttempts: [
    'Foram tentativas demais para este pagamento. Volte para a loja e comece de novo.',
    'There were too many attempts for this payment. Go back to the shop and start again.',
  ],
  problem: ['Atenção', 'Please note'],

  notFoundTitle: ['Não encontramos este pagamento', 'We cannot find this payment'],
  notFoundIntro: [
    'O endereço está incompleto ou não existe. Volte para a loja e comece de novo.',
    'The address is incomplete or does not exist. Go back to the shop and start again.',
  ],
  unreadableTitle: ['Não conseguimos ler a resposta do banco', "We cannot read the bank's answer"],
  unreadableIntro: [
    'Volte para a loja para ver como está o seu pagamento.',
    'Go back to the shop to see how your payment stands.',
  ],
  suspendedTitle: ['Esta loja não está recebendo pagamentos no momento', 'This shop takes no payments at the moment'],
  suspendedIntro: [
    'Nada foi cobrado. Fale com a loja ou tente de novo mais tarde.',
    'Nothing was charged. Talk to the shop or try again later.',
  ],
  awayTitle: ['Não conseguimos responder agora', 'We cannot answer right now'],
  awayIntro: [
    'Tente de novo em instantes. Você não paga duas vezes.',
    'Try again in a moment. You will not pay twice.',
  ],
  bankAwayTitle: ['Os bancos não estão respondendo agora', 'The banks are not answering right now'],
  bankAwayIntro: ['Tente de novo em instantes. Nada foi cobrado.', 'Try again in a moment. Nothing was charged.'],
  faultTitle: ['Algo deu errado do nosso lado', 'Something went wrong on our side'],
  faultIntro: [
    'Tente de novo em instantes. Você não paga duas vezes. Código para o suporte: {requestId}',
    'Try again in a moment. You will not pay twice. Code for support: {requestId}',
  ],
} as const satisfies Record<string, Translated>

export type TextKey = keyof typeof texts

/** Values are put into the text as they are; the page escapes the whole. */
export const say = (key: TextKey, language: Language, values: Record<string, string> = {}): string =>
  inLanguage(texts[key], language).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
