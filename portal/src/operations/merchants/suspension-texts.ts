import { bilingual } from '../../kit/texts.ts'

export const suspensionTexts = bilingual({
  pt: {
    suspension: 'Suspensão',
    suspensionIntro:
      'Bloqueia todos os pedidos deste lojista, sem mexer no saldo dele. Pode ser desfeita a qualquer momento.',
    suspended: 'Lojista suspenso',
    suspendedBy: (name: string) => `Por ${name},`,
    suspend: 'Suspender',
    suspendOf: (name: string) => `Suspender ${name}?`,
    keysRefused: 'As chaves de acesso são recusadas em até 5 segundos, com o motivo MerchantSuspended.',
    payoutsWait:
      'Envios que nenhum banco tem ainda ficam esperando e continuam quando o lojista for retomado; lotes em andamento também, se ninguém os interromper. O que já está no banco segue o resultado do banco.',
    moneyStays: 'Pagamentos que chegam continuam registrados, e os webhooks continuam saindo. O saldo não muda.',
    pagesPause: 'Páginas de pagamento dizem que a loja não está recebendo no momento; nenhuma cobrança nova é feita.',
    peopleRead: 'Aprovações são recusadas. As pessoas do lojista entram, leem tudo e veem o motivo abaixo.',
    reason: 'Motivo',
    reasonHint: 'As pessoas do lojista leem isto em todas as telas. Fica na auditoria.',
    reasonMissing: 'Diga o motivo',
    suspendedNow: 'Lojista suspenso',
    suspendedWith: (count: number) =>
      count === 1
        ? 'Lojista suspenso. 1 envio já estava a caminho do banco e ainda pode sair.'
        : `Lojista suspenso. ${count} envios já estavam a caminho do banco e ainda podem sair.`,
    resume: 'Retomar',
    resumeHint: 'As chaves voltam a funcionar em até 5 segundos, e os envios que esperavam saem em seguida.',
    resumed: 'Lojista retomado',
  },
  en: {
    suspension: 'Suspension',
    suspensionIntro: 'Stops every request of this merchant and does not touch its money. It can be undone at any time.',
    suspended: 'Merchant suspended',
    suspendedBy: (name: string) => `By ${name},`,
    suspend: 'Suspend',
    suspendOf: (name: string) => `Suspend ${name}?`,
    keysRefused: 'Access keys are refused within 5 seconds, with the reason MerchantSuspended.',
    payoutsWait:
      'Payouts not yet sent to a bank wait and continue when the merchant is resumed; so do running batches, unless someone stops them. Payouts already at a bank follow its result.',
    moneyStays: 'Payments that arrive are still booked, and webhooks still go out. The balance does not change.',
    pagesPause: 'Payment pages say that the shop takes no payments at the moment; no new charge is made.',
    peopleRead: "Approvals are refused. The merchant's people sign in, read everything and see the reason below.",
    reason: 'Reason',
    reasonHint: "The merchant's people read this on every screen. It is recorded in the audit log.",
    reasonMissing: 'Enter the reason',
    suspendedNow: 'Merchant suspended',
    suspendedWith: (count: number) =>
      count === 1
        ? 'Merchant suspended. 1 payout was already on its way to the bank and may still be paid.'
        : `Merchant suspended. ${count} payouts were already on their way to the bank and may still be paid.`,
    resume: 'Resume',
    resumeHint: 'Its keys work again within 5 seconds, and payouts that waited go out right after.',
    resumed: 'Merchant resumed',
  },
})
