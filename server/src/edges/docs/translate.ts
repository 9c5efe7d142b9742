import { readFileSync } from 'node:fs'
import type { Language } from '../../platform/http/languages.ts'

/** The document's own words, English → Portuguese. A test keeps it whole and without what is no longer said. */
export const portuguese = JSON.parse(readFileSync(new URL('portuguese.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>

/** The document is written in English; `heard` gathers what was asked to be said. */
export const translator =
  (language: Language, heard?: Set<string>) =>
  (text: string): string => {
    heard?.add(text)
    return language === 'en' ? text : (portuguese[text] ?? text)
  }
