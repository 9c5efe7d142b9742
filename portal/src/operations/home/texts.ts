import { bilingual } from '../../kit/texts.ts'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count >= 100 ? '99+' : count} ${many}`

export const homeTexts = bilingual({
  title: ['Início', 'Home'],
  available: ['Saldo disponível', 'Available balance'],
  heldHint: ['para envios e devoluções a caminho', 'for payments on their way'],
  blockedHint: ['por contestações', 'by disputes'],
  disputes: [
    (count: number) => counted(count, 'contestação aguarda sua defesa', 'contestações aguardam sua defesa'),
    (count: number) => counted(count, 'dispute awaits your defence', 'disputes await your defence'),
  ],
  disputesHint: [
    'Um banco solicita a devolução do dinheiro. Responda dentro do prazo.',
    'A bank requests the money back. Respond before the deadline.',
  ],
  inToday: ['Entrou hoje', 'In today'],
  outToday: ['Saiu hoje', 'Out today'],
  transactions: [
    (count: number) => (count === 1 ? '1 transação' : `${count} transações`),
    (count: number) => (count === 1 ? '1 transaction' : `${count} transactions`),
  ],
  flows: ['Entradas e saídas', 'Money in and out'],
  today: ['Hoje', 'Today'],
  week: ['7 dias', '7 days'],
  month: ['30 dias', '30 days'],
  period: ['Período do gráfico', 'Period of the chart'],
  moneyIn: ['Entradas', 'In'],
  moneyOut: ['Saídas', 'Out'],
  hour: ['Hora', 'Hour'],
  day: ['Dia', 'Day'],
  asTable: ['Ver como tabela', 'Show as a table'],
  asChart: ['Ver como gráfico', 'Show as a chart'],
  summingUp: ['Somando os lançamentos…', 'Adding up the postings…'],
  chartSays: [
    (period: string, moneyIn: string, moneyOut: string) =>
      `Gráfico de entradas e saídas, ${period}: entrou ${moneyIn}, saiu ${moneyOut}`,
    (period: string, moneyIn: string, moneyOut: string) =>
      `Chart of money in and out, ${period}: ${moneyIn} in, ${moneyOut} out`,
  ],
  noFlows: ['Nenhum movimento neste período', 'No movement in this period'],
  noFlowsHint: [
    'Entradas e saídas aparecem aqui assim que uma transação é concluída.',
    'Money in and out appears here as soon as a transaction is completed.',
  ],
  needsMe: ['Precisa de você', 'Needs you'],
  nothingNeeded: ['Tudo em dia', 'All done'],
  nothingNeededHint: ['Nada precisa da sua atenção agora.', 'Nothing needs your attention now.'],
  requests: [
    (count: number) =>
      counted(count, 'solicitação de pagamento aguarda sua decisão', 'solicitações de pagamento aguardam sua decisão'),
    (count: number) => counted(count, 'payment request awaits your decision', 'payment requests await your decision'),
  ],
  failedEvents: [
    (count: number) => counted(count, 'evento de webhook não foi entregue', 'eventos de webhook não foram entregues'),
    (count: number) => counted(count, 'webhook event was not delivered', 'webhook events were not delivered'),
  ],
  failedEventsHint: [
    'Nos últimos 7 dias. Veja a resposta do seu endereço e reenvie.',
    'In the last 7 days. Check the response of your address and resend.',
  ],
  receivers: [
    (count: number) => counted(count, 'favorecido em análise', 'favorecidos em análise'),
    (count: number) => counted(count, 'receiver in review', 'receivers in review'),
  ],
  receiversHint: [
    'A operação do Trilho está analisando. Nada a fazer por enquanto.',
    "Trilho's operators are reviewing. Nothing to do for now.",
  ],
  keys: [
    (count: number) => counted(count, 'chave de acesso a confirmar', 'chaves de acesso a confirmar'),
    (count: number) => counted(count, 'access key to confirm', 'access keys to confirm'),
  ],
  keysHint: [
    'Alguém da equipe criou: só funciona depois que um proprietário confirmar.',
    'A team member created it: it works once an owner confirms it.',
  ],
  requestsHint: ['Aprove ou recuse depois de conferir a nota fiscal.', 'Approve or reject after checking the invoice.'],
  latest: ['Últimas transações', 'Latest transactions'],
  all: ['Ver todas', 'See all'],
})

export const firstStepTexts = bilingual({
  firstSteps: ['Primeiros passos', 'First steps'],
  intro: [
    'Do zero ao primeiro Pix recebido. Depois dele, esta página mostra seu dinheiro e o que acabou de acontecer.',
    'From nothing to the first Pix received. After it this page shows your money and what has just happened.',
  ],
  done: ['Feito', 'Done'],
  charge: ['Solicite o primeiro pagamento', 'Request the first payment'],
  chargeHint: [
    'Informe o valor e envie o link, o QR Code ou a mensagem ao pagador. O pagamento aparece aqui na hora.',
    'Enter the amount and send the link, the QR code or the message to the payer. The payment appears here at once.',
  ],
  chargeHintReader: [
    'Quem é proprietário ou do financeiro cria a cobrança. O pagamento aparece aqui na hora.',
    'Owners and finance create the charge. The payment appears here at once.',
  ],
  linkLink: ['Ou crie um link para muitos pagamentos', 'Or create a link for many payments'],
  team: ['Convide sua equipe', 'Invite your team'],
  teamHint: [
    'Financeiro, quem aprova, quem desenvolve: cada pessoa com o seu papel.',
    'Finance, approvers, developers: each person with a role of their own.',
  ],
  teamLink: ['Convidar pessoas', 'Invite people'],
  programmer: ['Para desenvolvedores', 'For developers'],
  key: ['Crie uma chave de acesso', 'Create an access key'],
  keyHint: [
    'Com ela seus sistemas entram na API. O segredo aparece uma única vez.',
    'With it your systems log in to the API. Its secret is shown only once.',
  ],
  keyLink: ['Criar uma chave de acesso', 'Create an access key'],
  webhook: ['Informe o endereço de webhook', 'Set your webhook address'],
  webhookHint: [
    'Seu sistema recebe um evento assinado a cada mudança. Uma cobrança pode ter endereço próprio.',
    'Your system receives a signed event at every change. A charge can have its own address.',
  ],
  webhookLink: ['Configurar o webhook', 'Set the webhook address'],
  webhookGuide: ['Ler o guia de webhooks', 'Read the guide to webhooks'],
  payment: ['Cobre pela API', 'Charge by the API'],
  paymentHint: ['Uma cobrança Pix em cinco minutos, passo a passo.', 'A Pix charge in five minutes, step by step.'],
  paymentLink: ['Abrir o guia do primeiro pagamento', 'Open the guide to the first payment'],
})
