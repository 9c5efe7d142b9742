import type { Config } from '../../config.ts'
import type { Needs } from '../../needs.ts'
import type { App } from '../../platform/http/app-type.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { pageScriptRoutes } from './kit/page-edge.ts'
import { payerRoutes } from './payer/routes.ts'
import { linkPageRoutes } from './payment-link/routes.ts'
import { reminderPageRoutes } from './reminders/routes.ts'
import { simulatedBankRoutes } from './simulated-bank/routes.ts'
import { welcomeRoutes } from './welcome/routes.ts'

/** What anybody may open in a browser. Receipts, which the API document lists, stand beside the API. */
export async function publicPages(app: App, { config, ...needs }: Needs & { config: Config }) {
  await app.register(welcomeRoutes, { publicUrl: needs.publicUrl, config })
  await app.register(payerRoutes, needs)
  await app.register(linkPageRoutes, needs)
  await app.register(reminderPageRoutes, needs)
  await app.register(checkoutRoutes, needs)
  if (config.TRILHO_ENV === 'sandbox') await app.register(simulatedBankRoutes, needs)
  await app.register(pageScriptRoutes)
}
