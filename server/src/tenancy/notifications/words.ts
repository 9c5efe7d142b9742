import type { Translated } from '../../platform/http/languages.ts'
import type { KindName, TopicName } from './kinds.ts'

export const topicWords = {
  approvals: ['Aprovações', 'Approvals'],
  refunds: ['Devoluções com falha', 'Failed refunds'],
  disputes: ['Contestações', 'Disputes'],
  webhooks: ['Falhas na entrega de webhooks', 'Failed webhooks'],
  keys: ['Vencimento de chaves de acesso', 'Expiring access keys'],
  operatorApprovals: ['Aprovações da operação', 'Operator approvals'],
  operatorDisputes: ['Contestações dos lojistas', "Merchants' disputes"],
  alarms: ['Alarmes', 'Alarms'],
} as const satisfies Record<TopicName, Translated>

export const topicHints = {
  approvals: [
    'Um pagamento, lote ou saque aguarda sua decisão.',
    'A payment, batch or withdrawal waits for your decision.',
  ],
  refunds: ['O banco não concluiu uma devolução.', 'The bank did not complete a refund.'],
  disputes: [
    'Uma contestação foi aberta, está perto do prazo ou foi decidida.',
    'A dispute was opened, is near its deadline, or was decided.',
  ],
  webhooks: [
    'Um endereço não responde ou um evento não foi entregue. Uma notificação por interrupção.',
    'An address does not answer, or an event was not delivered. One notification per outage.',
  ],
  keys: ['Sete dias e um dia antes do vencimento.', 'Seven days and one day before they expire.'],
  operatorApprovals: [
    'Um pagamento ultrapassa o limite que exige aprovação da operação.',
    'A payment is above the limit that requires operator approval.',
  ],
  operatorDisputes: [
    'Uma contestação aguarda decisão, recebeu defesa ou passou do prazo.',
    'A dispute waits for a decision, has a defence, or is past its deadline.',
  ],
  alarms: [
    'Algo na plataforma precisa de alguém: um banco sem resposta, uma exceção antiga, um certificado perto do fim.',
    'Something on the platform needs a person: a bank without an answer, an old exception, a certificate near its end.',
  ],
} as const satisfies Record<TopicName, Translated>

/** Titles and texts of notifications. Names in braces are keys of their details. */
export const kindWords = {
  approvalWaits: {
    title: ['{amount} para {payee} aguarda sua aprovação', '{amount} to {payee} waits for your approval'],
    text: ['Solicitado por {requestedBy}.', 'Requested by {requestedBy}.'],
  },
  batchWaits: {
    title: [
      'O lote “{name}”, de {amount}, aguarda sua aprovação',
      'The batch “{name}”, of {amount}, waits for your approval',
    ],
    text: ['Pagamentos: {count}. Solicitado por {requestedBy}.', 'Payments: {count}. Requested by {requestedBy}.'],
  },
  refundFailed: {
    title: ['Uma devolução de {amount} falhou', 'A refund of {amount} failed'],
    text: [
      'O valor voltou ao saldo disponível. Você pode solicitar a devolução novamente.',
      'The money is back in the available balance. You can request the refund again.',
    ],
  },
  disputeOpened: {
    title: ['Um pagamento de {amount} foi contestado', 'A payment of {amount} is disputed'],
    text: ['Envie sua defesa até {endsAt}.', 'Send your defence by {endsAt}.'],
  },
  disputeEndsSoon: {
    title: ['O prazo de defesa da contestação de {amount} está acabando', 'The deadline to defend {amount} is near'],
    text: [
      'Envie sua defesa até {endsAt}. Depois disso, ela não é mais aceita.',
      'Send your defence by {endsAt}. After that it is not accepted.',
    ],
  },
  disputeDecided: {
    title: ['A contestação de {amount} foi decidida', 'The dispute over {amount} was decided'],
    text: ['Veja o resultado na página da contestação.', 'See the result on its page.'],
  },
  webhooksFail: {
    title: ['Webhooks não chegam a {host}', 'Webhooks do not reach {host}'],
    text: [
      'O endereço não responde ou recusa os eventos. Verifique o servidor e reenvie os eventos que falharam.',
      'The address does not answer or refuses events. Check the server, then resend the failed events.',
    ],
  },
  keyEnds: {
    title: ['A chave de acesso “{key}” expira em {endsAt}', 'The access key “{key}” expires on {endsAt}'],
    text: [
      'Troque a chave antes dessa data para que suas integrações continuem funcionando.',
      'Rotate it before then so that your integrations keep working.',
    ],
  },
  operatorApprovalWaits: {
    title: [
      '{amount} de {merchant} aguarda aprovação da operação',
      '{amount} of {merchant} waits for operator approval',
    ],
    text: ['Para {payee}. Solicitado por {requestedBy}.', 'To {payee}. Requested by {requestedBy}.'],
  },
  operatorBatchWaits: {
    title: [
      'Um lote de {merchant}, de {amount}, aguarda aprovação da operação',
      'A batch of {merchant}, of {amount}, waits for operator approval',
    ],
    text: ['Pagamentos: {count}. Solicitado por {requestedBy}.', 'Payments: {count}. Requested by {requestedBy}.'],
  },
  disputeContestDecided: {
    title: [
      'O banco respondeu à sua contestação da devolução de {amount}',
      'The bank has answered your contest of the return of {amount}',
    ],
    text: ['A resposta está na página do caso.', 'The answer is on the page of the case.'],
  },
  operatorDisputeOpened: {
    title: [
      'Uma contestação de {amount} de {merchant} aguarda decisão da operação',
      'A dispute over {amount} of {merchant} waits for an operator decision',
    ],
    text: ['O lojista pode enviar defesa até {endsAt}.', 'The merchant can send a defence until {endsAt}.'],
  },
  operatorDisputeDefended: {
    title: [
      '{merchant} enviou defesa na contestação de {amount}',
      '{merchant} sent a defence in the dispute over {amount}',
    ],
    text: ['Os arquivos da defesa estão na página da contestação.', 'The files of the defence are on its page.'],
  },
  operatorDisputeContested: {
    title: [
      '{merchant} contesta a devolução de um caso de {amount}',
      '{merchant} contests the return of a case of {amount}',
    ],
    text: ['Encaminhe ao banco e registre a resposta.', 'Forward it to the bank, and enter its answer.'],
  },
  operatorDisputeOverdue: {
    title: [
      'A contestação de {amount} de {merchant} passou do prazo',
      'The dispute over {amount} of {merchant} is past its deadline',
    ],
    text: ['O prazo terminou em {endsAt} sem decisão.', 'The deadline was {endsAt}; there is no decision yet.'],
  },
  // The rules of alarms have their own words, in `operations/alarms`: they come with the details.
  alarmRaised: {
    title: ['Alarme: {titlePt}', 'Alarm: {titleEn}'],
    text: ['{textPt}', '{textEn}'],
  },
  alarmEnded: {
    title: ['Alarme encerrado: {titlePt}', 'Alarm ended: {titleEn}'],
    text: ['A causa não existe mais. Nada precisa ser feito.', 'The cause is gone. Nothing needs to be done.'],
  },
} as const satisfies Record<KindName, Record<'title' | 'text', Translated>>

type Formats = { money: (amount: string) => string; date: (at: string) => string }

export const formatDetails = (details: Record<string, string>, { money, date }: Formats): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      name === 'amount' ? money(value) : name === 'endsAt' ? date(value) : value,
    ]),
  )
