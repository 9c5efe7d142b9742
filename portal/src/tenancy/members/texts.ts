import { bilingual } from '../../kit/texts.ts'
import type { Role } from '../../../../server/src/tenancy/people/permissions.ts'

export const memberTexts = bilingual({
  team: ['Equipe', 'Team'],
  teamIntro: [
    'Quem entra no portal deste lojista e o que cada pessoa pode fazer.',
    'Who can sign in to the portal of this company, and what each person can do.',
  ],
  invite: ['Convidar pessoa', 'Invite a person'],
  inviteIntro: [
    'A pessoa recebe um e-mail com um link para criar a senha. Quem já usa o Trilho entra direto.',
    'They get an e-mail with a link to create a password. People who already use Trilho get access at once.',
  ],
  name: ['Nome', 'Name'],
  email: ['E-mail', 'E-mail'],
  roles: ['Papéis', 'Roles'],
  rolesHint: [
    'Uma pessoa pode ter vários. Quem solicita um pagamento nunca o aprova.',
    'One person can have several. The requester of a payment can never approve it.',
  ],
  rolesMissing: ['Escolha pelo menos um papel', 'Choose at least one role'],
  nameMissing: ['Informe o nome', 'Enter the name'],
  emailWrong: ['Informe um e-mail válido', 'Enter a valid e-mail'],
  send: ['Enviar convite', 'Send the invitation'],
  person: ['Pessoa', 'Person'],
  state: ['Situação', 'Status'],
  secondFactor: ['Códigos de uso único', 'One-time codes'],
  on: ['Ativos', 'On'],
  off: ['Não ativados', 'Not set up'],
  you: ['você', 'you'],
  actions: ['Ações', 'Actions'],
  actionsOf: [(name: string) => `Ações para ${name}`, (name: string) => `Actions for ${name}`],
  changeRoles: ['Mudar papéis', 'Change roles'],
  changeRolesOf: [(name: string) => `Papéis de ${name}`, (name: string) => `Roles of ${name}`],
  rolesChanged: ['Papéis salvos', 'Roles saved'],
  resend: ['Enviar convite de novo', 'Send the invitation again'],
  invited: ['Convite enviado', 'Invitation sent'],
  added: ['Pessoa incluída na equipe', 'Person added to the team'],
  printed: [
    'Convite pronto. Este ambiente de testes não envia e-mails: o link está no log do servidor.',
    'The invitation is ready. This sandbox sends no mail: the link is in the log of the server.',
  ],
  remove: ['Remover da equipe', 'Remove from the team'],
  removeTitle: [(name: string) => `Remover ${name}?`, (name: string) => `Remove ${name}?`],
  removeHint: [
    'A pessoa perde o acesso a este lojista na hora. O que ela fez continua na auditoria.',
    'They lose their access to this business at once. What they did stays in the audit log.',
  ],
  removed: ['Pessoa removida', 'Person removed'],
  keysMade: [
    (name: string) => `Chaves de acesso que ${name} criou`,
    (name: string) => `Access keys that ${name} created`,
  ],
  revokeKeys: ['Revogar também estas chaves', 'Revoke these keys as well'],
  revokeKeysHint: [
    'Quem criou uma chave pode conhecer o segredo. Os sistemas que usam estas chaves param na hora: crie outras antes, se precisar.',
    'The creator of a key may know its secret. Systems that use these keys stop at once: create others first, if you need to.',
  ],
})

export const roleNames = ['owner', 'finance', 'approver', 'developer', 'viewer'] as const satisfies readonly Role[]

/** What a role is called, and under `…May` what it may do, in words. */
export const roleTexts = bilingual({
  owner: ['Proprietário', 'Owner'],
  ownerMay: [
    'Faz tudo: solicita e aprova pagamentos, cria chaves, gerencia a equipe e lê a auditoria.',
    'Does everything: requests and approves payments, creates keys, manages the team, reads the audit log.',
  ],
  finance: ['Financeiro', 'Finance'],
  financeMay: [
    'Faz cobranças e devoluções, responde a contestações, cadastra favorecidos e solicita pagamentos. Não aprova.',
    'Creates charges and refunds, defends disputes, registers receivers and requests payments. Cannot approve.',
  ],
  approver: ['Aprovador', 'Approver'],
  approverMay: [
    'Aprova ou recusa pagamentos que outra pessoa solicitou.',
    'Approves or rejects payments requested by another person.',
  ],
  developer: ['Desenvolvedor', 'Developer'],
  developerMay: ['Cria chaves de acesso e gerencia os webhooks.', 'Creates access keys and manages webhooks.'],
  viewer: ['Consulta', 'Viewer'],
  viewerMay: [
    'Só leitura: transações, extrato, solicitações e favorecidos.',
    'Read only: transactions, statement, requests and receivers.',
  ],
})

export const successorTexts = bilingual({
  another: [
    (name: string) => `${name} vai ser mais um proprietário`,
    (name: string) => `${name} will be another owner`,
  ],
  waits: [
    (name: string, email: string, when: string, by: string) =>
      `A operação da plataforma vai tornar ${name} (${email}) proprietário em ${when}, a pedido de ${by}.`,
    (name: string, email: string, when: string, by: string) =>
      `The platform's operators will make ${name} (${email}) an owner on ${when}, as ${by} asked.`,
  ],
  reason: ['Motivo:', 'Reason:'],
  stop: ['Impedir', 'Stop it'],
  stopTitle: [(place: string) => `Mais um proprietário em ${place}`, (place: string) => `Another owner of ${place}`],
  stopQuestion: [
    (name: string) => `Impedir que ${name} seja proprietário?`,
    (name: string) => `Stop ${name} from becoming an owner?`,
  ],
  stopHint: [
    'A pessoa não entra na equipe. A operação pode fazer outra solicitação, e você é avisado de novo.',
    'The person does not join the team. Operators can ask again, and you are notified again.',
  ],
  stopped: ['Impedido', 'Stopped'],
  stoppedHint: [
    (name: string, place: string) => `${name} não será proprietário de ${place}.`,
    (name: string, place: string) => `${name} will not be an owner of ${place}.`,
  ],
  tooLate: ['Não há mais o que impedir', 'There is nothing to stop any more'],
  tooLateHint: [
    'A solicitação já foi cumprida, foi impedida ou não pôde ser cumprida. Veja a equipe no portal.',
    'It has taken effect, was stopped, or could not be done. See the team in the portal.',
  ],
  agree: ['Se concordar, não precisa fazer nada.', 'If you agree, there is nothing to do.'],
  linkInvalid: ['Este link não vale', 'This link is not valid'],
  linkInvalidHint: [
    'Ele está incompleto, ou você não é mais proprietário da conta.',
    'It is incomplete, or you are no owner of the account any more.',
  ],
  openPortal: ['Abrir o portal', 'Open the portal'],
})

/** The same of operators. */
export const operatorRoleTexts = bilingual({
  support: ['Atendimento', 'Support'],
  supportMay: [
    'Vê tudo, com documentos ocultos, e não muda nada.',
    'Sees everything, with documents masked, and changes nothing.',
  ],
  treasury: ['Tesouraria', 'Treasury'],
  treasuryMay: [
    'Bancos, exceções, conciliação e aprovação de pagamentos.',
    'Banks, exceptions, reconciliation and approval of payments.',
  ],
  compliance: ['Compliance', 'Compliance'],
  complianceMay: [
    'Contestações, análises, limites e suspensão de lojistas.',
    'Disputes, reviews, limits and suspension of merchants.',
  ],
  administrator: ['Administração', 'Administrator'],
  administratorMay: [
    'Pessoas e papéis da operação, lojistas novos, tarifas e proprietários.',
    'Operators and their roles, new merchants, fees and owners.',
  ],
})
