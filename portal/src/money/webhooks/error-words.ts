import { type Language, useLanguage } from '../../kit/language.ts'

/** Why a receiver gave no response, in Portuguese. A cause that is not here is shown as the server stores it. */
const inPortuguese: Record<string, string> = {
  'the host is unknown': 'O servidor não existe: confira o nome no endereço',
  'the host name could not be resolved': 'O nome do servidor não pôde ser resolvido',
  'the connection was refused': 'O servidor recusou a conexão',
  'the host cannot be reached': 'O servidor não pôde ser alcançado',
  'the connection could not be opened in time': 'A conexão não abriu a tempo',
  'the connection was reset before an answer came': 'A conexão caiu antes da resposta',
  'the connection was closed before an answer came': 'A conexão foi fechada antes da resposta',
  'the headers of the answer are too large': 'Os cabeçalhos da resposta são grandes demais',
  'no answer within 10 s': 'Sem resposta em 10 s',
  'the answer is not HTTP': 'A resposta não é HTTP',
  'not sent for three days: the receiver was not reached': 'Sem envio por três dias: o servidor não foi alcançado',
  'the address is not allowed: only https is called': 'Endereço não permitido: só https é chamado',
}

function errorWords(error: string, language: Language): string {
  if (language === 'pt') {
    const known = inPortuguese[error]
    if (known !== undefined) return known
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
