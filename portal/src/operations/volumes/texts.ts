import { bilingual } from '../../kit/texts.ts'

export const volumeTexts = bilingual({
  volumes: ['Volumes e tarifas', 'Volumes and fees'],
  volumesIntro: [
    'O que entrou, saiu e foi ganho, por dia e por lojista. Atualizado a cada 10 segundos.',
    'Amounts received, sent and earned, by day and by merchant. Updated every 10 seconds.',
  ],
  moneyIn: ['Entrou', 'Received'],
  moneyOut: ['Saiu', 'Sent'],
  fees: ['Tarifas', 'Fees'],
  day: ['Dia', 'Day'],
  merchant: ['Lojista', 'Merchant'],
  flows: ['Entradas e saídas', 'In and out'],
  byDay: ['Por dia', 'By day'],
  byMerchant: ['Por lojista', 'By merchant'],
  byMerchantHint: [
    'Os 500 com mais entradas no período. Todos estão no arquivo.',
    'The 500 merchants with the most money in. The file has all of them.',
  ],
  sortBy: ['Ordenar por', 'Sort by'],
  transactions: [
    (count: string) => (count === '1' ? '1 transação' : `${count} transações`),
    (count: string) => (count === '1' ? '1 transaction' : `${count} transactions`),
  ],
  chartSays: [
    (moneyIn: string, moneyOut: string) => `Por dia: entraram ${moneyIn} e saíram ${moneyOut}`,
    (moneyIn: string, moneyOut: string) => `By day: ${moneyIn} received and ${moneyOut} sent`,
  ],
  nothing: ['Nada neste período', 'Nothing in this period'],
  nothingHint: ['Escolha outro período.', 'Choose another period.'],
  export: ['Exportar', 'Export'],
  exportTitle: ['Arquivo para planilha', 'A file for a spreadsheet'],
  exportHint: [
    'Uma linha por dia e lojista do período, no máximo 50.000.',
    'A row for each day and merchant of the period, 50,000 at most.',
  ],
  download: ['Baixar CSV', 'Download CSV'],
})
