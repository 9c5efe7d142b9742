import { callKindWords, checkSubjects, checkWords, connectFaults } from '../../../server/src/money/rails/words.ts'
import type { CallKind } from '../../../server/src/money/rails/bacen-pix/call-kinds.ts'
import type { Language } from './language.ts'

/** The longest first: one text may be part of another. */
const known = [connectFaults, checkSubjects, checkWords]
  .flatMap(words => Object.values(words))
  .toSorted(([, one], [, other]) => other.length - one.length)

/** What the server says of a bank, in the language of the screen: a field, a status or a bank's own words may stay around it. */
export const bankWords = (said: string, language: Language): string =>
  language === 'en' ? said : known.reduce((text, [portuguese, english]) => text.replace(english, portuguese), said)

/** A kind of calls to a bank. */
export const callKindIn = (kind: CallKind, language: Language): string => callKindWords[kind][language === 'en' ? 1 : 0]
