/** What an operation needs, and which call of the sandbox creates or finds it. */

/** A path into the `data` of a response. */
export type Way = readonly (string | number)[]

export type Step = {
  call: string
  /** The name of the variable, and where its value is in the response. `lastPart`: the token at the end of a URL. */
  saves?: { as: string; from: Way; lastPart?: true }
  /** Query parameters besides the required ones: a text, or `$` and the name of a variable. */
  query?: Record<string, string>
  /** Fields of the body besides those of the example. */
  body?: Record<string, unknown>
}

const withBoleto = {
  methods: ['pix', 'boleto'],
  payer: {
    name: 'Maria da Silva',
    cpf: '529.982.247-25',
    address: { street: 'Avenida Paulista, 1000', city: 'São Paulo', state: 'SP', postalCode: '01310-100' },
  },
}

/** A payer whose reminders are stopped: those of the others go on. */
const otherPayer = { name: 'João de Souza', cpf: '390.533.447-05' }

// biome-ignore format: a table is read in columns
export const steps = {
  cashIn:             { call: 'createCashIn',               saves: { as: 'transactionId', from: ['transaction', 'id'] } },
  complete:           { call: 'simulateComplete' },
  cashOut:            { call: 'createCashOut',              saves: { as: 'transactionId', from: ['transaction', 'id'] } },
  initiation:         { call: 'createPaymentInitiation',    saves: { as: 'transactionId', from: ['transactionId'] } },
  completeInitiation: { call: 'simulateInitiationComplete' },
  refund:             { call: 'refundTransaction' },
  qrCode:             { call: 'createCashIn',               saves: { as: 'token',         from: ['payment', 'qrCodeLocation'], lastPart: true } },
  receipt:            { call: 'readTransaction',            saves: { as: 'token',         from: ['transaction', 'receiptUrl'], lastPart: true } },
  delivery:           { call: 'listDeliveries',             saves: { as: 'deliveryId',    from: ['items', 0, 'id'] }, query: { transactionId: '$transactionId' } },
  receiver:           { call: 'listReceivers',              saves: { as: 'receiverId',    from: ['items', 0, 'id'] }, query: { receiverStatus: 'Approved' } },
  account:            { call: 'listReceiverAccounts',       saves: { as: 'accountId',     from: [0, 'id'] } },
  request:            { call: 'createPaymentRequest',       saves: { as: 'trId',          from: ['id'] } },
  address:            { call: 'requestUpload',              saves: { as: 'address',       from: [] } },
  customer:           { call: 'createCustomer',             saves: { as: 'customerId',    from: ['id'] } },
  bill:               { call: 'createBill',                 saves: { as: 'billId',        from: ['id'] } },
  billImport:         { call: 'createBillImport',           saves: { as: 'importId',      from: ['id'] } },
  boletoBill:         { call: 'createBill',                 saves: { as: 'transactionId', from: ['id'] }, body: withBoleto },
  otherBill:          { call: 'createBill',                 saves: { as: 'billId',        from: ['id'] }, body: { payer: otherPayer } },
  otherCustomer:      { call: 'createCustomer',             saves: { as: 'customerId',    from: ['id'] }, body: { name: otherPayer.name, document: otherPayer.cpf } },
  remind:             { call: 'createBillReminder' },
  payBoleto:          { call: 'simulatePayBoleto' },
  link:               { call: 'createPaymentLink',          saves: { as: 'linkId',        from: ['id'] } },
  batch:              { call: 'createPayoutBatch',          saves: { as: 'batchId',       from: ['id'] } },
  approveBatch:       { call: 'approvePayoutBatch' },
  staticQr:           { call: 'createStaticQrCode',         saves: { as: 'linkId',        from: ['id'] } },
  trouble:            { call: 'createTrouble',              saves: { as: 'troubleId',     from: ['id'] } },
  dispute:            { call: 'simulateDispute',            saves: { as: 'disputeId',     from: ['id'] } },
  returnDispute:      { call: 'simulateDisputeReturn' },
  file:               { call: 'createFile',                 saves: { as: 'fileId',        from: ['id'] } },
  schedule:           { call: 'createFileSchedule',         saves: { as: 'scheduleId',    from: ['id'] } },
  upload:             { call: 'upload' },
  document:           { call: 'listDocuments',              saves: { as: 'documentId',    from: ['items', 0, 'id'] }, query: { ownerType: 'Transaction', owner: '$trId', type: 'Invoice' } },
} as const satisfies Record<string, Step>

type StepName = keyof typeof steps

const paid = ['cashIn', 'complete'] as const
const paidInitiation = ['initiation', 'completeInitiation'] as const
const request = ['receiver', 'account', 'request'] as const

/** An operation that is not listed needs nothing. */
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
  readCustomer: ['customer'],
  changeCustomer: ['customer'],
  deleteCustomer: ['customer'],
  listCustomerTransactions: ['customer'],
  readBill: ['bill'],
  readBillPdf: ['bill'],
  readBillAmountDue: ['bill'],
  listReminders: ['bill', 'remind'],
  listBillReminders: ['bill'],
  createBillReminder: ['bill'],
  previewBillReminders: ['bill'],
  changeBillReminders: ['otherBill'],
  readCustomerReminders: ['customer'],
  changeCustomerReminders: ['otherCustomer'],
  changeBill: ['bill'],
  cancelBill: ['bill'],
  readBillImport: ['billImport'],
  listBillImportRows: ['billImport'],
  readBillImportResult: ['billImport'],
  stopBillImport: ['billImport'],
  readPaymentLink: ['link'],
  changePaymentLink: ['link'],
  listPaymentLinkTransactions: ['link'],
  readDispute: [...paid, 'dispute'],
  requestDisputeFile: [...paid, 'dispute'],
  createDefence: [...paid, 'dispute'],
  createContest: [...paid, 'dispute', 'returnDispute'],
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
  simulatePayBoleto: ['boletoBill'],
  simulateSettleBoleto: ['boletoBill', 'payBoleto'],
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

/** Fields of bodies that take a variable. */
export const variableFields: Record<string, string> = {
  refReceiver: 'receiverId',
  refBankAccount: 'accountId',
  owner: 'trId',
  transactionId: 'transactionId',
}

/** The merchant's own ids: a set-up omits them, so that each run creates something new. */
export const ownIds = ['orderId', 'refundId']
