import type { App } from '../../platform/http/app-type.ts'
import { type Sql, forReports } from '../../platform/db/db.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import { dayOf, hourOf } from '../../platform/brazil/sao-paulo.ts'
import { maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import { mayAlso, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { CompanyParams, CompanyView, HomeQuery, HomeView } from './portal-schemas.ts'
import { readHome } from './read-home.ts'
import type { Flow } from './sql.ts'
import { readCompany } from './read-company.ts'

export async function homePortalRoutes(app: App, needs: { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }) {
  app.get('/merchants/:merchantId/home', {
    config: { may: 'transactions.read' },
    schema: { querystring: HomeQuery, response: { 200: Done(HomeView) } },
    handler: async request => {
      const home = await readHome(forReports(needs, request.merchantId), {
        merchantId: request.merchantId,
        days: request.query.days ?? 7,
        onlooker: {
          personId: signedInOf(request).person.id,
          decides: mayAlso(request, 'requests.decide'),
          seesWebhooks: mayAlso(request, 'webhooks.read'),
          seesReceivers: mayAlso(request, 'receivers.read'),
          confirmsKeys: mayAlso(request, 'keys.confirm'),
          defends: mayAlso(request, 'disputes.defend'),
        },
      })
      return done(homeView(home))
    },
  })
}

const nothing = { inAmount: 0n, inCount: 0, outAmount: 0n, outCount: 0 }

function homeView({
  balance,
  today,
  days,
  flows,
  isSummingUp,
  firstSteps,
  needed,
}: Awaited<ReturnType<typeof readHome>>): HomeView {
  const hours = new Map(flows.filter(({ hour }) => dayOf(hour) === today).map(flow => [hourOf(flow.hour), flow]))
  const { available, held, blocked, reserved, total } = balance
  return {
    balance: { available, held, blocked, reserved, total },
    today: {
      day: today,
      ...flowView(days.find(({ day }) => day === today) ?? nothing),
      hours: Array.from({ length: 24 }, (_, hour) => ({ hour, ...flowView(hours.get(hour) ?? nothing) })),
    },
    days: days.map(({ day, ...flow }) => ({ day, ...flowView(flow) })),
    isSummingUp,
    firstSteps,
    needed,
  }
}

const flowView = ({ inAmount, inCount, outAmount, outCount }: Omit<Flow, 'hour'>) => ({
  in: formatAmount(inAmount),
  inCount,
  out: formatAmount(outAmount),
  outCount,
})

/** A merchant's own fees, limits and data, to read. */
export async function companyPortalRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.get('/merchants/:merchantId/company', {
    config: { may: 'transactions.read' },
    schema: { params: CompanyParams, response: { 200: Done(CompanyView) } },
    handler: async request => {
      const company = await readCompany(forReports(needs, request.merchantId), request.merchantId)
      const { taxNumber, webhookAddress } = company
      return done({
        ...company,
        // An operator reads a whole document only with another operator's approval.
        taxNumber: signedInOf(request).person.isOperator ? maskTaxNumber(taxNumber) : taxNumber,
        webhookAddress: mayAlso(request, 'webhooks.read') ? webhookAddress : null,
      })
    },
  })
}
