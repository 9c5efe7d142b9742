import { useLanguage } from '../../kit/language.ts'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { PlatformView } from './api.ts'
import { booksTexts, faultWords, platformTexts } from './texts.ts'
import type { HealthItem } from './health-list.tsx'

/** Whether the books were right when they were last proved, and the first few rows that were not. */
export function useBooks({ books }: PlatformView): HealthItem {
  const words = useTexts(platformTexts)
  const texts = useTexts(booksTexts)
  const language = useLanguage()
  if (books === null) return { name: words.books, health: 'look', words: words.booksNever }
  const { at, faults, first } = books
  return {
    name: words.books,
    health: faults === 0 ? 'good' : 'bad',
    words: (
      <>
        {faults === 0 ? words.booksRight : words.booksWrong(faults)} <When at={at} relative />.
        {faults > first.length && ` ${texts.run}`}
      </>
    ),
    links: first.map(({ merchantId, merchantName, row, fault }) => {
      const { label, path } = placeOf(row, texts)
      return {
        to: path === null ? `/operator/merchants/${merchantId}` : `/m/${merchantId}${path}`,
        label: `${label} · ${merchantName}`,
        detail: faultWords(fault, language),
      }
    }),
  }
}

type Texts = (typeof booksTexts)['pt']

/** What a row is called, and where it is seen; null: only its merchant is. */
function placeOf(row: string, texts: Texts): { label: string; path: string | null } {
  const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(row)?.[0]
  const posting = /^posting (\d+)$/.exec(row)?.[1]
  if (posting !== undefined) return { label: texts.posting(posting), path: '/statement' }
  if (id === undefined) return { label: texts.account, path: null }
  const named = (label: string, path: string) => ({ label: `${label} …${id.slice(-6)}`, path: `${path}/${id}` })
  if (row.startsWith('transaction ')) return named(texts.transaction, '/transactions')
  if (row.startsWith('payment link ')) return named(texts.link, '/payment-links')
  if (row.startsWith('payment request ')) return named(texts.request, '/requests')
  return row.includes('payout batch ') ? named(texts.batch, '/batches') : { label: texts.account, path: null }
}
