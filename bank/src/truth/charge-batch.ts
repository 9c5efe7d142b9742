/** Charges with a due date that were asked for together; a refused one has the standard's problem. */
export type ChargeBatch = {
  id: number
  partner: string
  description: string
  createdAt: string
  items: { txid: string; createdAt?: string; problem?: unknown }[]
}
