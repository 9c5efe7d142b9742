import { bilingual } from '../kit/texts.ts'

export const platformTexts = bilingual({
  pt: {
    overview: 'Visão geral',
    overviewIntro: 'O dinheiro de todos os lojistas e como a plataforma está agora.',
    total: 'Saldo dos lojistas',
    available: 'Disponível',
    held: 'Retido',
    fees: 'Tarifas ganhas',
    merchants: (count: number) => (count === 1 ? '1 lojista' : `${count} lojistas`),
    health: 'Saúde',
    readAt: 'Lido',
    good: 'Em ordem',
    look: 'Veja isto',
    bad: 'Com problema',
    pix: 'Conexão PIX',
    openFinance: 'Conexão Open Finance',
    simulator: 'Simulador: nenhum banco é chamado.',
    railUp: 'O banco responde.',
    railDown: 'O banco não responde. Cobranças novas e saques esperam por ele.',
    delivery: 'Entrega de webhooks',
    noAttempts: (window: string) => `Nenhuma tentativa ${window}.`,
    accepted: (percent: string, attempts: string, window: string) =>
      `${percent} aceitas, de ${attempts} ${attempts === '1' ? 'tentativa' : 'tentativas'} ${window}.`,
    lastHour: 'na última hora',
    lastMinute: 'no último minuto',
    queue: 'Fila de webhooks',
    queueEmpty: 'Nada espera para ser entregue.',
    queueOf: (count: string) =>
      `${count} ${count === '1' ? 'aviso ainda não entregue' : 'avisos ainda não entregues'}, entre novos e repetidos.`,
    circuits: 'Endereços que não respondem',
    noCircuits: 'Nenhum deixado de lado por este processo.',
    openCircuits: (count: number) =>
      count === 1
        ? '1 endereço deixado de lado por este processo até voltar a responder.'
        : `${count} endereços deixados de lado por este processo até voltarem a responder.`,
    payouts: 'Dinheiro a enviar',
    payoutsSimulated: 'No ambiente de testes nada é enviado sozinho.',
    payoutsNone: 'Nenhum pagamento espera pelo banco.',
    payoutsDue: (count: string) =>
      `${count} ${count === '1' ? 'pagamento' : 'pagamentos'} na vez de falar com o banco.`,
    payoutsStuck: (count: string) =>
      `${count} ${count === '1' ? 'pagamento precisa' : 'pagamentos precisam'} de uma pessoa: compare com o banco.`,
    database: 'Banco de dados',
    databaseWords: (version: string, ms: string, migrations: number) =>
      `PostgreSQL ${version}, respondeu em ${ms} ms, ${migrations} migrações.`,
    notMigrated: 'Faltam migrações: reinicie o servidor com a versão nova.',
    books: 'Livros contábeis',
    booksNever: 'A primeira conferência ainda não terminou.',
    booksRight: 'Conferidos sem erro,',
    booksWrong: (count: number) => (count === 1 ? '1 linha errada, conferida' : `${count} linhas erradas, conferidas`),
    booksRun: 'Rode npm run audit para ver quais.',
  },
  en: {
    overview: 'Overview',
    overviewIntro: 'The money of all merchants and how the platform is right now.',
    total: 'Balance of all merchants',
    available: 'Available',
    held: 'Held',
    fees: 'Fees earned',
    merchants: (count: number) => (count === 1 ? '1 merchant' : `${count} merchants`),
    health: 'Health',
    readAt: 'Read',
    good: 'In order',
    look: 'Have a look',
    bad: 'In trouble',
    pix: 'PIX rail',
    openFinance: 'OpenFinance rail',
    simulator: 'A simulator: no bank is called.',
    railUp: 'The bank answers.',
    railDown: 'The bank does not answer. New charges and payouts wait for it.',
    delivery: 'Webhook delivery',
    noAttempts: (window: string) => `No attempts ${window}.`,
    accepted: (percent: string, attempts: string, window: string) =>
      `${percent} accepted of ${attempts} ${attempts === '1' ? 'attempt' : 'attempts'} ${window}.`,
    lastHour: 'in the last hour',
    lastMinute: 'in the last minute',
    queue: 'Webhook queue',
    queueEmpty: 'Nothing waits to be delivered.',
    queueOf: (count: string) => `${count} ${count === '1' ? 'event' : 'events'} not delivered yet, new and repeated.`,
    circuits: 'Addresses that do not answer',
    noCircuits: 'None is left alone by this process.',
    openCircuits: (count: number) =>
      count === 1
        ? '1 address is left alone by this process until it answers again.'
        : `${count} addresses are left alone by this process until they answer again.`,
    payouts: 'Money to be sent',
    payoutsSimulated: 'In a sandbox nothing is sent by itself.',
    payoutsNone: 'No payment waits for the bank.',
    payoutsDue: (count: string) =>
      `${count} ${count === '1' ? 'payment is' : 'payments are'} about to be asked about at the bank.`,
    payoutsStuck: (count: string) =>
      `${count} ${count === '1' ? 'payment needs' : 'payments need'} a person: compare with the bank.`,
    database: 'Database',
    databaseWords: (version: string, ms: string, migrations: number) =>
      `PostgreSQL ${version}, answered in ${ms} ms, ${migrations} migrations.`,
    notMigrated: 'Migrations are missing: restart the server with the new version.',
    books: 'Books',
    booksNever: 'The first proof has not ended yet.',
    booksRight: 'Proved without a fault,',
    booksWrong: (count: number) => (count === 1 ? '1 wrong row, proved' : `${count} wrong rows, proved`),
    booksRun: 'Run npm run audit to see which.',
  },
})
