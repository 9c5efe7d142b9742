import type { QueryClient } from '@tanstack/react-query'
import {
  Outlet,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { isFailure } from './kit/api.ts'
import { type Permission, sessionQuery } from './kit/session.ts'
import { LoadingScreen } from './kit/loading-screen.tsx'
import { FaultPage, FaultScreen, NotFoundPage, NotFoundScreen } from './shell/fault-screens.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who lacks it is told so instead of being shown the screen; the API refuses in any case. */
    may?: Permission
  }
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: FaultPage,
})

// Screens for those who are not signed in.
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./people/sign-in-screen.tsx'), 'SignInScreen'),
})
const link = createRoute({
  getParentRoute: () => root,
  path: '/link/$token',
  component: lazyRouteComponent(() => import('./people/link-screen.tsx'), 'LinkScreen'),
})
const passwordReset = createRoute({
  getParentRoute: () => root,
  path: '/password-reset',
  component: lazyRouteComponent(() => import('./people/password-reset-screen.tsx'), 'PasswordResetScreen'),
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
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})
const start = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('./shell/start-screen.tsx'), 'StartScreen'),
})
const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(() => import('./people/profile-screen.tsx'), 'ProfileScreen'),
})

// Screens of a merchant.
const merchant = createRoute({ getParentRoute: () => shell, path: '/m/$merchantId', component: Outlet })
const home = createRoute({
  getParentRoute: () => merchant,
  path: '/',
  staticData: { may: 'transactions.read' },
  component: lazyRouteComponent(() => import('./home/home-screen.tsx'), 'HomeScreen'),
})
const transactions = createRoute({
  getParentRoute: () => merchant,
  path: '/transactions',
  staticData: { may: 'transactions.read' },
  component: lazyRouteComponent(() => import('./transactions/transactions-screen.tsx'), 'TransactionsScreen'),
})
const transaction = createRoute({
  getParentRoute: () => merchant,
  path: '/transactions/$transactionId',
  staticData: { may: 'transactions.read' },
  component: lazyRouteComponent(() => import('./transactions/transaction-screen.tsx'), 'TransactionScreen'),
})
const statement = createRoute({
  getParentRoute: () => merchant,
  path: '/statement',
  staticData: { may: 'transactions.read' },
  component: lazyRouteComponent(() => import('./statements/statement-screen.tsx'), 'StatementScreen'),
})
const keys = createRoute({
  getParentRoute: () => merchant,
  path: '/keys',
  staticData: { may: 'keys.read' },
  component: lazyRouteComponent(() => import('./access-keys/keys-screen.tsx'), 'KeysScreen'),
})
const webhooks = createRoute({
  getParentRoute: () => merchant,
  path: '/webhooks',
  staticData: { may: 'webhooks.read' },
  component: lazyRouteComponent(() => import('./webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
})
const delivery = createRoute({
  getParentRoute: () => merchant,
  path: '/webhooks/$deliveryId',
  staticData: { may: 'webhooks.read' },
  component: lazyRouteComponent(() => import('./webhooks/delivery-screen.tsx'), 'DeliveryScreen'),
})
const receivers = createRoute({
  getParentRoute: () => merchant,
  path: '/receivers',
  staticData: { may: 'receivers.read' },
  component: lazyRouteComponent(() => import('./company-payments/receivers-screen.tsx'), 'ReceiversScreen'),
})
const receiver = createRoute({
  getParentRoute: () => merchant,
  path: '/receivers/$receiverId',
  staticData: { may: 'receivers.read' },
  component: lazyRouteComponent(() => import('./company-payments/receiver-screen.tsx'), 'ReceiverScreen'),
})
const requests = createRoute({
  getParentRoute: () => merchant,
  path: '/requests',
  staticData: { may: 'requests.read' },
  component: lazyRouteComponent(() => import('./company-payments/requests-screen.tsx'), 'RequestsScreen'),
})
const newRequest = createRoute({
  getParentRoute: () => merchant,
  path: '/requests/new',
  staticData: { may: 'requests.make' },
  component: lazyRouteComponent(() => import('./company-payments/new-request-screen.tsx'), 'NewRequestScreen'),
})
const request = createRoute({
  getParentRoute: () => merchant,
  path: '/requests/$requestId',
  staticData: { may: 'requests.read' },
  component: lazyRouteComponent(() => import('./company-payments/request-screen.tsx'), 'RequestScreen'),
})
const members = createRoute({
  getParentRoute: () => merchant,
  path: '/members',
  staticData: { may: 'members.read' },
  component: lazyRouteComponent(() => import('./people/members-screen.tsx'), 'MembersScreen'),
})
const auditLog = createRoute({
  getParentRoute: () => merchant,
  path: '/audit-log',
  staticData: { may: 'auditLog.read' },
  component: lazyRouteComponent(() => import('./people/audit-log-screen.tsx'), 'AuditLogScreen'),
})

// Screens of the platform. `$id`, not `$merchantId`: the page about a merchant does not open the merchant.
const operator = createRoute({ getParentRoute: () => shell, path: '/operator', component: Outlet })
const operatorHome = createRoute({
  getParentRoute: () => operator,
  path: '/',
  staticData: { may: 'platform.read' },
  component: lazyRouteComponent(() => import('./operator/home-screen.tsx'), 'OperatorHomeScreen'),
})
const merchants = createRoute({
  getParentRoute: () => operator,
  path: '/merchants',
  staticData: { may: 'platform.read' },
  component: lazyRouteComponent(() => import('./operator/merchants-screen.tsx'), 'MerchantsScreen'),
})
const merchantOfOperator = createRoute({
  getParentRoute: () => operator,
  path: '/merchants/$id',
  staticData: { may: 'platform.read' },
  component: lazyRouteComponent(() => import('./operator/merchant-screen.tsx'), 'MerchantScreen'),
})
const people = createRoute({
  getParentRoute: () => operator,
  path: '/people',
  staticData: { may: 'platform.read' },
  component: lazyRouteComponent(() => import('./operator/people-screen.tsx'), 'PeopleScreen'),
})
const reviews = createRoute({
  getParentRoute: () => operator,
  path: '/reviews',
  staticData: { may: 'platform.read' },
  component: lazyRouteComponent(() => import('./operator/reviews-screen.tsx'), 'ReviewsScreen'),
})
const exceptions = createRoute({
  getParentRoute: () => operator,
  path: '/exceptions',
  staticData: { may: 'platform.read' },
  component: lazyRouteComponent(() => import('./operator/exceptions-screen.tsx'), 'ExceptionsScreen'),
})
const exception = createRoute({
  getParentRoute: () => operator,
  path: '/exceptions/$of/$id',
  staticData: { may: 'platform.read' },
  component: lazyRouteComponent(() => import('./operator/exception-screen.tsx'), 'ExceptionScreen'),
})
const platformAuditLog = createRoute({
  getParentRoute: () => operator,
  path: '/audit-log',
  staticData: { may: 'platform.read' },
  component: lazyRouteComponent(() => import('./people/audit-log-screen.tsx'), 'AuditLogScreen'),
})

const tree = root.addChildren([
  signIn,
  link,
  passwordReset,
  shell.addChildren([
    start,
    profile,
    merchant.addChildren([
      home,
      transactions,
      transaction,
      statement,
      keys,
      webhooks,
      delivery,
      receivers,
      receiver,
      requests,
      newRequest,
      request,
      members,
      auditLog,
    ]),
    operator.addChildren([
      operatorHome,
      merchants,
      merchantOfOperator,
      people,
      reviews,
      exceptions,
      exception,
      platformAuditLog,
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
