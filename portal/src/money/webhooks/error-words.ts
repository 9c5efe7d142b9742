import { sendErrors } from '../../../../server/src/money/webhooks/words.ts'
import { type Language, useLanguage } from '../../kit/language.ts'

/** A cause that is not in the table is shown as the server stores it. */
function errorWords(error: string, language: Language): string {
  if (language === 'pt') {
    const known = Object.values(sendErrors).find(([, stored]) => stored === error)
    if (known !== undefined) return known[0]
    if (/^the address is not allowed: .* is not public$/.test(error)) return 'Endereço não permitido: não é público'
    if (error.startsWith('no proper answer: ')) return `Sem resposta válida: ${error.slice(18)}`
  }
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}`
}

/** `HTTP 500`, or why there was no answer, in words. */
export function useAnswerWords() {
  const language = useLanguage()
  return (answer: string): string => (/^HTTP \d+$/.test(answer) ? answer : errorWords(answer, language))
}
