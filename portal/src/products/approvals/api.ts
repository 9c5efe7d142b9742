/** Payout batches stand in lists of approvals, too. */
export const batchKeys = {
  /** Of every merchant: an operator decides them, too. */
  everywhere: ['batches'],
  all: (merchantId: string) => ['batches', merchantId],
  one: (merchantId: string, id: string | undefined) => ['batches', merchantId, id],
}
