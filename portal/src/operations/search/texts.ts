import { bilingual } from '../../kit/texts.ts'

export const searchTexts = bilingual({
  search: ['Buscar', 'Search'],
  hint: ['Nome, pedido, valor, ID ou página', 'Name, order, amount, ID or page'],
  platformHint: ['Lojista, CNPJ, pedido, ID ou página', 'Merchant, CNPJ, order, ID or page'],
  results: ['Resultados', 'Results'],
  pages: ['Páginas', 'Pages'],
  merchant: ['Lojistas', 'Merchants'],
  transaction: ['Transações', 'Transactions'],
  request: ['Solicitações', 'Requests'],
  batch: ['Lotes', 'Batches'],
  receiver: ['Favorecidos', 'Receivers'],
  customer: ['Clientes', 'Customers'],
  link: ['Links de pagamento', 'Payment links'],
  dispute: ['Contestações', 'Disputes'],
  anonymous: ['Pagador não informado', 'Payer not named'],
  seeAll: ['Ver todos os resultados', 'See all results'],
  nothing: ['Nada encontrado', 'Nothing found'],
  nothingHint: [
    'Busque pelo começo de um nome, pedido, valor ou ID. Acentos são ignorados.',
    'Search by the beginning of a name, order, amount or ID. Accents are ignored.',
  ],
  platformNothingHint: [
    'A busca acha o começo de nomes de lojistas, de CNPJs e de pedidos como foram escritos, e IDs inteiros.',
    "The search finds the beginning of merchants' names, CNPJs and orders as they were written, and whole IDs.",
  ],
  searching: ['Buscando…', 'Searching…'],
  found: [
    (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
    (count: number) => (count === 1 ? '1 result' : `${count} results`),
  ],
  newestOnly: [
    (count: number, kinds: string) =>
      `Por nome e valor, só os ${count.toLocaleString('pt-BR')} mais novos: ${kinds}. O ID acha todos.`,
    (count: number, kinds: string) =>
      `By name and amount only the newest ${count.toLocaleString('en')}: ${kinds}. The ID finds all.`,
  ],
  taxNumberNotAllowed: [
    'Seu papel não permite buscar por CPF ou CNPJ.',
    'Your role does not allow searching by CPF or CNPJ.',
  ],
  taxNumberSearched: [
    'Esta busca por documento ficou registrada na auditoria.',
    'This search by document is recorded in the audit log.',
  ],
  keys: ['↑ ↓ para escolher, Enter para abrir, Esc para fechar', '↑ ↓ to choose, Enter to open, Esc to close'],
})
