import { bilingual } from './texts.ts'

/** The words of the kit itself. */
export const kitTexts = bilingual({
  mailOff: ['O e-mail não está configurado', 'E-mail is not set up'],
  mailOffOperator: [
    'Nada será enviado até o servidor ter SMTP_URL e MAIL_FROM. No ambiente de testes o link aparece na tela.',
    'Nothing is sent until the server has SMTP_URL and MAIL_FROM. In the sandbox the link is shown on the screen.',
  ],
  mailOffSandbox: [
    'No ambiente de testes o link fica no log do servidor; nenhum e-mail sai.',
    'In the sandbox no e-mail is sent: the link is in the server log.',
  ],
  mailOffAsk: [
    'Nenhum e-mail sai agora. Peça à operação do Trilho que configure o envio.',
    'E-mail is not being sent. Ask the Trilho operators to set it up.',
  ],
  revealTaxNumber: [
    'Mostrar o documento completo (fica registrado na auditoria)',
    'Show the full document (recorded in the audit log)',
  ],
  copy: ['Copiar', 'Copy'],
  copied: ['Copiado', 'Copied'],
  cancel: ['Cancelar', 'Cancel'],
  close: ['Fechar', 'Close'],
  since: ['desde', 'since'],
  clear: ['Limpar', 'Clear'],
  confirm: ['Confirmar', 'Confirm'],
  emailWrong: ['Informe um e-mail, como nome@empresa.com.br', 'Enter an e-mail, such as name@company.com'],
  save: ['Salvar', 'Save'],
  tryAgain: ['Tentar de novo', 'Try again'],
  loading: ['Carregando…', 'Loading…'],
  loadMore: ['Carregar mais', 'Load more'],
  loadFailed: ['Não foi possível carregar', 'Could not load this'],
  nothingHere: ['Nada por aqui ainda', 'Nothing here yet'],
  nothingFound: ['Nada encontrado', 'Nothing found'],
  nothingFoundHint: [
    'Nenhum resultado com estes filtros. Mude ou limpe os filtros.',
    'Nothing matches these filters. Change or clear them.',
  ],
  clearFilters: ['Limpar filtros', 'Clear filters'],
  filters: ['Filtros', 'Filters'],
  search: ['Buscar', 'Search'],
  all: ['Todos', 'All'],
  period: ['Período', 'Period'],
  today: ['Hoje', 'Today'],
  yesterday: ['Ontem', 'Yesterday'],
  last7: ['7 dias', '7 days'],
  last30: ['30 dias', '30 days'],
  thisMonth: ['Este mês', 'This month'],
  lastMonth: ['Mês passado', 'Last month'],
  anyTime: ['Qualquer data', 'Any time'],
  from: ['De', 'From'],
  to: ['Até', 'To'],
  breadcrumbs: ['Você está em', 'You are in'],
  secretWarning: [
    'Guarde agora: por segurança, isto não será mostrado de novo.',
    'Save this now: for security it is not shown again.',
  ],
  secretKept: ['Já guardei', 'I saved it'],
  confirmTitle: ['Confirme que é você', 'Confirm it is you'],
  confirmIntro: [
    'Esta ação é sensível. Informe sua senha ou um código do aplicativo autenticador para continuar.',
    'This is a sensitive action. Enter your password or a code from your authenticator app to continue.',
  ],
  confirmIntroPassword: [
    'Esta ação é sensível. Informe sua senha para continuar.',
    'This is a sensitive action. Enter your password to continue.',
  ],
  password: ['Senha', 'Password'],
  code: ['Código de 6 dígitos', '6-digit code'],
  useCode: ['Usar código do autenticador ou de recuperação', 'Use an authenticator or recovery code'],
  usePassword: ['Usar senha', 'Use the password'],
  usePasskey: ['Usar passkey', 'Use a passkey'],
  or: ['ou', 'or'],
  useSso: ['Confirmar no login da empresa', 'Confirm at the company’s sign-in'],
  retryAt: [(time: string) => `Nova tentativa às ${time}`, (time: string) => `Next try at ${time}`],
  retryOn: [(when: string) => `Nova tentativa em ${when}`, (when: string) => `Next try on ${when}`],
  reference: [
    (requestId: string) => `Referência para o suporte: ${requestId}`,
    (requestId: string) => `Reference for support: ${requestId}`,
  ],
})

/** The buttons of the calendar, for those who cannot see it. */
export const calendarTexts = bilingual({
  previousMonth: ['Mês anterior', 'Previous month'],
  nextMonth: ['Próximo mês', 'Next month'],
  previousYear: ['Ano anterior', 'Previous year'],
  nextYear: ['Próximo ano', 'Next year'],
  previousDecade: ['Década anterior', 'Previous decade'],
  nextDecade: ['Próxima década', 'Next decade'],
})

/** Where a spreadsheet is dropped. */
export const sheetTexts = bilingual({
  template: ['Baixar modelo', 'Download the template'],
  otherFile: ['Escolher outro arquivo', 'Choose another file'],
  drop: ['Arraste a planilha para cá', 'Drop the spreadsheet here'],
  dropHint: [
    (rows: number) => `ou clique para escolher · CSV ou XLSX, até ${rows.toLocaleString('pt-BR')} linhas e 2 MB`,
    (rows: number) => `or click to choose · CSV or XLSX, up to ${rows.toLocaleString('en-US')} rows and 2 MB`,
  ],
  sheetRefused: [
    'O arquivo tem mais de 2 MB ou não é CSV nem XLSX.',
    'The file is larger than 2 MB, or neither CSV nor XLSX.',
  ],
  someWrong: [
    (wrong: number, all: number) =>
      wrong === 1 ? `1 de ${all} linhas está errada.` : `${wrong} de ${all} linhas estão erradas.`,
    (wrong: number, all: number) => (wrong === 1 ? `1 of ${all} rows is wrong.` : `${wrong} of ${all} rows are wrong.`),
  ],
  someWrongHint: [
    'Corrija a planilha e envie de novo, ou deixe essas linhas de fora.',
    'Correct the spreadsheet and upload it again, or leave these rows out.',
  ],
  leaveOut: ['Deixar de fora as erradas', 'Leave the wrong ones out'],
  onlyWrong: ['Só as erradas', 'Only the wrong ones'],
  rows: ['Linhas', 'Rows'],
  line: ['Linha', 'Row'],
})

/** The words of a merchant's own fields. */
export const metadataTexts = bilingual({
  metadata: ['Metadados', 'Metadata'],
  addMetadata: ['Adicionar campo', 'Add a field'],
  metadataHint: ['Campos seus, como plano ou vendedor.', 'Your own fields, such as plan or salesperson.'],
  metadataKey: [(number: number) => `Campo ${number}`, (number: number) => `Field ${number}`],
  metadataValue: [(number: number) => `Valor ${number}`, (number: number) => `Value ${number}`],
  metadataRemove: [(number: number) => `Remover campo ${number}`, (number: number) => `Remove field ${number}`],
  metadataKeyMissing: ['Diga o nome do campo', 'Enter the name of the field'],
  metadataKeyTwice: ['Este nome já está em uso', 'This name is already used'],
})
