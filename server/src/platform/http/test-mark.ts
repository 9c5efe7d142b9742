import { type Language, inLanguage } from './languages.ts'

/** What every page and paper of a sandbox says, so that nobody takes it for a payment. */
export const testMark = (language: Language): string => inLanguage(['TESTE — sem valor', 'TEST — no value'], language)
