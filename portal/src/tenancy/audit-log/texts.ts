import { bilingual } from '../../kit/texts.ts'

export const auditLogTexts = bilingual({
  log: ['Auditoria', 'Audit log'],
  logIntro: [
    'Tudo o que pessoas mudaram. Cada registro é encadeado ao anterior e não pode ser alterado.',
    'Everything people changed. Each entry is chained to the one before and cannot be altered.',
  ],
  when: ['Quando', 'When'],
  who: ['Quem', 'Who'],
  what: ['O quê', 'What'],
  where: ['De onde', 'From where'],
  merchant: ['Lojista', 'Merchant'],
  platform: ['Plataforma', 'Platform'],
  act: ['Ação', 'Action'],
  person: ['Pessoa', 'Person'],
  console: ['Linha de comando', 'Command line'],
  nothing: ['Nada registrado ainda', 'Nothing recorded yet'],
  nothingHint: [
    'Cada mudança feita por alguém da equipe aparece aqui, com quem, quando e de onde.',
    'Every change somebody in your team makes shows up here: who, when and from where.',
  ],
  onlyThisPerson: [(name: string) => `Ver só o que ${name} fez`, (name: string) => `Show only what ${name} did`],
})
