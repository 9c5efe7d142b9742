import {
  requestFaultWords,
  requestKindWords,
  tableWords,
} from '../../../../server/src/operations/personal-data/words.ts'
import { bilingual } from '../../kit/texts.ts'

export const kindTexts = bilingual(requestKindWords)
export const faultTexts = bilingual(requestFaultWords)
export const tableTexts = bilingual<Record<string, string>>(tableWords)

export const personTexts = bilingual({
  payer: ['Pagador', 'Payer'],
  recipient: ['Destinatário', 'Recipient'],
  member: ['Equipe do lojista', "Merchant's team"],
  operator: ['Operação', 'Operator'],
})

export const personalDataTexts = bilingual({
  title: ['Dados pessoais', 'Personal data'],
  introPlatform: [
    'Pedidos de titulares (LGPD) em toda a plataforma: acesso e eliminação. Outra pessoa de compliance aprova cada pedido.',
    'Requests of data subjects (LGPD) at the whole platform: access and erasure. Another person of compliance approves each.',
  ],
  introMerchant: [
    'Pedidos de titulares (LGPD) sobre os dados que a sua empresa tem aqui: pagadores e destinatários.',
    'Requests of data subjects (LGPD) about the data that your company has here: payers and recipients.',
  ],
  requests: ['Pedidos', 'Requests'],
  register: ['Onde estão os dados', 'Where the data is'],
  access: ['Reunir os dados', 'Collect the data'],
  erasure: ['Eliminar os dados', 'Erase the data'],
  accessIntro: [
    'Reúne tudo o que está guardado sobre a pessoa, em um arquivo para ela, por 7 dias.',
    'Collects everything that is stored about the person, in a file for them, for 7 days.',
  ],
  erasureIntro: [
    'Elimina os dados da pessoa de todos os registros e arquivos. Isso não pode ser desfeito. O que a lei obriga a guardar fica lacrado até o fim do prazo; pagamentos em andamento são eliminados quando terminam.',
    "Erases the person's data from all rows and files. This cannot be undone. What the law requires stays sealed until its term ends; payments under way are erased when they finish.",
  ],
  taxNumber: ['CPF ou CNPJ', 'CPF or CNPJ'],
  email: ['E-mail', 'E-mail'],
  phone: ['Telefone', 'Phone'],
  phoneHint: ['Como em +5511912345678', 'As in +5511912345678'],
  name: ['Nome completo', 'Full name'],
  nameHint: ['Ajuda onde os bancos mascaram o documento.', 'Helps where banks mask the document.'],
  nobodyNamed: ['Informe o documento, o e-mail ou o telefone.', 'Enter the document number, the e-mail or the phone.'],
  taxNumberWrong: ['Confira o número: são 11 ou 14 caracteres.', 'Check the number: it has 11 or 14 characters.'],
  emailWrong: ['Confira o e-mail.', 'Check the e-mail.'],
  phoneWrong: ['Escreva como em +5511912345678.', 'Write it as in +5511912345678.'],
  nameWrong: ['Escreva nome e sobrenome.', 'Write first and last name.'],
  requested: ['O pedido está em andamento.', 'The request is under way.'],
  what: ['Pedido', 'Request'],
  anonymous: ['Identidade removida', 'Identity removed'],
  state: ['Situação', 'State'],
  waiting: [
    (rows: number) => `${rows} em uso: aguardando terminar`,
    (rows: number) => `${rows} in use: waiting until they finish`,
  ],
  found: ['Onde a pessoa está', 'Where the person is'],
  nothing: ['Nada encontrado', 'Nothing found'],
  keptRows: [
    (rows: number) => (rows === 1 ? '1 lacrado por lei' : `${rows} lacrados por lei`),
    (rows: number) => `${rows} sealed by law`,
  ],
  by: ['Pedido por', 'Requested by'],
  when: ['Quando', 'When'],
  file: ['Arquivo', 'File'],
  page: ['Página', 'Page'],
  json: ['JSON', 'JSON'],
  none: ['Nenhum pedido ainda', 'No requests yet'],
  noneHint: [
    'Quando alguém pedir seus dados ou a eliminação deles, o pedido fica aqui.',
    'When somebody asks for their data or its erasure, the request is here.',
  ],
  registerIntro: [
    (days: number) =>
      `Tabelas com dados pessoais. O que a lei obriga a guardar fica lacrado por ${days} dias (KEEP_PAYMENTS_DAYS) e depois é apagado.`,
    (days: number) =>
      `Tables with personal data. What the law requires stays sealed for ${days} days (KEEP_PAYMENTS_DAYS) and is then deleted.`,
  ],
  table: ['Dados', 'Data'],
  columns: ['Colunas', 'Columns'],
  whose: ['De quem', 'Whose'],
  afterErasure: ['Na eliminação', 'When erased'],
  sealed: ['Lacrado até o fim do prazo', 'Sealed until the term ends'],
  deleted: ['Linha apagada', 'Row deleted'],
  blanked: ['Substituído por ***', 'Replaced by ***'],
})
