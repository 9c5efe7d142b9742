import type { Language } from '../../kit/language.ts'

const units = [
  { seconds: 86_400, pt: ['dia', 'dias'], en: ['day', 'days'] },
  { seconds: 3_600, pt: ['hora', 'horas'], en: ['hour', 'hours'] },
  { seconds: 60, pt: ['minuto', 'minutos'], en: ['minute', 'minutes'] },
  { seconds: 1, pt: ['segundo', 'segundos'], en: ['second', 'seconds'] },
] as const

/** A length of time by its two largest parts: `1 day 2 hours`. */
export function spanWords(seconds: number, language: Language): string {
  let left = seconds
  const parts: string[] = []
  for (const unit of units) {
    const count = Math.floor(left / unit.seconds)
    left -= count * unit.seconds
    if (count > 0) parts.push(`${count} ${unit[language][count === 1 ? 0 : 1]}`)
  }
  return parts.slice(0, 2).join(' ')
}
