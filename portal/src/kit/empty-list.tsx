import type { ComponentProps } from 'react'
import { EmptyState } from './empty-state.tsx'
import { IconSearch } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { useTexts } from './texts.ts'

type NotFound = { title?: string; hint?: string }
type Props = ComponentProps<typeof EmptyState> & {
  isFiltered: boolean
  /** What to say instead of the usual words where the filters found nothing. */
  notFound?: NotFound
}

/** In place of a list without rows: its filters found nothing, or there is nothing yet, and what to do next. */
export function EmptyList({ isFiltered, notFound, ...nothingYet }: Props) {
  return isFiltered ? <NothingFound {...notFound} /> : <EmptyState {...nothingYet} />
}

/** By itself for a list that without filters always has rows. */
export function NothingFound({ title, hint }: NotFound) {
  const words = useTexts(kitTexts)
  return <EmptyState icon={IconSearch} title={title ?? words.nothingFound} hint={hint ?? words.nothingFoundHint} />
}
