import { type Language, tagOf } from '../../kit/language.ts'

/** `248 kB`, `1,2 MB`. */
export function formatBytes(bytes: number, language: Language): string {
  const isLarge = bytes >= 1_000_000
  const number = new Intl.NumberFormat(tagOf(language), { maximumFractionDigits: isLarge ? 1 : 0 })
  return `${number.format(Math.max(1, bytes / (isLarge ? 1_000_000 : 1000)))} ${isLarge ? 'MB' : 'kB'}`
}
