/**
 * A call for a bank order. `remember` writes down what the bank calls the order, before anything depends on it: some banks
 * can be asked by nothing else. `noteSent`: what moves money may have reached the bank.
 */
export type BankCall = {
  signal: AbortSignal
  remember: (bankReference: string) => Promise<void>
  noteSent?: (() => void) | undefined
}
