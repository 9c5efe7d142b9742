import type { State } from '../../money/transactions/states.ts'

const ours = new Set(['transactionId', 'transactionState'])

/** The shop's own address with what became of the payment; the rest of its query stays as the shop wrote it. */
export function shopAddress(redirectUrl: string, transactionId: string, transactionState: State): string {
  const url = new URL(redirectUrl)
  const kept = url.search
    .slice(1)
    .split('&')
    .filter(part => part !== '' && !ours.has(decodeName(part)))
  url.search = [...kept, `transactionId=${transactionId}`, `transactionState=${transactionState}`].join('&')
  return url.href
}

const decodeName = (part: string): string => new URLSearchParams(part).keys().next().value ?? ''
