import { useTexts } from '../kit/texts.ts'
import type { DeliveryItem } from './api.ts'
import { webhookTexts } from './texts.ts'

const known = [
  'Created',
  'Registered',
  'Completed',
  'Cancelled',
  'Reversed',
  'Refunded',
  'Error',
  'PaymentRequestApproved',
  'PaymentRequestRejected',
  'PaymentRequestCancelled',
] as const

/** What an event tells, in words. */
export function useEventWord() {
  const words = useTexts(webhookTexts)
  return ({ event, transactionState }: Pick<DeliveryItem, 'event' | 'transactionState'>): string => {
    if (event === 'Test') return words.testEvent
    const told = event ?? transactionState ?? ''
    const name = known.find(one => one === told)
    return name === undefined ? told : words[name]
  }
}
