import { useSyncExternalStore } from 'react'
import { type Language, tagOf } from './language-tag.ts'

export { type Language, tagOf } from './language-tag.ts'

const storageKey = 'trilho-language'
const listeners = new Set<() => void>()

const initial = (): Language => {
  const kept = localStorage.getItem(storageKey)
  if (kept === 'pt' || kept === 'en') return kept
  return navigator.language.startsWith('en') ? 'en' : 'pt'
}

let current: Language = initial()
document.documentElement.lang = tagOf(current)

export const currentLanguage = (): Language => current

/** Changes every text on the screen at once, and is remembered for the sign-in screen of the next visit. */
export function setLanguage(language: Language): void {
  if (language === current) return
  current = language
  localStorage.setItem(storageKey, language)
  document.documentElement.lang = tagOf(language)
  for (const listener of listeners) listener()
}

export const useLanguage = (): Language =>
  useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentLanguage)
