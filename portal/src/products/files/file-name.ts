import { useLanguage } from '../../kit/language.ts'
import { useTexts } from '../../kit/texts.ts'
import type { FileView } from './api.ts'
import { fileTexts, kindTexts } from './texts.ts'

/** What a file is called on the screen: `Extrato, 01/11/2026 a 16/11/2026`. */
export function useFileName() {
  const words = useTexts(fileTexts)
  const kinds = useTexts(kindTexts)
  const language = useLanguage()
  const spell = (day: string) => (language === 'pt' ? day.split('-').toReversed().join('/') : day)
  return ({ kind, firstDay, lastDay }: Pick<FileView, 'kind' | 'firstDay' | 'lastDay'>): string =>
    `${kinds[kind]}, ${words.periodOf(spell(firstDay), spell(lastDay))}`
}
