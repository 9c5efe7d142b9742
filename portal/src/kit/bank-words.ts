import { checkSubjects, checkWords, connectFaults } from '../../../server/src/money/rails/words.ts'
import type { Language } from './language.ts'

const known = [connectFaults, checkSubjects, checkWords].flatMap(words => Object.values(words))

/** What the server says of a bank, in the language of the screen: a field, a status or a bank's own words may stay around it. */
export function bankWords(said: string, language: Language): string {
  if (language === 'en') return said
  const found = known.find(([, english]) => said.includes(english))
  return found === undefined ? said : said.replace(found[1], found[0])
}
