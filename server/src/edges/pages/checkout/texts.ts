import type { Translated } from '../../../platform/http/languages.ts'
import { sharedTexts, wording } from '../kit/texts.ts'

/** Everything the checkout says, Portuguese and English side by side. */
const texts = {
  ...sharedTexts,
  promise: [
    'Pix por Open Finance. Você autoriza no seu banco. Nunca pedimos a sua senha.',
    'Pix by Open Finance. You authorise at your own bank. We never ask for your password.',
  ],
  pay: ['Pagar {amount}', 'Pay {amount}'],
  steps: ['Etapas', 'Steps'],
  stepBank: ['Banco', 'Bank'],
  stepCheck: ['Conferir', 'Review'],
  stepAuthorise: ['Autorizar', 'Authorise'],
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

  checkTitle: ['Confira antes de autorizar', 'Review before you authorise'],
  what: ['Forma de pagamento', 'Payment method'],
  whatValue: ['Um pagamento único por Pix, agora', 'One Pix payment, now'],
  whom: ['Recebedor', 'Recipient'],
  howMuch: ['Valor', 'Amount'],
  description: ['Descrição', 'Description'],
  from: ['Conta de débito', 'Pay from'],
  fromValue: ['Sua conta: {bank}', 'Your account: {bank}'],
  payer: ['CPF ou CNPJ de quem paga', 'CPF or CNPJ of the payer'],
  ownCpf: ['Seu CPF', 'Your CPF'],
  ownCpfHint: ['De quem autoriza pela empresa', 'Of the person who authorises it for the company'],
  cpfWrong: ['Confira o CPF: este número não é válido.', 'Check the CPF: this number is not valid.'],
  untilWhen: ['Prazo', 'Deadline'],
  untilWhenValue: ['Autorize até {time}', 'Authorise by {time}'],
  agree: [
    'Ao continuar, este pagamento aparece no seu banco ({bank}) para você autorizar. Nada é cobrado antes disso.',
    'When you continue, your bank ({bank}) shows you this payment to authorise. Nothing is charged before that.',
  ],
  continue: ['Continuar com {bank}', 'Continue with {bank}'],
  otherBank: ['Escolher outro banco', 'Choose another bank'],

  handoffTitle: ['Abrindo o seu banco', 'Opening your bank'],
  handoffIntro: [
    'Autorize o pagamento até {time}. Depois você volta para a loja.',
    'Authorise the payment by {time}. Then you return to the shop.',
  ],

  processingTitle: ['Confirmando com o seu banco', 'Confirming with your bank'],
  processingIntro: [
    'Você já autorizou e não precisa pagar de novo. Isso costuma levar poucos segundos.',
    'You have authorised it and do not need to pay again. This usually takes a few seconds.',
  ],
  undecidedIntro: [
    'Seu banco ainda não confirmou o pagamento. Se você já autorizou, não precisa pagar de novo.',
    'Your bank has not confirmed the payment yet. If you have authorised it, do not pay again.',
  ],
  chooseAgain: ['Não autorizei: escolher de novo', 'I did not authorise it: choose again'],
  refresh: ['Atualizar', 'Refresh'],

  CompletedIntro: ['A loja já foi avisada.', 'The shop has been notified.'],
  ConsentRejected: ['Pagamento não autorizado', 'Payment not authorised'],
  ConsentRejectedIntro: [
    'A autorização foi recusada no banco. Nada foi cobrado.',
    'The authorisation was refused at the bank. Nothing was charged.',
  ],
  ErrorIntro: [
    'O banco não concluiu este pagamento. Para tentar de novo, volte para a loja.',
    'The bank did not complete this payment. To try again, go back to the shop.',
  ],
  Expired: ['Este pagamento expirou', 'This payment has expired'],
  Cancelled: ['Pagamento cancelado', 'Payment cancelled'],
  cancelledIntro: [
    'Nada foi cobrado. Para tentar de novo, volte para a loja.',
    'Nothing was charged. To try again, go back to the shop.',
  ],

  replaced: [
    'A autorização anterior foi substituída e não vale mais. Nada foi cobrado por ela.',
    'The earlier authorisation was replaced and is no longer valid. Nothing was charged for it.',
  ],
  bankFailed: [
    '{bank} não conseguiu concluir a autorização. Nada foi cobrado. Tente de novo ou escolha outro banco.',
    '{bank} could not complete the authorisation. Nothing was charged. Try again or choose another bank.',
  ],
  bankUnavailable: [
    '{bank} não está respondendo agora. Tente de novo em instantes ou escolha outro banco.',
    '{bank} is not responding right now. Try again in a moment or choose another bank.',
  ],
  tooManyAttempts: [
    'Foram muitas tentativas para este pagamento. Volte para a loja e comece de novo.',
    'There were too many attempts for this payment. Go back to the shop and start again.',
  ],

  notFoundTitle: ['Pagamento não encontrado', 'Payment not found'],
  notFoundIntro: [
    'O endereço está incompleto ou não existe. Volte para a loja e comece de novo.',
    'The address is incomplete or does not exist. Go back to the shop and start again.',
  ],
  unreadableTitle: ['Não conseguimos ler a resposta do banco', "The bank's response could not be read"],
  unreadableIntro: ['Volte para a loja para consultar o seu pagamento.', 'Go back to the shop to check your payment.'],
} as const satisfies Record<string, Translated>

export type TextKey = keyof typeof texts
export const wordsIn = wording(texts)
