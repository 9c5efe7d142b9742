import { readFileSync, readdirSync } from 'node:fs'
import type { Language } from './languages.ts'
import { readMarkdown } from './markdown.ts'

const folder = new URL('../../docs/guides/', import.meta.url)

/** In reading order; a guide that is not listed comes last. */
const order = [
  'first-payment',
  'webhooks',
  'payouts',
  'refunds',
  'disputes',
  'bills',
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

/** The guides in `docs/guides/<language>`. */
export function readGuides(language: Language): Guide[] {
  const place = new URL(`${language}/`, folder)
  const positionOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return readdirSync(place)
    .filter(file => file.endsWith('.md'))
    .map(file => file.replace(/\.md$/, ''))
    .toSorted((a, b) => positionOf(a) - positionOf(b))
    .map(name => ({ name, ...readMarkdown(readFileSync(new URL(`${name}.md`, place), 'utf8'), language) }))
}
