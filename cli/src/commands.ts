import { balance } from './account/balance.ts'
import { limits } from './account/limits.ts'
import { statement } from './account/statement.ts'
import type { Chapter } from './command-line/help.ts'
import { batchesCancel, batchesList, batchesMake, batchesResult, batchesShow, batchesStop } from './batches/batches.ts'
import { completion } from './completion.ts'
import { billsAgeing } from './bills/ageing.ts'
import { billsImport, billsProgress, billsResult } from './bills/bill-imports.ts'
import { billsCancel, billsChange, billsList, billsMake, billsPay, billsShow } from './bills/bills.ts'
import {
  customersChange,
  customersExport,
  customersImport,
  customersList,
  customersMake,
  customersRemove,
  customersShow,
} from './customers/customers.ts'
import { disputesContest, disputesDefend, disputesList, disputesShow } from './disputes/disputes.ts'
import { filesAsk, filesList, filesReconcile, filesShow } from './files/files.ts'
import { linksClose, linksList, linksMake, linksReopen, linksShow } from './links/links.ts'
import { mcp } from './mcp/command.ts'
import { cancel } from './payments/cancel.ts'
import { cashIn } from './payments/cash-in.ts'
import { cashOut } from './payments/cash-out.ts'
import { qr } from './payments/qr.ts'
import { refund } from './payments/refund.ts'
import { login } from './profiles/login.ts'
import { logout, profilesList, profilesRemove, profilesUse } from './profiles/manage-profiles.ts'
import { remindersPlan, remindersPreview } from './reminders/plan.ts'
import { remindersList, remindersRecord, remindersResume, remindersStop } from './reminders/reminders.ts'
import { sandboxClock } from './sandbox/clock.ts'
import { sandboxDecisions } from './sandbox/decisions.ts'
import { pay, sandboxOutcomes } from './sandbox/outcomes.ts'
import { sandboxTrouble } from './sandbox/trouble.ts'
import { transactionsList } from './transactions/list.ts'
import { transactionsShow } from './transactions/show.ts'
import { webhooksDeliveries, webhooksShow } from './webhooks/deliveries.ts'
import { listen } from './webhooks/listen.ts'
import { webhooksResend } from './webhooks/resend.ts'

/** The table of commands. Parsing, help and completion come from it; a command's row stands beside what it runs. */
export const chapters: readonly Chapter[] = [
  { title: 'Who you are', commands: [login, logout, profilesList, profilesUse, profilesRemove] },
  { title: 'Payments', commands: [cashIn, cashOut, cancel, refund, qr, transactionsList, transactionsShow] },
  {
    title: 'Customers',
    commands: [
      customersMake,
      customersList,
      customersShow,
      customersChange,
      customersRemove,
      customersImport,
      customersExport,
    ],
  },
  {
    title: 'Bills',
    commands: [
      billsMake,
      billsList,
      billsShow,
      billsChange,
      billsCancel,
      billsPay,
      billsImport,
      billsProgress,
      billsResult,
      billsAgeing,
    ],
  },
  {
    title: 'Reminders of bills',
    commands: [remindersPlan, remindersPreview, remindersList, remindersRecord, remindersStop, remindersResume],
  },
  { title: 'Payment links', commands: [linksMake, linksList, linksShow, linksClose, linksReopen] },
  { title: 'Batches', commands: [batchesMake, batchesList, batchesShow, batchesResult, batchesCancel, batchesStop] },
  { title: 'Disputes', commands: [disputesList, disputesShow, disputesDefend, disputesContest] },
  { title: 'The account', commands: [balance, limits, statement, filesAsk, filesReconcile, filesList, filesShow] },
  { title: 'Webhooks', commands: [listen, webhooksDeliveries, webhooksShow, webhooksResend] },
  { title: 'The sandbox', commands: [pay, ...sandboxOutcomes, ...sandboxDecisions, sandboxClock, sandboxTrouble] },
  { title: 'This program', commands: [mcp, completion] },
]
