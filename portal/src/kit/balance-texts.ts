import { bilingual } from './texts.ts'

/** The four balances, called and explained alike wherever one is shown. */
export const balanceTexts = bilingual({
  pt: {
    available: 'Disponível',
    held: 'Reservado',
    blocked: 'Bloqueado',
    total: 'Total',
    whatIs: (name: string) => `O que é ${name}?`,
    availableMeans: 'O que pode ser enviado, sacado ou devolvido agora.',
    heldMeans:
      'Separado para envios e devoluções em andamento. Sai quando o banco confirma, ou volta ao disponível se falharem.',
    blockedMeans:
      'Um banco contestou um pagamento recebido (MED). O valor aguarda a decisão: é devolvido ao pagador ou volta a ficar disponível.',
    totalMeans: 'Disponível, reservado e bloqueado, juntos.',
  },
  en: {
    available: 'Available',
    held: 'Held',
    blocked: 'Blocked',
    total: 'Total',
    whatIs: (name: string) => `What is ${name}?`,
    availableMeans: 'What can be sent, withdrawn or refunded now.',
    heldMeans:
      'Set aside for payments and refunds in progress. It leaves when the bank confirms, or becomes available again if they fail.',
    blockedMeans:
      'A bank disputes a payment you have received (MED). The money waits for the decision: it is returned to the payer or becomes available again.',
    totalMeans: 'Available, held and blocked, together.',
  },
})
