import { type Html, html } from './html.ts'
import { type Language, type Translated, inLanguage } from './languages.ts'

const words = ['TESTE — sem valor', 'TEST — no value'] as const satisfies Translated

/** What every page and paper of a sandbox says, for nobody to take it for a payment. */
export const testMark = (language: Language): string => inLanguage(words, language)

/** The mark with what it means, across the page. */
export const testBand = (language: Language, meaning: string): Html =>
  html`<p class="testing"><strong>${testMark(language)}</strong> <span>${meaning}</span></p>`
