import type { Language } from '../../kit/language.ts'
import { inLanguage } from '../../kit/texts.ts'
import type { OpenMerchant } from '../../kit/merchant.ts'
import type { Permission } from '../../kit/session.ts'
import { merchantNavigation, operatorNavigation, type NavigationEntry } from '../../navigation.ts'
import type { Found, Group, SearchAnswer } from './api.ts'

/** One line that can be chosen. */
export type Option =
  | { kind: 'page'; path: string; entry: NavigationEntry }
  | { kind: Group['kind']; path: string; found: Found }
  | { kind: 'seeAll'; path: string }

export type OptionGroup = { name: 'pages' | Group['kind']; options: Option[] }

const mostPages = 4

/** Pages whose name has a word that begins as what was typed; all of them while nothing is. */
export function pagesLike(
  typed: string,
  { merchant, may, language }: { merchant: OpenMerchant | null; may: readonly Permission[]; language: Language },
): Option[] {
  const term = fold(typed.trim())
  const entries = (merchant === null ? operatorNavigation : merchantNavigation)
    .flatMap(group => group.entries)
    .filter(entry => may.includes(entry.may))
  const isLike = ({ label }: NavigationEntry) => ` ${fold(inLanguage(label, language))}`.includes(` ${term}`)
  const found = term === '' ? entries : entries.filter(isLike).slice(0, mostPages)
  return found.map(entry => ({ kind: 'page', path: entry.to.replace('$merchantId', merchant?.id ?? ''), entry }))
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What the server has found, each group with its lines, and with the way to a list that has the rest. */
export function optionsOf(answer: SearchAnswer | undefined, merchantId: string | null, q: string): OptionGroup[] {
  return (answer?.groups ?? []).map(({ kind, items, hasMore }) => {
    const options: Option[] = items.map(found => ({ kind, path: found.path, found }))
    const rest = hasMore ? listOf(kind, merchantId, q) : null
    return { name: kind, options: rest === null ? options : [...options, { kind: 'seeAll', path: rest }] }
  })
}

/** The list that is searched in the same way; null: there is none. */
function listOf(kind: Group['kind'], merchantId: string | null, q: string): string | null {
  if (merchantId === null) return `/operator/merchants?${new URLSearchParams({ search: q })}`
  const lists: Partial<Record<Group['kind'], string>> = { transaction: 'transactions', customer: 'customers' }
  return kind in lists ? `/m/${merchantId}/${lists[kind]}?${new URLSearchParams({ q })}` : null
}
