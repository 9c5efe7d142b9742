import { bilingual } from '../../kit/texts.ts'
import type { Language } from '../../kit/language.ts'

export const platformTexts = bilingual({
  overview: ['Visão geral', 'Overview'],
  overviewIntro: [
    'O dinheiro de todos os lojistas e como a plataforma está agora.',
    'The money of all merchants and how the platform is right now.',
  ],
  total: ['Saldo dos lojistas', 'Balance of all merchants'],
  available: ['Disponível', 'Available'],
  held: ['Reservado', 'Held'],
  owed: ['Devido por lojistas', 'Owed by merchants'],
  owing: [
    (count: number) => (count === 1 ? '1 lojista abaixo de zero' : `${count} lojistas abaixo de zero`),
    (count: number) => (count === 1 ? '1 merchant below zero' : `${count} merchants below zero`),
  ],
  fees: ['Tarifas ganhas', 'Fees earned'],
  merchants: [
    (count: number) => (count === 1 ? '1 lojista' : `${count} lojistas`),
    (count: number) => (count === 1 ? '1 merchant' : `${count} merchants`),
  ],
  health: ['Saúde', 'Health'],
  readAt: ['Lido', 'Read'],
  good: ['Em ordem', 'In order'],
  look: ['Veja isto', 'Needs attention'],
  bad: ['Com problema', 'Problem'],
  suspense: ['Pagamentos não identificados', 'Unmatched payments'],
  suspenseHint: [
    'Recebido sem cobrança correspondente. É devolvido ao pagador.',
    'Received, but no charge matches it. It is returned to the payer.',
  ],
  bank: ['Banco', 'Bank'],
  bankOf: [(name: string) => `Banco: ${name}`, (name: string) => `Bank: ${name}`],
  noBank: ['Nenhum banco está conectado: pagamentos são recusados.', 'No bank is connected: payments are refused.'],
  simulator: ['Simulador: nenhum banco é chamado.', 'A simulator: no bank is called.'],
  bankUp: ['O banco responde.', 'The bank responds.'],
  bankPaused: ['Pausado: nenhum pagamento novo passa por ele.', 'Paused: no new payment goes through it.'],
  certificateEnds: [
    (days: number) => `O certificado vence em ${days} ${days === 1 ? 'dia' : 'dias'}: peça o próximo ao banco.`,
    (days: number) =>
      `Its certificate expires in ${days} ${days === 1 ? 'day' : 'days'}: ask the bank for the next one.`,
  ],
  certificateEnded: [
    'O certificado venceu: o banco recusa nossas chamadas.',
    'Its certificate has expired: the bank refuses our calls.',
  ],
  bankDown: [
    'O banco não responde. As ordens a ele aguardam ou são recusadas.',
    'The bank does not respond. Orders to it wait or are refused.',
  ],
  awayFor: ['Sem resposta a', 'No answer to'],
  limitedFor: ['Além do limite de chamadas do banco', 'Beyond the limit of calls of the bank'],
  paymentsUnread: [
    'O banco não dá a lista de pagamentos recebidos. Desde',
    'The bank gives no list of received payments. Since',
  ],
  callbackMissing: [
    'O banco perdeu nosso endereço de notificações e recusa envios; ele é registrado de novo. Desde',
    'The bank has lost our callback URL and refuses payouts; it is registered again. Since',
  ],
  disputesUnread: [
    'Não foi possível ler as contestações deste banco. Confira no portal do banco. Desde',
    'Disputes of this bank cannot be read. Check the portal of the bank. Since',
  ],
  isDefault: ['Serve os lojistas sem banco próprio.', 'It serves merchants without a bank of their own.'],
  defaultBank: ['Banco padrão', 'Default bank'],
  noDefault: [
    'Nenhum banco é o padrão: pagamentos de lojistas sem banco próprio são recusados.',
    'No bank is the default: payments of merchants without a bank of their own are refused.',
  ],
  orders: ['Ordens aos bancos', 'Orders to banks'],
  noOrders: ['Nenhuma ordem espera por um banco.', 'No order waits for a bank.'],
  ordersDue: [
    (count: string) => `${count} ${count === '1' ? 'ordem espera' : 'ordens esperam'} envio a um banco.`,
    (count: string) => `${count} ${count === '1' ? 'order waits' : 'orders wait'} to be sent to a bank.`,
  ],
  exceptions: ['Exceções do banco', 'Bank exceptions'],
  noExceptions: ['Nenhuma aberta.', 'None is open.'],
  exceptionsOpen: [
    (count: string) =>
      `${count} ${count === '1' ? 'aberta precisa' : 'abertas precisam'} de uma pessoa que compare com o banco.`,
    (count: string) =>
      `${count} open ${count === '1' ? 'one needs' : 'ones need'} a person who compares with the bank.`,
  ],
  seeExceptions: ['Ver todas as exceções', 'See all exceptions'],
  seeBanks: ['Ver bancos', 'See banks'],
  payout: ['Envio', 'Payout'],
  return: ['Devolução', 'Refund'],
  cancellation: ['Cancelamento de cobrança', 'Cancellation of a charge'],
  registration: ['Registro de boleto', 'Registration of a boleto'],
  settlement: ['Liquidação de boleto', 'Settlement of a boleto'],
  change: ['Alteração de cobrança', 'Change of a bill'],
  initiation: ['Pagamento OpenFinance', 'OpenFinance payment'],
  disputes: ['Contestações', 'Disputes'],
  noDisputes: ['Nenhuma espera decisão.', 'None waits for a decision.'],
  undecided: [
    (count: string) => `${count} ${count === '1' ? 'espera' : 'esperam'} defesa ou decisão.`,
    (count: string) => `${count} ${count === '1' ? 'waits' : 'wait'} for a defence or a decision.`,
  ],
  overdue: [
    (count: string) => `${count} sem decisão depois do prazo.`,
    (count: string) => `${count} without a decision after the deadline.`,
  ],
  seeDisputes: ['Ver todas as contestações', 'See all disputes'],
  until: ['até', 'until'],
  suspended: ['Lojistas suspensos', 'Suspended merchants'],
  suspendedHint: [
    'As chaves deles são recusadas e os envios esperam, até alguém os retomar.',
    'Their keys are refused and their payouts wait, until somebody resumes them.',
  ],
  heldPayouts: [
    (count: number) => (count === 1 ? '1 envio espera' : `${count} envios esperam`),
    (count: number) => (count === 1 ? '1 payout waits' : `${count} payouts wait`),
  ],
  notAccepted: [
    (count: string) => `${count} não ${count === '1' ? 'aceita' : 'aceitas'}`,
    (count: string) => `${count} not accepted`,
  ],
  delivery: ['Entrega de webhooks', 'Webhook delivery'],
  noAttempts: [(window: string) => `Nenhuma tentativa ${window}.`, (window: string) => `No attempts ${window}.`],
  accepted: [
    (percent: string, attempts: string, window: string) =>
      `${percent} aceitas, de ${attempts} ${attempts === '1' ? 'tentativa' : 'tentativas'} ${window}.`,
    (percent: string, attempts: string, window: string) =>
      `${percent} accepted of ${attempts} ${attempts === '1' ? 'attempt' : 'attempts'} ${window}.`,
  ],
  defects: [
    (count: string) => `${count} ${count === '1' ? 'falhou' : 'falharam'} por um defeito nosso: o log diz qual.`,
    (count: string) => `${count} failed because of a defect of ours: the log says which.`,
  ],
  lastHour: ['na última hora', 'in the last hour'],
  lastMinute: ['no último minuto', 'in the last minute'],
  queue: ['Fila de webhooks', 'Webhook queue'],
  queueEmpty: ['Nada espera para ser entregue.', 'Nothing waits to be delivered.'],
  queueOf: [
    (count: string) =>
      `${count} ${count === '1' ? 'evento ainda não entregue' : 'eventos ainda não entregues'}, entre novos e repetidos.`,
    (count: string) => `${count} ${count === '1' ? 'event' : 'events'} not delivered yet, new and repeated.`,
  ],
  circuits: ['Endereços que não respondem', 'Addresses that do not respond'],
  noCircuits: ['Nenhum pausado.', 'None is paused.'],
  openCircuits: [
    (count: number) =>
      count === 1
        ? '1 endereço pausado até voltar a responder.'
        : `${count} endereços pausados até voltarem a responder.`,
    (count: number) =>
      count === 1
        ? '1 address is paused until it responds again.'
        : `${count} addresses are paused until they respond again.`,
  ],
  mails: ['E-mails', 'E-mails'],
  noUnsent: ['Nenhum ficou sem envio nos últimos 7 dias.', 'None failed in the last 7 days.'],
  mailsOff: [
    'O e-mail não está configurado: convites, senhas e notificações não são enviados.',
    'E-mail is not set up: invitations, passwords and notifications are not sent.',
  ],
  mailsOffSandbox: [
    'No ambiente de testes os links aparecem na tela e no log. Para enviar e-mails, defina SMTP_URL e MAIL_FROM e reinicie o servidor.',
    'In the sandbox links are shown on the screen and in the log. To send e-mails, set SMTP_URL and MAIL_FROM and restart the server.',
  ],
  mailsOffProduction: [
    'Defina SMTP_URL e MAIL_FROM e reinicie o servidor.',
    'Set SMTP_URL and MAIL_FROM and restart the server.',
  ],
  lastSent: ['O último saiu', 'The last one was sent'],
  lastUnsent: ['O último que não saiu foi escrito', 'The last one that failed was written'],
  noneSent: ['Nenhum saiu nos últimos 7 dias.', 'None was sent in the last 7 days.'],
  unsent: [
    (count: string) =>
      `${count} ${count === '1' ? 'recusado ou não enviado' : 'recusados ou não enviados'} nos últimos 7 dias. Confira os endereços e o servidor de e-mail; convites e senhas podem ser enviados de novo.`,
    (count: string) =>
      `${count} refused or not sent in the last 7 days. Check the addresses and the mail server; invitations and passwords can be sent again.`,
  ],
  database: ['Banco de dados', 'Database'],
  databaseWords: [
    (version: string, ms: string, migrations: number) =>
      `PostgreSQL ${version}, respondeu em ${ms} ms, ${migrations} migrações.`,
    (version: string, ms: string, migrations: number) =>
      `PostgreSQL ${version}, responded in ${ms} ms, ${migrations} migrations.`,
  ],
  databaseSlow: [
    'É lento: veja a carga da máquina e do banco de dados.',
    'This is slow: check the load of the machine and of the database.',
  ],
  notMigrated: [
    (names: string) => `Faltam migrações (${names}): reinicie o servidor com a versão nova.`,
    (names: string) => `Migrations are missing (${names}): restart the server with the new version.`,
  ],
  seeReadiness: ['Diagnóstico do servidor', 'Server diagnostics'],
  books: ['Livros contábeis', 'Books'],
  booksNever: ['A primeira conferência ainda não terminou.', 'The first audit has not finished yet.'],
  booksRight: ['Conferidos sem erro,', 'Audited without errors,'],
  booksWrong: [
    (count: number) => (count === 1 ? '1 linha errada, conferida' : `${count} linhas erradas, conferidas`),
    (count: number) => (count === 1 ? '1 wrong row, audited' : `${count} wrong rows, audited`),
  ],
})

export const booksTexts = bilingual({
  transaction: ['Transação', 'Transaction'],
  batch: ['Lote', 'Batch'],
  link: ['Link de pagamento', 'Payment link'],
  request: ['Solicitação', 'Request'],
  posting: [(number: string) => `Lançamento ${number}`, (number: string) => `Posting ${number}`],
  account: ['Conta', 'Account'],
  run: ['npm run audit mostra todas.', 'npm run audit shows all of them.'],
})

/** What the proof of the books finds wrong, as it says it, and the same in Portuguese. */
const inPortuguese: [said: RegExp, words: string][] = [
  [/^a posting is missing before it$/, 'falta um lançamento antes dele'],
  [/^its running balance is wrong$/, 'o saldo depois dele está errado'],
  [/^its accounts do not sum to zero$/, 'as contas dele não somam zero'],
  [/^(\w+) belongs to no transaction$/, '$1 não pertence a nenhuma transação'],
  [/^it differs from the sum of the postings$/, 'o saldo difere da soma dos lançamentos'],
  [/^state (\w+) does not go with the postings \[(.*)\]$/, 'o estado $1 não combina com os lançamentos [$2]'],
  [/^its postings do not move its amounts$/, 'os lançamentos não movem os valores dela'],
  [/^what is held for refunds is not what its refunds ask for$/, 'o reservado para devoluções não é o que elas pedem'],
  [/^what is blocked is not what its disputes block$/, 'o bloqueado não é o que as contestações bloqueiam'],
  [/^it is (\w+), but its transaction is (\w+)$/, 'está $1, mas a transação está $2'],
  [/^it does not count what its transactions are$/, 'não conta o que as transações são'],
  [/^its transaction is nowhere$/, 'a transação não está em lugar nenhum'],
  [/^its transaction has another amount$/, 'a transação tem outro valor'],
  [/^transaction (\S+) stands in two of its rows$/, 'a transação $1 está em duas linhas'],
  [/^it is (\w+), but rows of it are made$/, 'está $1, mas linhas dele foram feitas'],
  [/^nobody has approved it$/, 'ninguém o aprovou'],
  [/^it does not count what its rows are$/, 'não conta o que as linhas são'],
]

export function faultWords(fault: string, language: Language): string {
  const [said, words] = (language === 'pt' && inPortuguese.find(([pattern]) => pattern.test(fault))) || []
  return said === undefined ? fault : fault.replace(said, words ?? '')
}

/** What mails are sent for, and why one did not go. */
export const mailTexts = bilingual({
  invitation: ['Convite', 'Invitation'],
  access: ['Acesso dado', 'Access given'],
  owner: ['Mais um proprietário', 'Another owner'],
  password: ['Nova senha', 'New password'],
  file: ['Arquivo', 'File'],
  notice: ['Notificação', 'Notification'],
  reminder: ['Lembrete de cobrança', 'Bill reminder'],
  refused: [
    (code: string) => `recusado pelo servidor de e-mail (${code})`,
    (code: string) => `refused by the mail server (${code})`,
  ],
  notReached: [
    (code: string) => `o servidor de e-mail não o aceitou a tempo (${code})`,
    (code: string) => `the mail server did not accept it in time (${code})`,
  ],
  times: [(count: number) => `${count} vezes`, (count: number) => `${count} times`],
  seePeople: ['Ver todas as pessoas', 'See all people'],
})
