import { bilingual } from '../../kit/texts.ts'

export const statementTexts = bilingual({
  title: ['Extrato', 'Statement'],
  entry: ['Lançamento', 'Entry'],
  available: ['Disponível', 'Available'],
  held: ['Reservado', 'Held'],
  balance: ['Saldo disponível', 'Available balance'],
  time: ['Hora', 'Time'],
  opening: ['Saldo no início', 'Balance at the start'],
  closing: ['Saldo no fim', 'Balance at the end'],
  now: ['Saldo agora', 'Balance now'],
  heldToo: [(amount: string) => `mais ${amount} reservados`, (amount: string) => `plus ${amount} held`],
  blockedToo: [(amount: string) => `mais ${amount} bloqueados`, (amount: string) => `plus ${amount} blocked`],
  reservedToo: [(amount: string) => `mais ${amount} em garantia`, (amount: string) => `plus ${amount} in reserve`],
  blocked: ['Bloqueado', 'Blocked'],
  dayEnds: [(amount: string) => `Saldo do dia ${amount}`, (amount: string) => `Balance of the day ${amount}`],
  charges: [(amount: string) => `tarifa de ${amount}`, (amount: string) => `${amount} charged`],
  empty: ['Nenhum lançamento ainda', 'No entries yet'],
  emptyHint: [
    'O extrato mostra cada entrada e saída com o saldo depois dela. Ele começa com a primeira transação.',
    'The statement shows all money in and out with the balance after it. It begins with the first transaction.',
  ],
  emptyPeriod: ['Nenhum lançamento neste período', 'No entries in this period'],
  emptyPeriodHint: ['Escolha outro período ou limpe o filtro.', 'Choose another period or clear the filter.'],
  export: ['Exportar', 'Export'],
  exportTitle: ['Planilha do extrato', 'Spreadsheet of the statement'],
  exportHint: [
    'Baixa o extrato do período escolhido, do mais antigo ao mais novo, até 50.000 linhas. Para mais, exporte períodos menores.',
    'Downloads the statement of the chosen period, oldest first, up to 50,000 rows. For more, export shorter periods.',
  ],
})
