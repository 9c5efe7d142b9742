import { bilingual } from '../../kit/texts.ts'
import { operatorActWords, whenNeededWords } from '../../../../server/src/tenancy/people/operator-requests/words.ts'

export const operatorActTexts = bilingual(operatorActWords)
export const whenNeededTexts = bilingual(whenNeededWords)

export const approvalTexts = bilingual({
  approvals: ['Aprovações', 'Approvals'],
  approvalsIntro: [
    'O que uma pessoa da operação solicita e outra precisa aprovar antes que aconteça.',
    'What one operator asks for and another one must approve before it happens.',
  ],
  open: ['Em aberto', 'Open'],
  decided: ['Decididas', 'Decided'],
  rules: ['Regras', 'Rules'],
  what: ['Ação', 'Action'],
  about: ['Sobre', 'About'],
  merchant: ['Lojista', 'Merchant'],
  state: ['Situação', 'State'],
  requestedBy: ['Solicitado por', 'Requested by'],
  when: ['Solicitado em', 'Requested on'],
  expires: ['Expira em', 'Expires on'],
  decidedBy: ['Quem decidiu', 'Decided by'],
  decidedAt: ['Decidido em', 'Decided on'],
  effectiveAt: ['Passa a valer em', 'Takes effect on'],
  note: ['Motivo da decisão', 'Reason of the decision'],
  noOpen: ['Nada aguarda aprovação', 'Nothing waits for approval'],
  noOpenHint: [
    'As solicitações aparecem aqui e vão por e-mail a quem pode aprovar.',
    'Requests are shown here, and mailed to everybody who may approve them.',
  ],
  noDecided: ['Nenhuma solicitação decidida ainda', 'No request was decided yet'],
  noDecidedHint: [
    'Solicitações aprovadas, recusadas e expiradas aparecem aqui.',
    'Approved, refused and expired requests are shown here.',
  ],
  changes: ['Muda', 'Changes'],
  willHappen: ['O que vai acontecer', 'What will happen'],
  happened: ['O que foi solicitado', 'What was requested'],
  approve: ['Aprovar', 'Approve'],
  approveTitle: ['Aprovar e fazer agora?', 'Approve and do it now?'],
  approveHint: [
    'A ação é feita no mesmo instante e registrada com o seu nome na auditoria.',
    'It is done at once and recorded with your name in the audit log.',
  ],
  approveWaits: [
    'Os proprietários do lojista são avisados por e-mail e podem impedir até o prazo.',
    "The merchant's owners are notified by e-mail and can stop it until the deadline.",
  ],
  approved: ['Solicitação aprovada', 'Approved'],
  refuse: ['Recusar', 'Refuse'],
  withdraw: ['Retirar a solicitação', 'Withdraw the request'],
  reason: ['Motivo', 'Reason'],
  reasonMissing: ['Informe o motivo', 'Enter the reason'],
  refused: ['Solicitação recusada', 'Refused'],
  withdrawn: ['Solicitação retirada', 'Request withdrawn'],
  ownWaits: [
    'Outra pessoa da operação, com o mesmo papel, precisa aprovar. Você não aprova a própria solicitação.',
    'Another operator with the same role must approve. You cannot approve your own request.',
  ],
  notYours: [
    'Seus papéis não permitem decidir esta solicitação.',
    'Your roles do not allow you to decide on this request.',
  ],
  result: ['Documento completo', 'Whole document number'],
  resultHint: ['Só você vê, por um dia.', 'Only you see it, for a day.'],
  notFound: ['Esta solicitação não existe', 'This request does not exist'],
  back: ['Voltar às aprovações', 'Back to the approvals'],
  sent: [
    'Solicitação enviada: outra pessoa da operação precisa aprovar',
    'Request sent: another operator must approve it',
  ],
  alone: ['A plataforma tem uma só pessoa na operação', 'The platform has a single operator'],
  aloneHint: [
    'Ninguém confere o que ela faz: mudanças de bancos, limites e pessoas valem na hora e ficam marcadas na auditoria. Convide mais uma pessoa.',
    'Nobody checks what they do: changes of banks, limits and people take effect at once and are marked in the audit log. Invite another person.',
  ],
  aloneRefusedHint: [
    'Ninguém pode aprovar o que ela pede: mudanças de bancos, limites e pessoas são recusadas. docs/operations.md diz como dar acesso a mais uma pessoa pelo servidor.',
    'Nobody can approve what they ask for: changes of banks, limits and people are refused. docs/operations.md says how to give another person access from the server.',
  ],
  seePeople: ['Ver pessoas', 'See people'],
  rulesIntro: [
    (amount: string, day: string, hours: number) =>
      `Quem pode fazer cada ação, e quando outra pessoa com o mesmo papel precisa aprovar. O valor é ${amount}, e ${day} somando o que a pessoa fez sozinha no dia. Mais um proprietário de um lojista espera ${hours} horas, em que os proprietários podem impedir.`,
    (amount: string, day: string, hours: number) =>
      `Who may do what, and when another person with the same role must approve. The amount is ${amount}, and ${day} for all that the person did alone in a day. Another owner of a merchant waits for ${hours} hours, in which its owners can stop it.`,
  ],
  needs: ['Segunda pessoa', 'Second person'],
  who: ['Papéis', 'Roles'],
  waiting: [(count: number) => `${count} aguardam sua decisão`, (count: number) => `${count} wait for your decision`],
  yes: ['sim', 'yes'],
  no: ['não', 'no'],
})

/** The names of what a request says about its act. */
export const fieldTexts = bilingual({
  person: ['Pessoa', 'Person'],
  name: ['Nome', 'Name'],
  email: ['E-mail', 'E-mail'],
  note: ['Motivo', 'Reason'],
  roles: ['Papéis', 'Roles'],
  dialect: ['Banco', 'Bank'],
  isDefault: ['Banco padrão', 'Default bank'],
  pixUrl: ['Endereço do Pix', 'Pix address'],
  payoutUrl: ['Endereço dos envios', 'Payout address'],
  boletoUrl: ['Endereço dos boletos', 'Boleto address'],
  pixKey: ['Chave Pix', 'Pix key'],
  to: ['Para', 'To'],
  amount: ['Valor', 'Amount'],
  party: ['De quem', 'Whose'],
  transactionId: ['Transação', 'Transaction'],
  endToEndId: ['EndToEndId', 'EndToEndId'],
  changed: ['Muda também (secreto)', 'Changes too (secret)'],
  sameAccountConfirmed: ['Mesma conta, confirmada por quem pediu', 'Same account, confirmed by the requester'],
  ispb: ['ISPB', 'ISPB'],
  accountNumber: ['Conta corrente', 'Account number'],
  clientNumber: ['Número do cliente', 'Client number'],
  alone: ['Sem segunda pessoa', 'Without a second person'],
  bankChecked: ['Conferido no banco', 'Checked at the bank'],
  reason: ['Motivo do ajuste', 'Reason of the adjustment'],
  evidence: ['Comprovação', 'Evidence'],
  books: ['Nos livros', 'In the books'],
  closesGap: ['Fecha uma diferença', 'Closes a gap'],
})

/** Whose document is shown. */
export const partyTexts = bilingual({
  merchant: ['Do lojista', 'Of the merchant'],
  named: ['Da pessoa informada', 'Of the person named'],
  actual: ['De quem pagou ou recebeu', 'Of who paid or received'],
  pixKey: ['Da chave Pix', 'Of the Pix key'],
})
