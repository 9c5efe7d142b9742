import type { Translated } from '../../platform/http/languages.ts'
import type { KindName, TopicName } from './kinds.ts'

export const topicWords = {
  approvals: ['Aprovações', 'Approvals'],
  refunds: ['Devoluções que falham', 'Refunds that fail'],
  disputes: ['Contestações', 'Disputes'],
  webhooks: ['Webhooks que não chegam', 'Webhooks that do not arrive'],
  keys: ['Chaves de acesso que expiram', 'Access keys that expire'],
  operatorApprovals: ['Aprovações da operação', 'Approvals by the operator'],
  operatorDisputes: ['Contestações dos lojistas', 'Disputes of merchants'],
  banks: ['Certificados dos bancos', 'Certificates of banks'],
} as const satisfies Record<TopicName, Translated>

export const topicHints = {
  approvals: [
    'Um pagamento, lote ou saque espera sua decisão.',
    'A payment, batch or withdrawal waits for your decision.',
  ],
  refunds: ['O banco não fez uma devolução.', 'The bank did not make a refund.'],
  disputes: [
    'Uma contestação foi aberta, está perto do prazo ou foi decidida.',
    'A dispute was opened, is close to its deadline, or was decided.',
  ],
  webhooks: [
    'Um endereço não responde, ou um evento não é mais reenviado. Uma notificação por interrupção.',
    'An address does not respond, or an event is not retried any more. One notification per outage.',
  ],
  keys: ['Sete dias e um dia antes de expirar.', 'Seven days and one day before they expire.'],
  operatorApprovals: [
    'Um pagamento passa do limite que exige a operação.',
    'A payment exceeds the limit above which the operator must approve.',
  ],
  operatorDisputes: [
    'Uma contestação espera decisão, recebeu defesa ou passou do prazo.',
    'A dispute waits for a decision, was answered, or is overdue.',
  ],
  banks: ['Trinta, sete e um dia antes de expirar.', 'Thirty days, seven days and one day before they expire.'],
} as const satisfies Record<TopicName, Translated>

/** Texts of notifications. Names in braces are details of the notification. */
export const kindWords = {
  approvalWaits: {
    title: ['{amount} para {payee} espera sua aprovação', '{amount} to {payee} waits for your approval'],
    text: ['Solicitado por {askedBy}.', 'Requested by {askedBy}.'],
  },
  batchWaits: {
    title: [
      'O lote “{name}”, de {amount}, espera sua aprovação',
      'The batch “{name}”, of {amount}, waits for your approval',
    ],
    text: ['Pagamentos: {count}. Solicitado por {askedBy}.', 'Payments: {count}. Requested by {askedBy}.'],
  },
  refundFailed: {
    title: ['Uma devolução de {amount} falhou', 'A refund of {amount} failed'],
    text: [
      'O valor voltou ao saldo disponível. Você pode fazer a devolução de novo.',
      'The money is available again. You can create the refund again.',
    ],
  },
  disputeOpened: {
    title: ['Um pagamento de {amount} foi contestado', 'A payment of {amount} is disputed'],
    text: ['Envie sua defesa até {endsAt}.', 'Send your defence by {endsAt}.'],
  },
  disputeEndsSoon: {
    title: ['O prazo para defender {amount} está acabando', 'The deadline to defend {amount} is close'],
    text: [
      'Envie sua defesa até {endsAt}. Depois disso, ela não é mais aceita.',
      'Send your defence by {endsAt}. After that it is not accepted.',
    ],
  },
  disputeDecided: {
    title: ['A contestação de {amount} foi decidida', 'The dispute over {amount} was decided'],
    text: ['Veja a decisão na página da contestação.', 'See the decision on the page of the dispute.'],
  },
  webhooksFail: {
    title: ['Webhooks não chegam a {host}', 'Webhooks do not reach {host}'],
    text: [
      'O endereço não responde ou recusa os eventos. Verifique o servidor. Você pode reenviar os eventos que falharam.',
      'The address does not respond or refuses events. Check the server. You can resend failed events.',
    ],
  },
  keyEnds: {
    title: ['A chave de acesso “{key}” expira em {endsAt}', 'The access key “{key}” expires on {endsAt}'],
    text: [
      'Troque a chave antes disso, para que seus programas continuem a fazer login.',
      'Replace it before then, so that your programs can still log in.',
    ],
  },
  operatorApprovalWaits: {
    title: ['{amount} de {merchant} espera a operação', '{amount} of {merchant} waits for the operator'],
    text: ['Para {payee}, solicitado por {askedBy}.', 'To {payee}, requested by {askedBy}.'],
  },
  operatorBatchWaits: {
    title: [
      'Um lote de {merchant}, de {amount}, espera a operação',
      'A batch of {merchant}, of {amount}, waits for the operator',
    ],
    text: ['Pagamentos: {count}. Solicitado por {askedBy}.', 'Payments: {count}. Requested by {askedBy}.'],
  },
  operatorDisputeOpened: {
    title: [
      'Uma contestação de {amount} de {merchant} espera a operação',
      'A dispute over {amount} of {merchant} waits for the operator',
    ],
    text: ['O lojista pode se defender até {endsAt}.', 'The merchant can answer until {endsAt}.'],
  },
  operatorDisputeDefended: {
    title: [
      '{merchant} enviou a defesa na contestação de {amount}',
      '{merchant} has answered the dispute over {amount}',
    ],
    text: [
      'Os arquivos da defesa estão na página da contestação.',
      'The files of the answer are on the page of the dispute.',
    ],
  },
  operatorDisputeOverdue: {
    title: [
      'A contestação de {amount} de {merchant} passou do prazo',
      'The dispute over {amount} of {merchant} is overdue',
    ],
    text: ['O prazo acabou em {endsAt}, e não há decisão.', 'The deadline was {endsAt}, and there is no decision.'],
  },
  certificateEnds: {
    title: ['O certificado de {bank} expira em {endsAt}', 'The certificate of {bank} expires on {endsAt}'],
    text: [
      'Inclua um novo certificado antes disso: sem ele o banco recusa as chamadas.',
      'Add a new certificate before then: without it the bank refuses calls.',
    ],
  },
} as const satisfies Record<KindName, Record<'title' | 'text', Translated>>

type Formats = { money: (amount: string) => string; date: (at: string) => string }

/** Details as the words name them: amounts and dates as a language writes them. */
export const formatDetails = (details: Record<string, string>, { money, date }: Formats): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      name === 'amount' ? money(value) : name === 'endsAt' ? date(value) : value,
    ]),
  )
