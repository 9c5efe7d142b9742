import { bilingual } from '../kit/texts.ts'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count >= 100 ? '99+' : count} ${many}`

export const homeTexts = bilingual({
  pt: {
    title: 'Início',
    available: 'Saldo disponível',
    held: 'Reservado',
    heldHint: 'para pagamentos a caminho',
    inToday: 'Entrou hoje',
    outToday: 'Saiu hoje',
    payments: (count: number) => (count === 1 ? '1 pagamento' : `${count} pagamentos`),
    flows: 'Entradas e saídas',
    today: 'Hoje',
    week: '7 dias',
    month: '30 dias',
    period: 'Período do gráfico',
    moneyIn: 'Entradas',
    moneyOut: 'Saídas',
    hour: 'Hora',
    day: 'Dia',
    asTable: 'Ver como tabela',
    asChart: 'Ver como gráfico',
    summingUp: 'Somando os lançamentos…',
    chartSays: (period: string, moneyIn: string, moneyOut: string) =>
      `Gráfico de entradas e saídas, ${period}: entrou ${moneyIn}, saiu ${moneyOut}`,
    needsMe: 'Precisa de você',
    nothingNeeded: 'Tudo em dia',
    nothingNeededHint: 'Nada espera por você agora.',
    requests: (count: number) =>
      counted(count, 'solicitação de pagamento espera sua decisão', 'solicitações de pagamento esperam sua decisão'),
    failedEvents: (count: number) =>
      counted(count, 'evento de webhook não foi entregue', 'eventos de webhook não foram entregues'),
    failedEventsHint: 'Nos últimos 7 dias. Veja a resposta do seu endereço e reenvie.',
    receivers: (count: number) => counted(count, 'favorecido em análise', 'favorecidos em análise'),
    receiversHint: 'A operação do Trilho está analisando. Nada a fazer por enquanto.',
    requestsHint: 'Aprove ou recuse depois de conferir a nota fiscal.',
    latest: 'Últimas transações',
    all: 'Ver todas',
  },
  en: {
    title: 'Home',
    available: 'Available balance',
    held: 'Held',
    heldHint: 'for payments on their way',
    inToday: 'In today',
    outToday: 'Out today',
    payments: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
    flows: 'Money in and out',
    today: 'Today',
    week: '7 days',
    month: '30 days',
    period: 'Period of the chart',
    moneyIn: 'In',
    moneyOut: 'Out',
    hour: 'Hour',
    day: 'Day',
    asTable: 'Show as a table',
    asChart: 'Show as a chart',
    summingUp: 'Adding up the postings…',
    chartSays: (period: string, moneyIn: string, moneyOut: string) =>
      `Chart of money in and out, ${period}: ${moneyIn} in, ${moneyOut} out`,
    needsMe: 'Needs you',
    nothingNeeded: 'All done',
    nothingNeededHint: 'Nothing waits for you now.',
    requests: (count: number) =>
      counted(count, 'payment request waits for your decision', 'payment requests wait for your decision'),
    failedEvents: (count: number) =>
      counted(count, 'webhook event was not delivered', 'webhook events were not delivered'),
    failedEventsHint: 'In the last 7 days. See what your address answered and resend.',
    receivers: (count: number) => counted(count, 'receiver in review', 'receivers in review'),
    receiversHint: "Trilho's operators are reviewing. Nothing to do for now.",
    requestsHint: 'Approve or reject after checking the invoice.',
    latest: 'Latest transactions',
    all: 'See all',
  },
})
