import { readFileSync, readdirSync } from 'node:fs'
import { type Language, languages } from '../../platform/http/languages.ts'
import { readMarkdown } from './markdown.ts'

const folder = new URL('../../../../docs/guides/', import.meta.url)

/** In the order they are read in; what is not listed comes last. */
const order = [
  'first-payment',
  'webhooks',
  'payouts',
  'refunds',
  'disputes',
  'payment-links',
  'payout-batches',
  'accounting-files',
  'open-finance',
  'company-payments',
  'errors-and-retries',
  'testing',
  'going-live',
]

export type Guide = ReturnType<typeof readMarkdown> & { name: string }

/** The guides of each language: `docs/guides/<language>/<name>.md`. */
export const readGuides = (): Record<Language, Guide[]> =>
  Object.fromEntries(languages.map(language => [language, guidesIn(language)])) as Record<Language, Guide[]>

function guidesIn(language: Language): Guide[] {
  const place = new URL(`${language}/`, folder)
  const names = filesIn(place).map(file => file.replace(/\.md$/, ''))
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return names
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(name => ({ name, ...readMarkdown(readFileSync(new URL(`${name}.md`, place), 'utf8'), language) }))
}

const filesIn = (place: URL): string[] => readdirSync(place).filter(file => file.endsWith('.md'))
