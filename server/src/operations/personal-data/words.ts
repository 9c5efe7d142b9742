import type { Translated } from '../../platform/http/languages.ts'
import type { columnsOfTheirOwn, TableName } from './register.ts'
import type { DataRequestState, RequestFault, RequestKind } from './states.ts'

export const requestKindWords: Record<RequestKind, Translated> = {
  access: ['Acesso aos dados', 'Access to the data'],
  erasure: ['Eliminação dos dados', 'Erasure of the data'],
}

export const dataRequestWords: Record<DataRequestState, Translated> = {
  Running: ['Em andamento', 'Under way'],
  Done: ['Concluído', 'Done'],
  Failed: ['Não foi possível', 'Could not be done'],
}

export const requestFaultWords: Record<RequestFault, Translated> = {
  LastOwner: [
    'É o único proprietário de um lojista: indique outro antes.',
    'The only owner of a merchant: name another one first.',
  ],
  LastOperator: ['É a única pessoa da operação.', 'The only operator.'],
  BreakGlassNeeded: [
    'É quem entra quando o provedor do login único não responde: indique outra pessoa antes.',
    'Signs in when the provider of single sign-on is down: name another person first.',
  ],
  NotDone: ['Houve falhas repetidas: veja o registro do servidor.', 'It failed repeatedly: see the log of the server.'],
  TooManyRows: ['São mais de 50.000 registros.', 'There are more than 50,000 rows.'],
}

/** What a table has of a person. */
export const tableWords: Record<TableName | keyof typeof columnsOfTheirOwn, Translated> = {
  people: ['Conta no portal', 'Account in the portal'],
  audit_entries: ['Registro de atividades', 'Audit log'],
  search_terms: ['Índice de busca', 'Search index'],
  mails: ['E-mails', 'Mails'],
  sso_identities: ['Vínculos de login único', 'Links of single sign-on'],
  recoveries: ['Restaurações', 'Restores'],
  merchants: ['Suspensões de lojistas', 'Suspensions of merchants'],
  operator_requests: ['Pedidos da operação', 'Requests of operators'],
  sessions: ['Sessões', 'Sessions'],
  passkeys: ['Chaves de acesso (passkeys)', 'Passkeys'],
  access_keys: ['Nomes de chaves de API', 'Names of API keys'],
  queued_notifications: ['Avisos a enviar', 'Notifications to send'],
  notifications: ['Avisos no portal', 'Notifications in the portal'],
  adjustments: ['Ajustes', 'Adjustments'],
  evidence_files: ['Comprovantes de ajustes', 'Evidence of adjustments'],
  webhook_events: ['Eventos de webhook', 'Webhook events'],
  webhook_attempts: ['Envios de webhooks', 'Webhook attempts'],
  bank_orders: ['Ordens aos bancos', 'Bank orders'],
  transactions: ['Transações', 'Transactions'],
  unanswered_charges: ['Cobranças sem resposta', 'Charges without an answer'],
  bank_exceptions: ['Exceções do banco', 'Bank exceptions'],
  refunds: ['Devoluções', 'Refunds'],
  payout_recipients: ['Destinatários aprovados', 'Approved recipients'],
  transaction_notes: ['Anotações', 'Notes'],
  saved_filters: ['Filtros salvos', 'Saved filters'],
  approval_steps: ['Aprovações', 'Approvals'],
  receivers: ['Favorecidos', 'Receivers'],
  receiver_accounts: ['Contas de favorecidos', 'Accounts of receivers'],
  payment_requests: ['Pedidos de pagamento', 'Payment requests'],
  documents: ['Documentos', 'Documents'],
  customers: ['Clientes', 'Customers'],
  bills: ['Cobranças com vencimento', 'Bills'],
  bill_imports: ['Planilhas de cobranças', 'Spreadsheets of bills'],
  bill_import_rows: ['Linhas de planilhas de cobranças', 'Rows of spreadsheets of bills'],
  reminder_refusals: ['Quem não quer lembretes', 'Payers without reminders'],
  payment_links: ['Links de pagamento', 'Payment links'],
  payout_batches: ['Lotes de pagamentos', 'Payout batches'],
  payout_batch_rows: ['Linhas de lotes', 'Rows of payout batches'],
  disputes: ['Contestações', 'Disputes'],
  files: ['Arquivos', 'Files'],
  bank_notices: ['Avisos dos bancos', 'Callbacks of banks'],
  reconciliations: ['Conciliações', 'Reconciliations'],
  balance_proofs: ['Provas de saldo', 'Balance proofs'],
  alarms: ['Alarmes', 'Alarms'],
  alarm_calls: ['Envios de alarmes', 'Calls about alarms'],
  personal_data_requests: ['Pedidos sobre dados pessoais', 'Requests about personal data'],
  sandbox_faults: ['Falhas simuladas', 'Scripted faults'],
}

export const exportTexts = {
  title: ['Seus dados pessoais', 'Your personal data'],
  about: [
    'Tudo o que a plataforma guarda sobre a pessoa, tabela por tabela. O que a lei obriga a guardar diz até quando.',
    'Everything that the platform stores about the person, table by table. What the law requires to be kept says until when.',
  ],
  keptUntil: ['guardado por lei até', 'kept by law until'],
  inJson: ['no arquivo JSON, em base64', 'in the JSON file, as base64'],
} as const satisfies Record<string, Translated>
