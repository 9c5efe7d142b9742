import type { Translated } from '../../platform/http/languages.ts'
import type { DeliveryStatus } from './states.ts'

export const deliveryWords = {
  Pending: ['A enviar', 'Pending'],
  Failed: ['Falhou', 'Failed'],
  Success: ['Entregue', 'Delivered'],
} as const satisfies Record<DeliveryStatus, Translated>

/** The longest that a receiver may take to respond. */
export const timeoutSeconds = 10

/** Why a call got no response. The English text is stored with the attempt, and code looks for it there. */
export const sendErrors = {
  unknownHost: ['O servidor não existe: confira o nome no endereço', 'the host is unknown'],
  notResolved: ['O nome do servidor não pôde ser resolvido', 'the host name could not be resolved'],
  refused: ['O servidor recusou a conexão', 'the connection was refused'],
  unreachable: ['O servidor não pôde ser alcançado', 'the host cannot be reached'],
  notOpened: ['A conexão não abriu a tempo', 'the connection could not be opened in time'],
  reset: ['A conexão caiu antes da resposta', 'the connection was reset before an answer came'],
  closed: ['A conexão foi fechada antes da resposta', 'the connection was closed before an answer came'],
  largeHeaders: ['Os cabeçalhos da resposta são grandes demais', 'the headers of the answer are too large'],
  timeout: [`Sem resposta em ${timeoutSeconds} s`, `no answer within ${timeoutSeconds} s`],
  notHttp: ['A resposta não é HTTP', 'the answer is not HTTP'],
  expired: [
    'Sem envio por três dias: o servidor não foi alcançado',
    'not sent for three days: the receiver was not reached',
  ],
  notHttps: ['Endereço não permitido: só https é chamado', 'the address is not allowed: only https is called'],
  defect: ['Falha do nosso lado', 'a fault on our side'],
} as const satisfies Record<string, Translated>

export type SendError = keyof typeof sendErrors
