import type { Language } from '../../kit/language.ts'
import { bilingual } from '../../kit/texts.ts'

export const booksTexts = bilingual({
  pt: {
    transaction: 'Transação',
    batch: 'Lote',
    link: 'Link de pagamento',
    request: 'Solicitação',
    posting: (number: string) => `Lançamento ${number}`,
    account: 'Conta',
    run: 'npm run audit mostra todas.',
  },
  en: {
    transaction: 'Transaction',
    batch: 'Batch',
    link: 'Payment link',
    request: 'Request',
    posting: (number: string) => `Posting ${number}`,
    account: 'Account',
    run: 'npm run audit shows all of them.',
  },
})

/** What the proof of the books finds wrong, as it says it, and the same in Portuguese. */
const inPortuguese: [said: RegExp, words: string][] = [
  [/^a posting is missing before it$/, 'falta um lançamento antes dele'],
  [/^its running balance is wrong$/, 'o saldo depois dele está errado'],
  [/^its accounts do not sum to zero$/, 'as contas dele não somam zero'],
  [/^(\w+) belongs to no transaction$/, '$1 não pertence a nenhuma transação'],
  [/^it differs from the sum of the postings$/, 'o saldo difere da soma dos lançamentos'],
  [/^state (\w+) does not go with the postings \[(.*)\]$/, 'o estado $1 não combina com os lançamentos [$2]'],
  [/^its postings do not move its amounts$/, 'os lançamentos não movem os valores dela'],
  [/^what is held for refunds is not what its refunds ask for$/, 'o reservado para devoluções não é o que elas pedem'],
  [/^what is blocked is not what its disputes block$/, 'o bloqueado não é o que as contestações bloqueiam'],
  [/^it is (\w+), but its transaction is (\w+)$/, 'está $1, mas a transação está $2'],
  [/^it does not count what its transactions are$/, 'não conta o que as transações são'],
  [/^its transaction is nowhere$/, 'a transação não está em lugar nenhum'],
  [/^its transaction has another amount$/, 'a transação tem outro valor'],
  [/^transaction (\S+) stands in two of its rows$/, 'a transação $1 está em duas linhas'],
  [/^it is (\w+), but rows of it are made$/, 'está $1, mas linhas dele foram feitas'],
  [/^nobody has approved it$/, 'ninguém o aprovou'],
  [/^it does not count what its rows are$/, 'não conta o que as linhas são'],
]

export function faultWords(fault: string, language: Language): string {
  const [said, words] = (language === 'pt' && inPortuguese.find(([pattern]) => pattern.test(fault))) || []
  return said === undefined ? fault : fault.replace(said, words ?? '')
}
