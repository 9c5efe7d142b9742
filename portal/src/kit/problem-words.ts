import type { Problem } from '../../../server/src/platform/http/errors.ts'
import type { Language } from './language.ts'

const number = (problem: Problem, key: string) => String(problem.info[key])

/** What the API finds wrong with a field, by the code of the problem, for people. */
const byCode: Record<string, Record<Language, (problem: Problem) => string>> = {
  required: { pt: () => 'Preencha este campo', en: () => 'Fill this in' },
  minLength: {
    pt: problem =>
      number(problem, 'limit') === '1'
        ? 'Preencha este campo'
        : `Use pelo menos ${number(problem, 'limit')} caracteres`,
    en: problem =>
      number(problem, 'limit') === '1' ? 'Fill this in' : `Use at least ${number(problem, 'limit')} characters`,
  },
  maxLength: {
    pt: problem => `Use no máximo ${number(problem, 'limit')} caracteres`,
    en: problem => `Use at most ${number(problem, 'limit')} characters`,
  },
  format: {
    pt: problem => (problem.info.format === 'email' ? 'Informe um e-mail, como nome@empresa.com.br' : 'Valor inválido'),
    en: problem =>
      problem.info.format === 'email' ? 'Enter an e-mail, such as name@company.com' : 'Not a valid value',
  },
  passwordIsCommon: {
    pt: () => 'Esta senha está entre as mais usadas. Escolha outra.',
    en: () => 'This is one of the most common passwords. Choose another.',
  },
  passwordIsEmail: { pt: () => 'A senha não pode ser o seu e-mail', en: () => 'It must not be your e-mail' },
  future: { pt: () => 'Escolha uma data no futuro', en: () => 'Choose a date in the future' },
  minItems: { pt: () => 'Escolha pelo menos um', en: () => 'Choose at least one' },
  enum: { pt: () => 'Escolha um dos valores', en: () => 'Choose one of the values' },
}

const other: Record<Language, string> = { pt: 'Valor inválido', en: 'Not a valid value' }

export const problemWords = (problem: Problem, language: Language): string =>
  byCode[problem.code]?.[language](problem) ?? other[language]

/** `/payment/value` → `payment.value`; a missing field is reported at its parent. */
export function fieldOf({ path, code, info }: Problem): string {
  const parts = path.split('/').filter(part => part !== '')
  if (code === 'required' && typeof info.missingProperty === 'string') parts.push(info.missingProperty)
  return parts.join('.')
}
