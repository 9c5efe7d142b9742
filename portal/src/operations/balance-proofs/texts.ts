import { postingWords } from '../../../../server/src/money/ledger/words.ts'
import { bilingual } from '../../kit/texts.ts'

export const postingTexts = bilingual(postingWords)

export const balanceTexts = bilingual({
  banks: ['Bancos', 'Banks'],
  title: [(bank: string) => `Saldo de ${bank}`, (bank: string) => `Balance of ${bank}`],
  intro: [
    'O saldo que o banco informa, comparado com os livros uma vez por dia. O que pagamentos a caminho explicam é comparado de novo quando terminam; o que sobra vira uma exceção.',
    'The balance that the bank reports, compared with the books once a day. What payments on their way explain is compared again when they have ended; what is left becomes an exception.',
  ],
  notFound: ['Este banco não existe', 'This bank does not exist'],
  back: ['Voltar aos bancos', 'Back to banks'],
  atBank: ['No banco', 'At the bank'],
  inBooks: ['Nos livros', 'In the books'],
  gap: ['Diferença', 'Gap'],
  noGap: ['Nenhuma', 'None'],
  notFinal: ['Compara-se de novo', 'Compared again'],
  ownMoney: ['Dinheiro da plataforma', "The platform's own money"],
  ownMoneyHint: [
    'Em todos os bancos: tarifas ganhas e depósitos, menos tarifas dos bancos',
    'At all banks: earned fees and deposits, less bank tariffs',
  ],
  overTime: ['Ao longo do tempo', 'Over time'],
  chartSays: [
    (days: number) => `Saldo no banco e nos livros em ${days} dias; a tabela abaixo tem os valores`,
    (days: number) => `Balance at the bank and in the books over ${days} days; the table below has the figures`,
  ],
  none: ['Ainda não comparado', 'Not compared yet'],
  noneHint: ['Compare agora, ou espere a comparação do dia.', 'Compare now, or wait for the comparison of the day.'],
  day: ['Dia', 'Day'],
  inFlight: ['A caminho', 'On their way'],
  comparedAt: ['Comparado em', 'Compared at'],
  enteredBy: [(name: string) => `Digitado por ${name}`, (name: string) => `Entered by ${name}`],
  compare: ['Comparar agora', 'Compare now'],
  enter: ['Informar saldo', 'Enter balance'],
  enterIntro: [
    'Este banco não informa o saldo pela API. Copie o do extrato.',
    'This bank does not report its balance by its API. Copy it from the statement.',
  ],
  closesGap: [
    'A última comparação achou uma diferença. Um saldo que a fecha precisa de comprovação, e outro operador aprova antes.',
    'The last comparison found a gap. A balance that closes it needs evidence, and another operator approves it first.',
  ],
  amount: ['Saldo no extrato', 'Balance in the statement'],
  amountWrong: ['Use um valor como 10,50', 'Use an amount such as 10.50'],
  compared: ['Saldo comparado', 'Balance compared'],
  post: ['Lançar da plataforma', "Post the platform's own"],
  postIntro: [
    'O que o extrato mostra da própria plataforma. Outro operador aprova antes.',
    'What the statement shows of the platform itself. Another operator approves it first.',
  ],
  what: ['O quê', 'What'],
  postedAmount: ['Valor', 'Amount'],
  reason: ['Motivo', 'Reason'],
  evidence: ['Comprovação', 'Evidence'],
  evidenceHint: [
    'A linha do extrato, o protocolo do banco, o endereço de um arquivo.',
    "The line of the statement, the bank's reference, the address of a file.",
  ],
  tooShort: ['Use pelo menos 3 caracteres', 'Use at least 3 characters'],
  posted: ['Lançado', 'Posted'],
  adjustments: ['Ajustes neste banco', 'Adjustments at this bank'],
  noAdjustments: ['Nenhum ajuste', 'No adjustment'],
  noAdjustmentsHint: [
    'Tarifas, retiradas e ajustes lançados aparecem aqui, com motivo e comprovação.',
    'Tariffs, withdrawals and adjustments are listed here, with reason and evidence.',
  ],
  whose: ['De quem', 'Whose'],
  platform: ['Plataforma', 'Platform'],
  why: ['Motivo e comprovação', 'Reason and evidence'],
  by: ['Por', 'By'],
  when: ['Quando', 'When'],
})
