import type { Translated } from '../../../platform/http/languages.ts'
import { wording } from '../kit/texts.ts'

/** Everything the simulated bank says, Portuguese and English side by side. */
const texts = {
  bank: ['Banco Simulado', 'Simulated Bank'],
  sandbox: [
    'Ambiente de testes, no lugar do banco escolhido: {bank}. Nenhum dinheiro é movimentado.',
    'Test environment, in place of the chosen bank: {bank}. No money is moved.',
  ],
  greeting: ['Olá! Você está na sua conta.', 'Hello! You are in your account.'],
  title: ['Autorizar pagamento', 'Authorise a payment'],
  amount: ['Valor', 'Amount'],
  receiver: ['Recebedor', 'Recipient'],
  payer: ['CPF/CNPJ', 'CPF/CNPJ'],
  account: ['Conta de débito', 'Pay from'],
  accountValue: ['Agência 0001, conta corrente 1234567-8', 'Branch 0001, current account 1234567-8'],
  until: ['Autorize até', 'Authorise by'],
  approve: ['Autorizar', 'Authorise'],
  refuse: ['Recusar', 'Refuse'],
  otherEnds: ['Simular outros resultados', 'Simulate other outcomes'],
  expire: ['Deixar o prazo acabar', 'Let the time run out'],
  fail: ['Autorizar, mas o pagamento falha', 'Authorise, but the payment fails'],
  lateTitle: ['O prazo para autorizar acabou', 'The time to authorise is over'],
  lateIntro: ['Nada foi cobrado.', 'Nothing was charged.'],
  goBack: ['Voltar', 'Go back'],
  doneTitle: ['Pronto. Voltando para a loja', 'Done. Returning to the shop'],
  doneLink: ['Continuar', 'Continue'],
  unknownTitle: ['Não há nada para autorizar aqui', 'There is nothing to authorise here'],
  unknownIntro: ['O endereço está incompleto ou foi alterado.', 'The address is incomplete or was altered.'],
} as const satisfies Record<string, Translated>

export const wordsIn = wording(texts)
