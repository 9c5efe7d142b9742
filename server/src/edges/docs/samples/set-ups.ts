/** What must be there before an operation can be called, and which call of the sandbox makes or finds it. */

/** A way into the `data` of an answer. */
export type Way = readonly (string | number)[]

export type Step = {
  call: string
  /** What the following calls name it by, and where it stands in the answer. `lastPart`: of an address, its token. */
  keeps?: { as: string; from: Way; lastPart?: true }
  /** Query parameters besides the required ones: a text, or `$` and the name of what was kept. */
  query?: Record<string, string>
}

// biome-ignore format: a table is read in columns
export const steps = {
  cashIn:             { call: 'createCashIn',               keeps: { as: 'transactionId', from: ['transaction', 'id'] } },
  complete:           { call: 'simulateComplete' },
  cashOut:            { call: 'createCashOut',              keeps: { as: 'transactionId', from: ['transaction', 'id'] } },
  initiation:         { call: 'createPaymentInitiation',    keeps: { as: 'transactionId', from: ['transactionId'] } },
  completeInitiation: { call: 'simulateInitiationComplete' },
  refund:             { call: 'refundTransaction' },
  qrCode:             { call: 'createCashIn',               keeps: { as: 'token',         from: ['payment', 'qrCodeLocation'], lastPart: true } },
  receipt:            { call: 'readTransaction',            keeps: { as: 'token',         from: ['transaction', 'receiptUrl'], lastPart: true } },
  delivery:           { call: 'listDeliveries',             keeps: { as: 'deliveryId',    from: ['items', 0, 'id'] }, query: { transactionId: '$transactionId' } },
  receiver:           { call: 'listReceivers',              keeps: { as: 'receiverId',    from: ['items', 0, 'id'] }, query: { receiverStatus: 'Approved' } },
  account:            { call: 'listReceiverAccounts',       keeps: { as: 'accountId',     from: [0, 'id'] } },
  request:            { call: 'createPaymentRequest',       keeps: { as: 'trId',          from: ['id'] } },
  address:            { call: 'requestUpload',              keeps: { as: 'address',       from: [] } },
  link:               { call: 'createPaymentLink',          keeps: { as: 'linkId',        from: ['id'] } },
  batch:              { call: 'createPayoutBatch',          keeps: { as: 'batchId',       from: ['id'] } },
  approveBatch:       { call: 'approvePayoutBatch' },
  staticQr:           { call: 'createStaticQrCode',         keeps: { as: 'linkId',        from: ['id'] } },
  trouble:            { call: 'createTrouble',              keeps: { as: 'troubleId',     from: ['id'] } },
  dispute:            { call: 'simulateDispute',            keeps: { as: 'disputeId',     from: ['id'] } },
  file:               { call: 'createFile',                 keeps: { as: 'fileId',        from: ['id'] } },
  schedule:           { call: 'createFileSchedule',         keeps: { as: 'scheduleId',    from: ['id'] } },
  upload:             { call: 'upload' },
  document:           { call: 'listDocuments',              keeps: { as: 'documentId',    from: ['items', 0, 'id'] }, query: { ownerType: 'Transaction', owner: '$trId', type: 'Invoice' } },
} as const satisfies Record<string, Step>

type StepName = keyof typeof steps

const paid = ['cashIn', 'complete'] as const
const paidInitiation = ['initiation', 'completeInitiation'] as const
const request = ['receiver', 'account', 'request'] as const

/** What is not listed needs nothing. */
export const setUps: Record<string, readonly StepName[]> = {
  readTransaction: ['cashIn'],
  cancelCashIn: ['cashIn'],
  refundTransaction: paid,
  listRefunds: [...paid, 'refund'],
  showReceipt: [...paid, 'receipt'],
  showQrCode: ['qrCode'],
  readCharge: ['qrCode'],
  readDelivery: [...paid, 'delivery'],
  resendDelivery: [...paid, 'delivery'],
  streamEvents: paid,
  payStaticQrCode: ['staticQr'],
  deleteTrouble: ['trouble'],
  listTroubles: ['trouble'],
  readPaymentLink: ['link'],
  changePaymentLink: ['link'],
  listPaymentLinkTransactions: ['link'],
  readDispute: [...paid, 'dispute'],
  requestDisputeFile: [...paid, 'dispute'],
  createDefence: [...paid, 'dispute'],
  simulateDispute: paid,
  simulateDisputeReturn: [...paid, 'dispute'],
  simulateDisputeRelease: [...paid, 'dispute'],
  readFile: ['file'],
  deleteFileSchedule: ['schedule'],
  readPayoutBatch: ['batch'],
  listPayoutBatchRows: ['batch'],
  readPayoutBatchResult: ['batch'],
  cancelPayoutBatch: ['batch'],
  stopPayoutBatch: ['batch', 'approveBatch'],
  approvePayoutBatch: ['batch'],
  rejectPayoutBatch: ['batch'],
  readReceiver: ['receiver'],
  listReceiverAccounts: ['receiver'],
  createPaymentRequest: ['receiver', 'account'],
  readPaymentRequest: request,
  cancelPaymentRequest: request,
  approvePaymentRequest: request,
  rejectPaymentRequest: request,
  requestUpload: request,
  listDocuments: request,
  downloadDocument: [...request, 'address', 'upload', 'document'],
  deleteDocument: [...request, 'address', 'document'],
  simulateComplete: ['cashIn'],
  simulateError: ['cashIn'],
  simulateCancel: ['cashIn'],
  simulateRegister: ['cashOut'],
  simulateReverse: paid,
  simulateRefund: paid,
  simulateInitiationComplete: ['initiation'],
  simulateInitiationError: ['initiation'],
  simulateInitiationCancel: ['initiation'],
  simulateInitiationReverse: paidInitiation,
  simulateInitiationRefund: paidInitiation,
}

/** Fields of bodies that name something that was kept. */
export const keptFields: Record<string, string> = {
  refReceiver: 'receiverId',
  refBankAccount: 'accountId',
  owner: 'trId',
  transactionId: 'transactionId',
}

/** Ids of the merchant's own: in a set-up each run makes something new. */
export const ownIds = ['orderId', 'refundId']
