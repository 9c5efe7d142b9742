import { kindWords, outcomeWords } from '../../../../server/src/products/files/words.ts'
import { bilingual } from '../../kit/texts.ts'

export const kindTexts = bilingual(kindWords)
export const outcomeTexts = bilingual(outcomeWords)

/** Why a file could not be made. */
const faults = bilingual<Record<string, string>>({
  NotWritten: [
    'Houve uma falha do nosso lado. Solicite de novo.',
    'Something failed on our side. Request the file again.',
  ],
  TooManyRows: [
    'O período tem linhas demais. Solicite um período menor.',
    'The period has too many rows. Request a shorter one.',
  ],
  BucketRefused: ['O bucket não aceitou o arquivo.', 'The bucket refused the file.'],
  KeyEnded: [
    'A chave de acesso que criou o agendamento não vale mais.',
    'The access key that created the schedule is no longer in use.',
  ],
  NoReader: [
    'Quem recebia o link não tem mais acesso. Encerre e agende de novo.',
    'The recipient of the link no longer has access. End this schedule and create a new one.',
  ],
  PersonNotAllowed: [
    'Quem agendou não pode mais agendar arquivos. Encerre e agende de novo.',
    'The person who scheduled it can no longer schedule files. End this schedule and create a new one.',
  ],
})

export const fileTexts = bilingual({
  files: ['Arquivos', 'Files'],
  filesIntro: [
    'Extratos e listas para a contabilidade. Cada arquivo fica aqui por 7 dias.',
    'Statements and lists for the accountant. Every file stays here for 7 days.',
  ],
  ask: ['Solicitar arquivo', 'Request a file'],
  askTitle: ['Solicitar um arquivo', 'Request a file'],
  asked: [
    (isMailed: boolean): string =>
      isMailed
        ? 'Arquivo solicitado. Avisamos por e-mail quando estiver pronto.'
        : 'Arquivo solicitado. Aparece em Arquivos quando estiver pronto.',
    (isMailed: boolean): string =>
      isMailed ? 'Requested. You get an e-mail when it is ready.' : 'Requested. It appears in Files when it is ready.',
  ],
  compare: ['Comparar lista', 'Compare a list'],
  compareTitle: ['Comparar com a sua lista', 'Compare with your own list'],
  compareIntro: [
    'Envie a lista de vendas da sua loja, em CSV ou XLSX, com uma coluna Pedido e uma coluna Valor. Mostramos o que confere, o que diverge e o que falta em um dos lados.',
    'Upload the list of your sales, CSV or XLSX, with a column Order and a column Amount. You see what matches, what differs and what is missing on either side.',
  ],
  list: ['Sua lista', 'Your list'],
  listHint: ['Até 20.000 linhas', 'Up to 20,000 lines'],
  listMissing: ['Escolha o arquivo da sua lista', 'Choose the file of your list'],
  listTooLarge: ['O arquivo tem mais de 3 MB', 'The file has more than 3 MB'],
  choose: ['Escolher arquivo', 'Choose a file'],
  compareNow: ['Comparar', 'Compare'],
  none: ['Nenhum arquivo ainda', 'No files yet'],
  noneHint: [
    'Solicite o primeiro: extrato, transações ou o extrato de um mês em PDF.',
    'Request the first: statement, transactions, or the statement of a month as PDF.',
  ],
  what: ['Arquivo', 'File'],
  kind: ['O que', 'What'],
  format: ['Formato', 'Format'],
  madeInPeriod: [
    'As transações criadas no período, no estado em que estão quando o arquivo é feito. Uma transação paga depois não aparece em outro arquivo: o extrato mostra o dinheiro pelo dia em que se moveu.',
    'The transactions created in the period, in the state they have when the file is written. A transaction paid later is not in another file: the statement shows money by the day it moved.',
  ],
  movedInPeriod: [
    'O mesmo que o OFX do extrato: tudo o que entrou e saiu no período, pelo dia em que se moveu.',
    'The same as the OFX of the statement: all money in and out of the period, by the day it moved.',
  ],
  from: ['De', 'From'],
  to: ['Até', 'To'],
  month: ['Mês', 'Month'],
  state: ['Situação', 'State'],
  size: ['Tamanho', 'Size'],
  askedAt: ['Solicitado em', 'Requested'],
  download: ['Baixar', 'Download'],
  downloadOf: [(what: string) => `Baixar ${what}`, (what: string) => `Download ${what}`],
  downloadAs: [(format: string) => `Baixar ${format}`, (format: string) => `Download ${format}`],
  askAs: [(format: string) => `Preparar ${format}`, (format: string) => `Prepare ${format}`],
  large: [
    'São muitas linhas: o arquivo é preparado em segundo plano e aparece em Arquivos. Sem começo escolhido, tem o último ano.',
    'There are many rows: the file is written in the background and shows up in Files. Without a chosen start it has the last year.',
  ],
  actions: ['Ações', 'Actions'],
  progress: [(percent: number) => `${percent}%`, (percent: number) => `${percent}%`],
  writing: ['Sendo preparado', 'Being written'],
  scheduled: ['agendado', 'scheduled'],
  periodOf: [
    (from: string, to: string) => (from === to ? from : `${from} a ${to}`),
    (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  ],
  periodWrong: ['O fim deve ser depois do início', 'The end must be after the start'],
  result: ['Resultado', 'Result'],
  showResult: ['Ver resultado', 'Show the result'],
  resultTitle: ['Resultado da comparação', 'Result of the comparison'],
  allRight: ['Tudo confere.', 'Everything matches.'],
  firstDifferences: ['Primeiras diferenças', 'First differences'],
  order: ['Pedido', 'Order'],
  listed: ['Na sua lista', 'In your list'],
  found: ['Aqui', 'Here'],
  difference: ['Diferença', 'Difference'],
  moreInFile: ['O arquivo tem todas as linhas.', 'The file has all lines.'],
  fault: [(name: string) => faults.pt[name] ?? name, (name: string) => faults.en[name] ?? name],
  schedules: ['Agendamentos', 'Schedules'],
  schedulesIntro: [
    'O arquivo é feito às 6h do dia seguinte ao período, no horário de Brasília.',
    'A file is created at 6 in the morning after its period, Brasília time.',
  ],
  schedule: ['Agendar', 'Schedule'],
  scheduleTitle: ['Agendar arquivo', 'Schedule a file'],
  scheduledDone: ['Agendamento criado', 'Schedule created'],
  noSchedules: ['Nenhum arquivo agendado.', 'No file is scheduled.'],
  every: ['Frequência', 'How often'],
  day: ['Todo dia', 'Every day'],
  monthly: ['Todo mês', 'Every month'],
  destination: ['Destino', 'Where to'],
  byMail: ['E-mail com link', 'Mail with a link'],
  toBucket: ['Bucket S3', 'S3 bucket'],
  mailHint: [
    'Você recebe um link que vale 7 dias. O arquivo não vai no e-mail.',
    'You get a link that works for 7 days. The file is not in the mail.',
  ],
  mailTo: [(name: string) => `E-mail para ${name}`, (name: string) => `Mail to ${name}`],
  next: ['Próximo', 'Next'],
  endpoint: ['Endereço do serviço', 'Address of the service'],
  endpointHint: ['Vazio para Amazon S3', 'Empty for Amazon S3'],
  region: ['Região', 'Region'],
  bucket: ['Bucket', 'Bucket'],
  prefix: ['Pasta', 'Folder'],
  accessKey: ['Chave de acesso', 'Access key'],
  secret: ['Segredo', 'Secret'],
  secretHint: ['Guardado cifrado. Não é mostrado de novo.', 'Stored encrypted. It is not shown again.'],
  required: ['Preencha este campo', 'Fill this in'],
  tryIt: ['Testar bucket', 'Try the bucket'],
  tried: ['O bucket aceitou um arquivo de teste.', 'The bucket accepted a test file.'],
  end: ['Encerrar', 'End'],
  endOf: [(what: string) => `Encerrar agendamento de ${what}`, (what: string) => `End the schedule of ${what}`],
  endTitle: ['Encerrar este agendamento?', 'End this schedule?'],
  endMessage: [
    'Nenhum outro arquivo será feito por ele. Os que já estão prontos continuam aqui.',
    'It creates no more files. Ready files stay here.',
  ],
  ended: ['Agendamento encerrado', 'Schedule ended'],
  lastFault: ['O último não chegou', 'The last one did not arrive'],
})
