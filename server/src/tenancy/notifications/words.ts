import type { Translated } from '../../platform/http/languages.ts'
import type { KindName, TopicName } from './kinds.ts'

export const topicWords = {
  approvals: ['Aprovações', 'Approvals'],
  refunds: ['Devoluções que falham', 'Refunds that fail'],
  disputes: ['Contestações', 'Disputes'],
  webhooks: ['Webhooks que não chegam', 'Webhooks that do not arrive'],
  keys: ['Chaves de acesso que expiram', 'Access keys that end'],
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
    'Uma contestação foi aberta, seu prazo acaba ou foi decidida.',
    'A dispute was opened, is about to end, or was decided.',
  ],
  webhooks: [
    'Um endereço não responde, ou um evento foi abandonado. Um aviso por interrupção.',
    'An address does not answer, or an event was given up. Told once per outage.',
  ],
  keys: ['Sete dias e um dia antes do fim.', 'Seven days and one day before the end.'],
  operatorApprovals: [
    'Um pagamento passa do limite que exige a operação.',
    'A payment is above the limit that asks for the operator.',
  ],
  operatorDisputes: [
    'Um caso espera decisão, recebeu defesa ou passou do prazo.',
    'A case waits for a decision, was answered, or its time is over.',
  ],
  banks: ['Trinta, sete e um dia antes do fim.', 'Thirty days, seven days and one day before the end.'],
} as const satisfies Record<TopicName, Translated>

/** What is told. Names in braces are of the news' details. */
export const kindWords = {
  approvalWaits: {
    title: ['{amount} para {payee} espera sua aprovação', '{amount} to {payee} waits for your approval'],
    text: ['Pedido por {askedBy}.', 'Asked for by {askedBy}.'],
  },
  batchWaits: {
    title: [
      'O lote “{name}”, de {amount}, espera sua aprovação',
      'The batch “{name}”, of {amount}, waits for your approval',
    ],
    text: ['Pagamentos: {count}. Pedido por {askedBy}.', 'Payments: {count}. Asked for by {askedBy}.'],
  },
  refundFailed: {
    title: ['Uma devolução de {amount} falhou', 'A refund of {amount} failed'],
    text: [
      'O valor voltou ao saldo disponível. A devolução pode ser pedida de novo.',
      'The money is back in the available balance. The refund can be asked for again.',
    ],
  },
  disputeOpened: {
    title: ['Um pagamento de {amount} foi contestado', 'A payment of {amount} is disputed'],
    text: ['Envie sua defesa até {endsAt}.', 'Send your defence by {endsAt}.'],
  },
  disputeEndsSoon: {
    title: ['O prazo para defender {amount} acaba logo', 'The time to defend {amount} ends soon'],
    text: ['Sem defesa até {endsAt}, vale a contestação.', 'Without a defence by {endsAt} the dispute stands.'],
  },
  disputeDecided: {
    title: ['A contestação de {amount} foi decidida', 'The dispute over {amount} was decided'],
    text: ['Veja o resultado na contestação.', 'See how it ended on its page.'],
  },
  webhooksFail: {
    title: ['Webhooks não chegam a {host}', 'Webhooks do not reach {host}'],
    text: [
      'O endereço não responde ou recusa os eventos. Verifique o servidor; o que falhou pode ser reenviado.',
      'The address does not answer or refuses events. Check the server; what failed can be sent again.',
    ],
  },
  keyEnds: {
    title: ['A chave de acesso “{key}” expira em {endsAt}', 'The access key “{key}” ends on {endsAt}'],
    text: [
      'Troque a chave antes disso, para que seus programas continuem a entrar.',
      'Rotate it before then, so that your programs go on logging in.',
    ],
  },
  operatorApprovalWaits: {
    title: ['{amount} de {merchant} espera a operação', '{amount} of {merchant} waits for the operator'],
    text: ['Para {payee}, a pedido de {askedBy}.', 'To {payee}, asked for by {askedBy}.'],
  },
  operatorBatchWaits: {
    title: [
      'Um lote de {merchant}, de {amount}, espera a operação',
      'A batch of {merchant}, of {amount}, waits for the operator',
    ],
    text: ['Pagamentos: {count}. Pedido por {askedBy}.', 'Payments: {count}. Asked for by {askedBy}.'],
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
    text: ['Os arquivos da defesa ficam na contestação.', 'The files of the answer are on its page.'],
  },
  operatorDisputeOverdue: {
    title: [
      'A contestação de {amount} de {merchant} passou do prazo',
      'The time of the dispute over {amount} of {merchant} is over',
    ],
    text: ['O prazo acabou em {endsAt}, e ninguém decidiu.', 'It ended on {endsAt}, and nobody has decided.'],
  },
  certificateEnds: {
    title: ['O certificado de {bank} acaba em {endsAt}', 'The certificate of {bank} ends on {endsAt}'],
    text: [
      'Inclua o novo certificado antes disso: sem ele o banco não atende.',
      'Add the new certificate before then: without it the bank does not answer.',
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
