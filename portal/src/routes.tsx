import type { QueryClient } from '@tanstack/react-query'
import {
  Outlet,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent as screen,
  redirect,
} from '@tanstack/react-router'
import { isFailure } from './kit/api.ts'
import { type Permission, sessionQuery } from './kit/session.ts'
import { LoadingScreen } from './kit/loading-screen.tsx'
import { FaultPage, FaultScreen, NotFoundScreen } from './edges/shell/fault-screens.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** A person who lacks it sees a notice instead of the screen; the API refuses in any case. */
    may?: Permission
  }
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

/** What an address may say after its `?`: plain texts, each read by the screen that knows it. */
type Search = { [name: string]: string | undefined }

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  validateSearch: (search: Search): Search => search,
  component: Outlet,
  errorComponent: FaultPage,
})

// Screens for those who are not signed in.
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: screen(() => import('./tenancy/people/sign-in-screen.tsx'), 'SignInScreen'),
})
const sso = createRoute({
  getParentRoute: () => root,
  path: '/sso',
  component: screen(() => import('./tenancy/people/sso-screen.tsx'), 'SsoScreen'),
})
const link = createRoute({
  getParentRoute: () => root,
  path: '/link/$token',
  component: screen(() => import('./tenancy/people/link-screen.tsx'), 'LinkScreen'),
})
const passwordReset = createRoute({
  getParentRoute: () => root,
  path: '/password-reset',
  component: screen(() => import('./tenancy/people/password-reset-screen.tsx'), 'PasswordResetScreen'),
})

const stopSuccessor = createRoute({
  getParentRoute: () => root,
  path: '/successor/$token',
  component: screen(() => import('./tenancy/people/stop-successor-screen.tsx'), 'StopSuccessorScreen'),
})

/** Everything below needs a session; without one, sign-in comes first and leads back here. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ context }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery)
    } catch (error) {
      if (!isFailure(error, 'SessionInvalid')) throw error
      throw redirect({ to: '/sign-in', search: { next: `${location.pathname}${location.search}` } })
    }
  },
  errorComponent: FaultPage,
  component: screen(() => import('./edges/shell/shell.tsx'), 'Shell'),
})
const start = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: screen(() => import('./edges/shell/start-screen.tsx'), 'StartScreen'),
})
const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: screen(() => import('./tenancy/people/profile-screen.tsx'), 'ProfileScreen'),
})

/** An address of nothing: a person who is signed in keeps the menu. */
const nothing = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundScreen })

// Screens of a merchant.
const merchant = createRoute({ getParentRoute: () => shell, path: '/m/$merchantId', component: Outlet })
const ofMerchant = <const Path extends string>(path: Path, may: Permission) => ({
  getParentRoute: () => merchant,
  path,
  staticData: { may },
})
const home = createRoute({
  ...ofMerchant('/', 'transactions.read'),
  component: screen(() => import('./operations/home/home-screen.tsx'), 'HomeScreen'),
})
const transactions = createRoute({
  ...ofMerchant('/transactions', 'transactions.read'),
  component: screen(() => import('./products/transaction-search/transactions-screen.tsx'), 'TransactionsScreen'),
})
const transaction = createRoute({
  ...ofMerchant('/transactions/$transactionId', 'transactions.read'),
  component: screen(() => import('./products/transaction-search/transaction-screen.tsx'), 'TransactionScreen'),
})
const statement = createRoute({
  ...ofMerchant('/statement', 'transactions.read'),
  component: screen(() => import('./products/statements/statement-screen.tsx'), 'StatementScreen'),
})
const files = createRoute({
  ...ofMerchant('/files', 'transactions.read'),
  component: screen(() => import('./products/files/files-screen.tsx'), 'FilesScreen'),
})
const customers = createRoute({
  ...ofMerchant('/customers', 'transactions.read'),
  component: screen(() => import('./products/customers/customers-screen.tsx'), 'CustomersScreen'),
})
const customerImport = createRoute({
  ...ofMerchant('/customers/import', 'charges.make'),
  component: screen(() => import('./products/customers/import-screen.tsx'), 'ImportScreen'),
})
const customer = createRoute({
  ...ofMerchant('/customers/$customerId', 'transactions.read'),
  component: screen(() => import('./products/customers/customer-screen.tsx'), 'CustomerScreen'),
})
const bills = createRoute({
  ...ofMerchant('/bills', 'transactions.read'),
  component: screen(() => import('./products/bills/bills-screen.tsx'), 'BillsScreen'),
})
const billImports = createRoute({
  ...ofMerchant('/bills/imports', 'transactions.read'),
  component: screen(() => import('./products/bills/imports/import-screen.tsx'), 'ImportScreen'),
})
const billImport = createRoute({
  ...ofMerchant('/bills/imports/$importId', 'transactions.read'),
  component: screen(() => import('./products/bills/imports/sent-import-screen.tsx'), 'SentImportScreen'),
})
const bill = createRoute({
  ...ofMerchant('/bills/$billId', 'transactions.read'),
  component: screen(() => import('./products/bills/bill-screen.tsx'), 'BillScreen'),
})
const billAgeing = createRoute({
  ...ofMerchant('/bills/ageing', 'transactions.read'),
  component: screen(() => import('./products/bills/ageing-screen.tsx'), 'AgeingScreen'),
})
const reminders = createRoute({
  ...ofMerchant('/reminders', 'transactions.read'),
  component: screen(() => import('./products/reminders/reminders-screen.tsx'), 'RemindersScreen'),
})
const paymentLinks = createRoute({
  ...ofMerchant('/payment-links', 'transactions.read'),
  component: screen(() => import('./products/payment-links/links-screen.tsx'), 'LinksScreen'),
})
const paymentLink = createRoute({
  ...ofMerchant('/payment-links/$linkId', 'transactions.read'),
  component: screen(() => import('./products/payment-links/link-screen.tsx'), 'LinkScreen'),
})
const disputes = createRoute({
  ...ofMerchant('/disputes', 'transactions.read'),
  component: screen(() => import('./products/disputes/disputes-screen.tsx'), 'DisputesScreen'),
})
const dispute = createRoute({
  ...ofMerchant('/disputes/$disputeId', 'transactions.read'),
  component: screen(() => import('./products/disputes/dispute-screen.tsx'), 'DisputeScreen'),
})
const keys = createRoute({
  ...ofMerchant('/keys', 'keys.read'),
  component: screen(() => import('./tenancy/access-keys/keys-screen.tsx'), 'KeysScreen'),
})
const webhooks = createRoute({
  ...ofMerchant('/webhooks', 'webhooks.read'),
  component: screen(() => import('./money/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
})
const delivery = createRoute({
  ...ofMerchant('/webhooks/$deliveryId', 'webhooks.read'),
  component: screen(() => import('./money/webhooks/delivery-screen.tsx'), 'DeliveryScreen'),
})
const receivers = createRoute({
  ...ofMerchant('/receivers', 'receivers.read'),
  component: screen(() => import('./products/company-payments/receivers-screen.tsx'), 'ReceiversScreen'),
})
const receiver = createRoute({
  ...ofMerchant('/receivers/$receiverId', 'receivers.read'),
  component: screen(() => import('./products/company-payments/receiver-screen.tsx'), 'ReceiverScreen'),
})
const batches = createRoute({
  ...ofMerchant('/batches', 'requests.read'),
  component: screen(() => import('./products/payout-batches/batches-screen.tsx'), 'BatchesScreen'),
})
const newBatch = createRoute({
  ...ofMerchant('/batches/new', 'requests.make'),
  component: screen(() => import('./products/payout-batches/new-batch-screen.tsx'), 'NewBatchScreen'),
})
const newPayout = createRoute({
  ...ofMerchant('/batches/payout', 'requests.make'),
  component: screen(() => import('./products/payout-batches/payout-screen.tsx'), 'PayoutScreen'),
})
const batch = createRoute({
  ...ofMerchant('/batches/$batchId', 'requests.read'),
  component: screen(() => import('./products/payout-batches/batch-screen.tsx'), 'BatchScreen'),
})
const requests = createRoute({
  ...ofMerchant('/requests', 'requests.read'),
  component: screen(() => import('./products/company-payments/requests-screen.tsx'), 'RequestsScreen'),
})
const newRequest = createRoute({
  ...ofMerchant('/requests/new', 'requests.make'),
  component: screen(() => import('./products/company-payments/new-request-screen.tsx'), 'NewRequestScreen'),
})
const request = createRoute({
  ...ofMerchant('/requests/$requestId', 'requests.read'),
  component: screen(() => import('./products/company-payments/request-screen.tsx'), 'RequestScreen'),
})
const company = createRoute({
  ...ofMerchant('/company', 'transactions.read'),
  component: screen(() => import('./tenancy/company/company-screen.tsx'), 'CompanyScreen'),
})
const members = createRoute({
  ...ofMerchant('/members', 'members.read'),
  component: screen(() => import('./tenancy/members/members-screen.tsx'), 'MembersScreen'),
})
const notifications = createRoute({
  ...ofMerchant('/notifications', 'transactions.read'),
  component: screen(() => import('./tenancy/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
})
const auditLog = createRoute({
  ...ofMerchant('/audit-log', 'auditLog.read'),
  component: screen(() => import('./tenancy/audit-log/audit-log-screen.tsx'), 'AuditLogScreen'),
})

// Screens of the platform. `$id`, not `$merchantId`: the page about a merchant does not open the merchant.
const operator = createRoute({ getParentRoute: () => shell, path: '/operator', component: Outlet })
const ofPlatform = <const Path extends string>(path: Path, may: Permission = 'platform.read') => ({
  getParentRoute: () => operator,
  path,
  staticData: { may },
})
const operatorHome = createRoute({
  ...ofPlatform('/'),
  component: screen(() => import('./operations/overview/home-screen.tsx'), 'OperatorHomeScreen'),
})
const merchants = createRoute({
  ...ofPlatform('/merchants'),
  component: screen(() => import('./operations/merchants/merchants-screen.tsx'), 'MerchantsScreen'),
})
const merchantOfOperator = createRoute({
  ...ofPlatform('/merchants/$id'),
  component: screen(() => import('./operations/merchants/merchant-screen.tsx'), 'MerchantScreen'),
})
const volumes = createRoute({
  ...ofPlatform('/volumes'),
  component: screen(() => import('./operations/volumes/volumes-screen.tsx'), 'VolumesScreen'),
})
const people = createRoute({
  ...ofPlatform('/people'),
  component: screen(() => import('./operations/people/people-screen.tsx'), 'PeopleScreen'),
})
const reviews = createRoute({
  ...ofPlatform('/reviews'),
  component: screen(() => import('./operations/reviews/reviews-screen.tsx'), 'ReviewsScreen'),
})
const allDisputes = createRoute({
  ...ofPlatform('/disputes'),
  component: screen(() => import('./operations/disputes/disputes-screen.tsx'), 'AllDisputesScreen'),
})
const exceptions = createRoute({
  ...ofPlatform('/exceptions'),
  component: screen(() => import('./operations/exceptions/exceptions-screen.tsx'), 'ExceptionsScreen'),
})
const exception = createRoute({
  ...ofPlatform('/exceptions/$of/$id'),
  component: screen(() => import('./operations/exceptions/exception-screen.tsx'), 'ExceptionScreen'),
})
const platformPersonalData = createRoute({
  ...ofPlatform('/personal-data', 'personalData.request'),
  component: screen(() => import('./operations/personal-data/personal-data-screen.tsx'), 'PlatformPersonalDataScreen'),
})
const personalData = createRoute({
  ...ofMerchant('/personal-data', 'personalData.own'),
  component: screen(() => import('./operations/personal-data/personal-data-screen.tsx'), 'PersonalDataScreen'),
})
const alarms = createRoute({
  ...ofPlatform('/alarms'),
  component: screen(() => import('./operations/alarms/alarms-screen.tsx'), 'AlarmsScreen'),
})
const alarm = createRoute({
  ...ofPlatform('/alarms/$id'),
  component: screen(() => import('./operations/alarms/alarm-screen.tsx'), 'AlarmScreen'),
})
const banks = createRoute({
  ...ofPlatform('/banks'),
  component: screen(() => import('./operations/banks/banks-screen.tsx'), 'BanksScreen'),
})
const approvals = createRoute({
  ...ofPlatform('/approvals'),
  component: screen(() => import('./operations/approvals/approvals-screen.tsx'), 'ApprovalsScreen'),
})
const approval = createRoute({
  ...ofPlatform('/approvals/$id'),
  component: screen(() => import('./operations/approvals/approval-screen.tsx'), 'ApprovalScreen'),
})
const recovery = createRoute({
  ...ofPlatform('/recovery'),
  component: screen(() => import('./operations/recovery/recovery-screen.tsx'), 'RecoveryScreen'),
})
const bankBalance = createRoute({
  ...ofPlatform('/banks/$bank'),
  component: screen(() => import('./operations/balance-proofs/balance-screen.tsx'), 'BalanceScreen'),
})
const reconciliations = createRoute({
  ...ofPlatform('/reconciliations'),
  component: screen(() => import('./operations/reconciliation/reconciliations-screen.tsx'), 'ReconciliationsScreen'),
})
const reconciliation = createRoute({
  ...ofPlatform('/reconciliations/$bank/$day'),
  component: screen(() => import('./operations/reconciliation/reconciliation-screen.tsx'), 'ReconciliationScreen'),
})
const operatorNotifications = createRoute({
  ...ofPlatform('/notifications'),
  component: screen(() => import('./tenancy/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
})
const platformAuditLog = createRoute({
  ...ofPlatform('/audit-log'),
  component: screen(() => import('./tenancy/audit-log/audit-log-screen.tsx'), 'AuditLogScreen'),
})

const tree = root.addChildren([
  signIn,
  sso,
  link,
  passwordReset,
  stopSuccessor,
  shell.addChildren([
    start,
    profile,
    nothing,
    merchant.addChildren([
      home,
      transactions,
      transaction,
      statement,
      files,
      customers,
      customerImport,
      customer,
      bills,
      billImports,
      billImport,
      bill,
      billAgeing,
      reminders,
      paymentLinks,
      paymentLink,
      disputes,
      dispute,
      keys,
      webhooks,
      delivery,
      receivers,
      receiver,
      batches,
      newBatch,
      newPayout,
      batch,
      requests,
      newRequest,
      request,
      company,
      members,
      notifications,
      auditLog,
      personalData,
    ]),
    operator.addChildren([
      operatorHome,
      merchants,
      merchantOfOperator,
      volumes,
      people,
      reviews,
      allDisputes,
      alarms,
      alarm,
      exceptions,
      exception,
      approvals,
      approval,
      recovery,
      reconciliations,
      reconciliation,
      banks,
      bankBalance,
      operatorNotifications,
      platformAuditLog,
      platformPersonalData,
    ]),
  ]),
])

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: '/portal',
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: FaultScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // Values of the address are plain text: `?state=Completed`, never quoted JSON.
    parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: search => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
      const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}
