import { bilingual } from '../../kit/texts.ts'

/** The words of totals, saved filters and notes. */
export const findingTexts = bilingual({
  totals: ['Totais do que está filtrado', 'Totals of the filtered transactions'],
  count: ['Transações', 'Transactions'],
  received: ['Recebido', 'Received'],
  sent: ['Enviado', 'Sent'],
  refunded: ['Devolvido', 'Refunded'],
  charges: ['Tarifas', 'Charges'],
  paidOnly: ['Os valores somam o que foi pago.', 'Amounts are the sum of what was paid.'],
  countedFrom: [
    (date: string) => `Os totais só incluem o que foi criado desde ${date}: escolha um período menor.`,
    (date: string) => `Totals only have what was created since ${date}: choose a shorter period.`,
  ],
  savedFilters: ['Filtros salvos', 'Saved filters'],
  noSavedFilters: [
    'Filtre a lista e salve aqui os filtros que você usa sempre. Só você os vê.',
    'Filter the list, and save the filters you use often here. Only you see them.',
  ],
  filterName: ['Salvar os filtros atuais como', 'Save the current filters as'],
  filterNameMissing: ['Dê um nome', 'Enter a name'],
  filterSaved: ['Filtros salvos', 'Filters saved'],
  deleteFilter: [(name: string) => `Apagar ${name}`, (name: string) => `Delete ${name}`],
  notes: ['Notas', 'Notes'],
  notesHint: [
    'Só a equipe as lê: não vão para webhooks, comprovantes nem para a API.',
    'Only your team reads them: they are in no webhook, receipt or API.',
  ],
  newNote: ['Nova nota', 'New note'],
  addNote: ['Incluir nota', 'Add note'],
  noteMissing: ['Escreva a nota', 'Write the note'],
  deleteNote: ['Apagar nota', 'Delete note'],
  deleteNoteHint: [
    'A nota é apagada. A auditoria registra que ela existiu.',
    'The note is deleted. The audit log records that it existed.',
  ],
})
