import { type Micros, formatAmount } from '../../../platform/brazil/money.ts'
import { maskCpfsIn } from '../../../platform/brazil/tax-number.ts'

const mostNameWords = 10
const longestWord = 100
const mostTerms = 5
const fewestLetters = 2

/** The fields of a transaction that it is found by. */
export type Named = {
  amount: Micros
  paidAmount: Micros | null
  counterparty: { name: string | null } | null
  participant: { name: string | null } | null
  orderId: string | null
  endToEndId: string | null
  metadata: Record<string, string> | null
}

/** In lower case, without accents: `São João` becomes `sao joao`. */
export const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The terms of a transaction, each once. Documents are left out, because not everybody may search for them. */
export function termsOf({
  amount,
  paidAmount,
  counterparty,
  participant,
  orderId,
  endToEndId,
  metadata,
}: Named): string[] {
  const names = [counterparty?.name ?? null, participant?.name ?? null]
  const words = termsIn(names, [amount, paidAmount], [orderId, endToEndId, ...Object.values(metadata ?? {})])
  return [...new Set(words.map(cut).filter(word => word !== ''))]
}

/** The terms of anything else that has names, amounts and texts such as an order id. */
export const termsIn = (
  names: (string | null)[],
  amounts: (Micros | null)[],
  whole: (string | null)[] = [],
): string[] => [
  ...names.flatMap(name => nameWords(name ?? '')),
  ...whole.filter(one => one !== null).map(fold),
  ...amounts.filter(one => one !== null).map(one => `$${formatAmount(one)}`),
]

export const nameWords = (name: string): string[] =>
  fold(maskCpfsIn(name))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length >= fewestLetters)
    .slice(0, mostNameWords)

/** What a typed text could mean: in each meaning every term must begin a term of what is found. */
export function meaningsOf(q: string): string[][] {
  const text = fold(q).trim().replaceAll(/\s+/g, ' ')
  const terms = text.split(' ').slice(0, mostTerms)
  const meanings = [[text], ...(terms.length > 1 ? [terms] : [])].filter(words =>
    words.some(word => word.length >= fewestLetters),
  )
  const amount = amountIn(text)
  return (amount === null ? meanings : [...meanings, [amount]]).map(words => words.map(cut))
}

/** `R$ 1.234,5` becomes `$1234.50`; whole reais match any cents. */
function amountIn(text: string): string | null {
  const [, whole, cents = ''] = /^(?:r\$ ?)?(\d{1,3}(?:[.,]\d{3})+|\d{1,10})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? null : `$${BigInt(whole.replaceAll(/[.,]/g, ''))}.${cents}`
}

/** Whether something with these terms matches. */
export const isMeant = (meanings: string[][], words: string[], { isWhole = false } = {}): boolean =>
  meanings.some(terms => terms.every(term => words.some(word => (isWhole ? word === term : word.startsWith(term)))))

/** By code points, so that no character is cut in half. */
const cut = (word: string): string =>
  word.length <= longestWord ? word : Array.from(word).slice(0, longestWord).join('')

/** The range of ids that begin with the text; null: it is not the beginning of an id. */
export function idsLike(q: string): { first: string; last: string } | null {
  const text = q.trim().toLowerCase()
  const digits = text.replaceAll('-', '')
  if (!/^[0-9a-f]{8}[0-9a-f-]*$/.test(text) || digits.length > 32) return null
  return { first: spellId(digits.padEnd(32, '0')), last: spellId(digits.padEnd(32, 'f')) }
}

const spellId = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
