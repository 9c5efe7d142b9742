import type { Role } from '../../../../server/src/tenancy/people/permissions.ts'
import { bilingual } from '../../kit/texts.ts'

export const roleNames = ['owner', 'finance', 'approver', 'developer', 'viewer'] as const satisfies readonly Role[]

/** What a role is called, and under `…May` what it may do, in words. */
export const roleTexts = bilingual({
  pt: {
    owner: 'Proprietário',
    ownerMay: 'Faz tudo: solicita e aprova pagamentos, cria chaves, gerencia a equipe e lê a auditoria.',
    finance: 'Financeiro',
    financeMay:
      'Faz cobranças e devoluções, responde a contestações, cadastra favorecidos e solicita pagamentos. Não aprova.',
    approver: 'Aprovador',
    approverMay: 'Aprova ou recusa pagamentos que outra pessoa solicitou.',
    developer: 'Desenvolvedor',
    developerMay: 'Cria chaves de acesso e gerencia os webhooks.',
    viewer: 'Consulta',
    viewerMay: 'Só leitura: transações, extrato, solicitações e favorecidos.',
  },
  en: {
    owner: 'Owner',
    ownerMay: 'Does everything: requests and approves payments, creates keys, manages the team, reads the audit log.',
    finance: 'Finance',
    financeMay:
      'Creates charges and refunds, answers disputes, registers receivers and requests payments. Cannot approve.',
    approver: 'Approver',
    approverMay: 'Approves or rejects payments requested by another person.',
    developer: 'Developer',
    developerMay: 'Creates access keys and manages webhooks.',
    viewer: 'Viewer',
    viewerMay: 'Read only: transactions, statement, requests and receivers.',
  },
})
