import type { Role } from '../../../../server/src/tenancy/people/permissions.ts'
import { bilingual } from '../../kit/texts.ts'

export const roleNames = ['owner', 'finance', 'approver', 'developer', 'viewer'] as const satisfies readonly Role[]

/** What a role is called, and under `…May` what it may do, in words. */
export const roleTexts = bilingual({
  pt: {
    owner: 'Proprietário',
    ownerMay: 'Faz tudo: pede e aprova pagamentos, cria chaves, cuida da equipe e lê a auditoria.',
    finance: 'Financeiro',
    financeMay:
      'Faz cobranças e devoluções, responde a contestações, cadastra favorecidos e pede pagamentos. Não aprova.',
    approver: 'Aprovador',
    approverMay: 'Aprova ou recusa pagamentos que outra pessoa pediu.',
    developer: 'Desenvolvedor',
    developerMay: 'Cria chaves de acesso e cuida dos webhooks.',
    viewer: 'Consulta',
    viewerMay: 'Só consulta: transações, extrato, solicitações e favorecidos.',
  },
  en: {
    owner: 'Owner',
    ownerMay: 'Does everything: asks for and approves payments, makes keys, looks after the team, reads the audit log.',
    finance: 'Finance',
    financeMay:
      'Makes charges and refunds, answers disputes, registers receivers and asks for payments. Approves nothing.',
    approver: 'Approver',
    approverMay: 'Approves or rejects payments that somebody else asked for.',
    developer: 'Developer',
    developerMay: 'Makes access keys and looks after the webhooks.',
    viewer: 'Viewer',
    viewerMay: 'Only looks: transactions, statement, requests and receivers.',
  },
})
