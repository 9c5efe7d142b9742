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
      'Saiu do disponível para envios e devoluções a caminho. Vai embora quando o banco confirmar, ou volta se falhar.',
    blockedMeans:
      'Um banco contestou um pagamento recebido (MED). O dinheiro espera a decisão: volta a quem pagou ou fica livre de novo.',
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
      'Taken from available for payments and refunds on their way. It leaves when the bank confirms, or comes back if it fails.',
    blockedMeans:
      'A bank disputes a payment you have received (MED). The money waits for the decision: it goes back to the payer, or is free again.',
    totalMeans: 'Available, held and blocked, together.',
  },
})
