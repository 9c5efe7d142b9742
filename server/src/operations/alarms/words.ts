import type { Translated } from '../../platform/http/languages.ts'
import type { RuleName } from './rules.ts'
import type { AlarmState, Severity } from './states.ts'

export const alarmStateWords = {
  Raised: ['Aberto', 'Raised'],
  Acknowledged: ['Reconhecido', 'Acknowledged'],
  Ended: ['Encerrado', 'Ended'],
} as const satisfies Record<AlarmState, Translated>

export const severityWords = {
  critical: ['Crítico', 'Critical'],
  warning: ['Atenção', 'Warning'],
} as const satisfies Record<Severity, Translated>

/** The title of each alarm, and what was measured. Names in braces are keys of its details. */
export const alarmWords = {
  exceptionsOld: {
    title: ['Exceções do banco esperam há mais de {hours} h', 'Bank exceptions wait for more than {hours} h'],
    text: ['Abertas: {count}. A mais antiga é de {since}.', 'Open: {count}. The oldest is from {since}.'],
  },
  exceptionsLarge: {
    title: ['Exceção do banco de {amount}', 'Bank exception of {amount}'],
    text: [
      'Exceções abertas deste porte: {count}. A maior é de {amount}.',
      'Open exceptions of this size: {count}. The largest is of {amount}.',
    ],
  },
  sweepStalled: {
    title: ['{bank}: recebimentos não são lidos', '{bank}: received payments are not read'],
    text: [
      'A última lista completa de recebimentos é de {since}.',
      'The last complete list of received payments is from {since}.',
    ],
  },
  bankDown: {
    title: ['{bank} não responde', '{bank} does not answer'],
    text: [
      'Sem resposta desde {since}, ao menos para um tipo de chamada.',
      'No answer since {since}, for at least one kind of call.',
    ],
  },
  certificateEnds: {
    title: ['O certificado de {bank} vence em {until}', 'The certificate of {bank} ends on {until}'],
    text: [
      'Sem um certificado válido, o banco recusa as chamadas.',
      'Without a valid certificate the bank refuses our calls.',
    ],
  },
  disputeEndsSoon: {
    title: ['Contestação perto do prazo', 'A dispute is near its deadline'],
    text: [
      'Contestações sem decisão perto do prazo: {count}. O primeiro prazo é {until}.',
      'Undecided disputes near their deadline: {count}. The first deadline is {until}.',
    ],
  },
  contestWaits: {
    title: ['Devolução contestada sem resposta', 'A contested return has no answer'],
    text: [
      'Devoluções contestadas sem resposta do banco: {count}. A mais antiga é de {since}.',
      'Contested returns without an answer of the bank: {count}. The oldest is from {since}.',
    ],
  },
  booksWrong: {
    title: ['A auditoria dos livros falhou', 'The audit of the books failed'],
    text: [
      'Linhas erradas: {count}. Última auditoria, ou primeiro lojista se não houve nenhuma: {since}.',
      'Wrong rows: {count}. Last audit, or first merchant if there was none: {since}.',
    ],
  },
  dataDamaged: {
    title: ['Dados danificados no banco de dados', 'Damaged data in the database'],
    text: [
      'Lojistas suspensos por isso: {count}. Última página ilegível: {since}.',
      'Merchants suspended for it: {count}. Last page that could not be read: {since}.',
    ],
  },
  balanceGap: {
    title: ['{bank}: o saldo não confere com os livros', '{bank}: its balance is not what the books say'],
    text: ['Diferença: {amount}. Última comparação: {since}.', 'Gap: {amount}. Last comparison: {since}.'],
  },
  ordersWaiting: {
    title: ['Ordens ao banco estão paradas', 'Bank orders are stuck'],
    text: ['A mais antiga deveria ter seguido em {since}.', 'The oldest should have gone on at {since}.'],
  },
  webhooksWaiting: {
    title: ['Muitos webhooks esperam', 'Many webhooks wait'],
    text: ['Eventos não entregues: {count}.', 'Events not delivered: {count}.'],
  },
  mailsWaiting: {
    title: ['E-mails não saem', 'Mails do not go out'],
    text: ['O mais antigo espera desde {since}.', 'The oldest has waited since {since}.'],
  },
  mailsUnsent: {
    title: ['E-mails não foram entregues', 'Mails were given up'],
    text: ['Desistências nas últimas 24 horas: {count}.', 'Given up in the last 24 hours: {count}.'],
  },
  clockDrift: {
    title: ['O relógio de {bank} diverge', 'The clock of {bank} differs'],
    text: [
      'A diferença para o relógio do banco de dados é de {seconds} s.',
      "It differs from the database's clock by {seconds} s.",
    ],
  },
  fewOperators: {
    title: ['Poucos operadores: {count}', 'Few operators: {count}'],
    text: [
      'A plataforma precisa de {least}: quem está só não pode ser conferido.',
      'The platform needs {least}: nobody can check a person who is alone.',
    ],
  },
} as const satisfies Record<RuleName, Record<'title' | 'text', Translated>>

type Formats = { money: (amount: string) => string; date: (at: string) => string }

/** A text with the values of its details. */
export const fillIn = (text: string, details: Record<string, string>, { money, date }: Formats): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = details[name] ?? ''
    if (value === '') return '?'
    return name === 'amount' ? money(value) : name === 'since' || name === 'until' ? date(value) : value
  })

type SettingName = typeof import('./rules.ts').alarmRules[RuleName]['setting']

/** What each threshold means. `{}` is its value. */
export const thresholdWords = {
  ALARM_EXCEPTION_HOURS: ['aberta há {} h', 'open for {} h'],
  ALARM_EXCEPTION_AMOUNT: ['de R$ {} ou mais', 'of R$ {} or more'],
  SWEEP_ALARM_MINUTES: ['sem lista completa há {} min', 'no complete list for {} min'],
  ALARM_BANK_MINUTES: ['sem resposta há {} min', 'no answer for {} min'],
  ALARM_CERTIFICATE_DAYS: ['{} dias antes do fim', '{} days before it ends'],
  ALARM_DISPUTE_HOURS: ['{} h antes do prazo', '{} h before the deadline'],
  ALARM_CONTEST_DAYS: ['sem resposta há {} dias', 'no answer for {} days'],
  ALARM_BOOKS_HOURS: ['linha errada, ou {} h sem auditoria', 'a wrong row, or {} h without an audit'],
  ALARM_DAMAGE_HOURS: ['há menos de {} h, ou um lojista suspenso', 'within {} h, or a merchant suspended'],
  ALARM_BALANCE_HOURS: ['diferença, ou {} h sem comparação', 'a gap, or {} h without a comparison'],
  ALARM_ORDERS_MINUTES: ['parada há {} min', 'due for {} min'],
  ALARM_WEBHOOKS_WAITING: ['{} eventos ou mais', '{} events or more'],
  ALARM_MAILS_MINUTES: ['espera há {} min', 'waiting for {} min'],
  ALARM_MAILS_UNSENT: ['{} ou mais em um dia', '{} or more in a day'],
  ALARM_CLOCK_SECONDS: ['{} s ou mais', '{} s or more'],
  ALARM_OPERATORS: ['menos de {} em produção', 'fewer than {} in production'],
} as const satisfies Record<SettingName, Translated>

/** What a rule is called in the table of rules. */
export const ruleWords = {
  exceptionsOld: ['Exceção do banco antiga', 'Old bank exception'],
  exceptionsLarge: ['Exceção do banco de valor alto', 'Large bank exception'],
  sweepStalled: ['Recebimentos não lidos', 'Received payments not read'],
  bankDown: ['Banco sem resposta', 'Bank without an answer'],
  certificateEnds: ['Certificado perto do fim', 'Certificate near its end'],
  disputeEndsSoon: ['Contestação perto do prazo', 'Dispute near its deadline'],
  contestWaits: ['Devolução contestada sem resposta', 'Contested return without an answer'],
  booksWrong: ['Auditoria dos livros', 'Audit of the books'],
  dataDamaged: ['Dados danificados', 'Damaged data'],
  balanceGap: ['Saldo que não confere', 'Balance that differs'],
  ordersWaiting: ['Ordens ao banco paradas', 'Stuck bank orders'],
  webhooksWaiting: ['Webhooks acumulados', 'Backlog of webhooks'],
  mailsWaiting: ['E-mails que não saem', 'Mails that do not go out'],
  mailsUnsent: ['E-mails não entregues', 'Mails given up'],
  clockDrift: ['Relógios divergentes', 'Clocks that differ'],
  fewOperators: ['Poucos operadores', 'Few operators'],
} as const satisfies Record<RuleName, Translated>
