import { balance } from './account/balance.ts'
import { statement } from './account/statement.ts'
import type { Chapter } from './command-line/help.ts'
import { completion } from './completion.ts'
import { mcp } from './mcp/command.ts'
import { cashIn } from './payments/cash-in.ts'
import { cashOut } from './payments/cash-out.ts'
import { qr } from './payments/qr.ts'
import { refund } from './payments/refund.ts'
import { login } from './profiles/login.ts'
import { logout, profilesList, profilesRemove, profilesUse } from './profiles/manage-profiles.ts'
import { sandboxDecisions } from './sandbox/decisions.ts'
import { pay, sandboxOutcomes } from './sandbox/outcomes.ts'
import { transactionsList } from './transactions/list.ts'
import { transactionsShow } from './transactions/show.ts'
import { webhooksDeliveries, webhooksShow } from './webhooks/deliveries.ts'
import { listen } from './webhooks/listen.ts'
import { webhooksResend } from './webhooks/resend.ts'

/** The table of commands. Parsing, help and completion come from it; a command's row stands beside what it runs. */
export const chapters: readonly Chapter[] = [
  { title: 'Who you are', commands: [login, logout, profilesList, profilesUse, profilesRemove] },
  { title: 'Payments', commands: [cashIn, cashOut, refund, qr, transactionsList, transactionsShow] },
  { title: 'The account', commands: [balance, statement] },
  { title: 'Webhooks', commands: [listen, webhooksDeliveries, webhooksShow, webhooksResend] },
  { title: 'The sandbox', commands: [pay, ...sandboxOutcomes, ...sandboxDecisions] },
  { title: 'This program', commands: [mcp, completion] },
]
