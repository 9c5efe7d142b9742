import { bilingual } from '../../kit/texts.ts'

export const batchRowTexts = bilingual({
  waitingForMe: ['Lotes que aguardam sua aprovação', 'Batches waiting for your approval'],
  name: ['Nome', 'Name'],
  amount: ['Valor', 'Amount'],
  state: ['Situação', 'State'],
  progress: ['Andamento', 'Progress'],
  doneOf: [(done: number, all: number) => `${done} de ${all}`, (done: number, all: number) => `${done} of ${all}`],
  merchant: ['Lojista', 'Merchant'],
  requestedBy: ['Solicitado por', 'Requested by'],
  askedAt: ['Solicitado em', 'Requested'],
})

export const approvalTexts = bilingual({
  approve: ['Aprovar', 'Approve'],
  reject: ['Recusar', 'Reject'],
  back: ['Voltar', 'Back'],
  execution: ['Pagamento no banco', 'Payment at the bank'],
  youAsked: [
    'Você solicitou este pagamento: outra pessoa precisa aprovar.',
    'You requested this payment: another person must approve it.',
  ],
  youDecided: [
    'Você já aprovou. Falta a aprovação de mais alguém.',
    'You have approved. Another person must approve too.',
  ],
  yourTurn: ['Este pagamento aguarda a sua decisão.', 'This payment awaits your decision.'],
  yourTurnOperator: [
    'O valor passa do limite do lojista: precisa também da aprovação do Trilho.',
    "The amount is above the merchant's limit: Trilho must approve it too.",
  ],
  enoughOnlyOperator: [
    'A equipe já aprovou. Falta o Trilho, porque o valor passa do limite.',
    'Your team has approved. Trilho must too, because the amount is above the limit.',
  ],
  onlyReads: ['Seu papel permite acompanhar, não decidir.', 'Your role lets you follow this, not decide.'],
  missing: [
    (count: number) => (count === 1 ? 'Falta 1 aprovação.' : `Faltam ${count} aprovações.`),
    (count: number) => (count === 1 ? '1 approval is missing.' : `${count} approvals are missing.`),
  ],
  missingOperator: [
    'O valor passa do limite: o Trilho também precisa aprovar.',
    'The amount is above the limit: Trilho must approve too.',
  ],
  mayApprove: [(names: string) => `Podem aprovar: ${names}.`, (names: string) => `Who can approve: ${names}.`],
  nobodyMayApprove: [
    'Ninguém mais da equipe pode aprovar. Convide alguém com o papel Aprovador.',
    'Nobody else in your team can approve. Invite somebody in the Approver role.',
  ],
  tooFewApprovers: [
    (count: number) =>
      `A política exige mais ${count} aprovações e não há pessoas suficientes na equipe. Convide outro Aprovador.`,
    (count: number) =>
      `The policy requires ${count} more approvals and your team has too few people for it. Invite another Approver.`,
  ],
  stepAsked: ['solicitou o pagamento', 'requested the payment'],
  stepApproved: ['aprovou', 'approved'],
  stepRejected: ['recusou', 'rejected'],
  stepCancelled: ['cancelou', 'cancelled'],
  you: ['você', 'you'],
  ofTrilho: ['Trilho', 'Trilho'],
  notEnough: ['O saldo não cobre este pagamento', 'The balance does not cover this payment'],
  notEnoughHint: [
    (total: string, available: string) =>
      `São necessários ${total} e há ${available} disponíveis. Sem saldo a aprovação é recusada e nada muda.`,
    (total: string, available: string) =>
      `${total} is needed and ${available} is available. Without the money the approval is refused and nothing changes.`,
  ],
  takes: [
    (total: string, charges: string) => `Serão reservados ${total}, já com ${charges} de tarifa.`,
    (total: string, charges: string) => `${total} will be held, ${charges} of it charges.`,
  ],
  comment: ['Comentário', 'Comment'],
  commentOptional: ['Comentário (opcional)', 'Comment (optional)'],
  commentMissing: ['Diga por quê', 'Enter the reason'],
})
