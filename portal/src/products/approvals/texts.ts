import { bilingual } from '../../kit/texts.ts'

export const batchRowTexts = bilingual({
  pt: {
    waitingForMe: 'Lotes que aguardam sua aprovação',
    name: 'Nome',
    amount: 'Valor',
    state: 'Situação',
    progress: 'Andamento',
    doneOf: (done: number, all: number) => `${done} de ${all}`,
    merchant: 'Lojista',
    requestedBy: 'Solicitado por',
    askedAt: 'Solicitado em',
  },
  en: {
    waitingForMe: 'Batches waiting for your approval',
    name: 'Name',
    amount: 'Amount',
    state: 'State',
    progress: 'Progress',
    doneOf: (done: number, all: number) => `${done} of ${all}`,
    merchant: 'Merchant',
    requestedBy: 'Requested by',
    askedAt: 'Requested',
  },
})
