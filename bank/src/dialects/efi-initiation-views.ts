import { formatCentavos } from '../truth/money.ts'
import type { Initiation, InitiationConfig, InitiationState, ReceivedPix } from '../truth/records.ts'
import type { Truth } from '../truth/truth.ts'
import type { Switches } from './switches.ts'

export const initiationStates: Record<InitiationState, string> = {
  Pending: 'pendente',
  Accepted: 'aceito',
  Refused: 'rejeitado',
  Expired: 'expirado',
  Failed: 'erro',
}

export const initiationView = ({ book }: Truth, initiation: Initiation) => ({
  identificadorPagamento: initiation.id,
  valor: formatCentavos(initiation.amount),
  status: initiationStates[initiation.state],
  dataCriacao: initiation.createdAt,
  ...(initiation.ownId === undefined ? {} : { idProprio: initiation.ownId }),
  // Only a payment that was accepted has one in the bank's words, whenever the money moved.
  ...(initiation.state === 'Accepted' ? { endToEndId: initiation.endToEndId } : {}),
  ...(initiation.reason === undefined ? {} : { motivo: initiation.reason }),
  ...returnsView(book.get('pix', initiation.endToEndId ?? '')),
})

const refundStates = { EM_PROCESSAMENTO: 'pendente', DEVOLVIDO: 'aceito', NAO_REALIZADO: 'rejeitado' }

const returnsView = (pix: ReceivedPix | undefined) =>
  pix === undefined || pix.refunds.length === 0
    ? {}
    : {
        devolucoes: pix.refunds.map(({ id, amount, status, requestedAt }) => ({
          identificadorDevolucao: id,
          valor: formatCentavos(amount),
          status: refundStates[status],
          dataCriacao: requestedAt,
        })),
      }

/** Where the payer is sent back to, whatever they decided. */
export function returnOf({ book }: Truth, initiation: Initiation, { returnParameter }: Switches): string {
  const url = new URL(book.get('initiationConfigs', initiation.partner)?.redirectURL ?? '')
  url.searchParams.set(returnParameter, initiation.id)
  return url.href
}

export const efiInitiationCallback = (truth: Truth, initiation: Initiation) => ({
  ...initiationView(truth, initiation),
  tipo: 'pagamento',
})

/** The hash is put behind the address by the bank itself, with nothing after it. */
export const webhookOf = ({ webhookURL, webhookSecurity }: InitiationConfig): string =>
  webhookSecurity.type === 'hmac' ? `${webhookURL}?hmac=${webhookSecurity.hash ?? ''}` : webhookURL
