import type { Translated } from '../../platform/http/languages.ts'
import type { DeliveryStatus } from './states.ts'

export const deliveryWords = {
  Pending: ['A enviar', 'Pending'],
  Failed: ['Falhou', 'Failed'],
  Success: ['Entregue', 'Delivered'],
} as const satisfies Record<DeliveryStatus, Translated>
