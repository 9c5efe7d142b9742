import { cancelBill, changeBill, createBill, listBills, readBill, readBillAgeing } from './bills.ts'
import { cancelCashIn } from './cancel-cash-in.ts'
import { checkCashOut } from './check-cash-out.ts'
import { createCashIn } from './create-cash-in.ts'
import { createCashOut } from './create-cash-out.ts'
import { defendDispute, listDisputes, readDispute } from './disputes.ts'
import { explainError } from './explain-error.ts'
import { listDeliveries, readDelivery, resendDelivery } from './deliveries.ts'
import { createFile, listFiles, readFile } from './files.ts'
import { createCustomer, listCustomers, readCustomer } from './customers.ts'
import { changePaymentLink, createPaymentLink, listPaymentLinks, readPaymentLink } from './payment-links.ts'
import { readBalance } from './read-balance.ts'
import { listReminders, previewReminders, readReminderPlan, recordReminder } from './reminders.ts'
import { refundTransaction } from './refund-transaction.ts'
import { search } from './search.ts'
import type { ServerFacts } from './server-facts.ts'
import { completePayment, simulateOutcome } from './simulations.ts'
import type { Tool } from './tool.ts'
import { listTransactions, readTransaction } from './transactions.ts'

type Started = Pick<ServerFacts, 'isSandbox'> & { allowsWrites: boolean }
type Kind = {
  /** Where such tools are there at all. */
  isOffered: (started: Started) => boolean
  isReadOnly: boolean
  /** Whether what they do cannot be taken back. */
  isDestructive: boolean
  tools: readonly Tool[]
}

/** The table of tools, by what they may do. An assistant is shown, and can call, only what is offered. */
export const toolKinds: readonly Kind[] = [
  {
    isOffered: () => true,
    isReadOnly: true,
    isDestructive: false,
    tools: [
      readBalance,
      search,
      listTransactions,
      readTransaction,
      checkCashOut,
      listCustomers,
      readCustomer,
      listBills,
      readBill,
      readBillAgeing,
      readReminderPlan,
      listReminders,
      previewReminders,
      listPaymentLinks,
      readPaymentLink,
      listDisputes,
      readDispute,
      listFiles,
      readFile,
      listDeliveries,
      readDelivery,
      explainError,
    ],
  },
  {
    isOffered: ({ isSandbox, allowsWrites }) => isSandbox || allowsWrites,
    isReadOnly: false,
    isDestructive: false,
    tools: [
      createCashIn,
      createCustomer,
      createBill,
      changeBill,
      recordReminder,
      createPaymentLink,
      changePaymentLink,
      createFile,
      resendDelivery,
    ],
  },
  {
    // For good, though no money goes out.
    isOffered: ({ isSandbox, allowsWrites }) => isSandbox || allowsWrites,
    isReadOnly: false,
    isDestructive: true,
    tools: [cancelCashIn, cancelBill, defendDispute],
  },
  {
    isOffered: ({ isSandbox }) => isSandbox,
    isReadOnly: false,
    isDestructive: true,
    tools: [completePayment, simulateOutcome],
  },
  {
    // Money goes out: never without --allow-writes, in a sandbox neither.
    isOffered: ({ allowsWrites }) => allowsWrites,
    isReadOnly: false,
    isDestructive: true,
    tools: [createCashOut, refundTransaction],
  },
]
