import { Readable } from 'node:stream'
import type { Static } from 'typebox'
import { formatAmount } from '../../platform/brazil/money.ts'
import { type Sql, forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { datedName, fileHeaders } from '../../platform/http/file-formats.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { signedInOf } from '../../tenancy/people/portal-edge.ts'
import { DisputeStatistics, VolumesQuery, VolumesView } from './portal-schemas.ts'
import { exportVolumes, periodOf, readDisputeStatistics, readVolumes } from './read-volumes.ts'
import { volumesSpreadsheet } from './views.ts'
import type { DisputeMonth, Volume } from './sql.ts'

const path = '/operator/volumes'

type Needs = { sql: Sql; clock: () => Date; isSandbox: boolean }

/** What moved and what was earned, by day and by merchant, for operators. */
export async function volumePortalRoutes(app: App, needs: Needs) {
  const requestedPeriod = (query: Static<typeof VolumesQuery>) =>
    periodOf({ from: undefined, to: undefined, merchantId: undefined, ...query }, needs.clock(), needs.isSandbox)

  app.get(path, {
    config: { may: 'platform.read' },
    schema: { querystring: VolumesQuery, response: { 200: Done(VolumesView) } },
    handler: async request => {
      return done(volumesView(await readVolumes(forReports(needs, platformId), requestedPeriod(request.query))))
    },
  })

  app.get(`${path}.csv`, {
    config: { may: 'platform.read' },
    schema: { querystring: VolumesQuery },
    handler: async (request, reply) => {
      const { language } = signedInOf(request).person
      const period = requestedPeriod(request.query)
      const name = datedName('volumes', period, needs.clock())
      const file = volumesSpreadsheet(exportVolumes(forReports(needs, platformId), period), language)
      return reply.headers(fileHeaders(name, 'csv')).send(Readable.from(file))
    },
  })
}

/** How much of what a merchant receives is disputed, by month, for its people and for operators. */
export async function disputeStatisticsRoutes(app: App, needs: Needs) {
  app.get('/merchants/:merchantId/dispute-statistics', {
    config: { may: 'transactions.read' },
    schema: { response: { 200: Done(DisputeStatistics) } },
    handler: async ({ merchantId }) => {
      const months = await readDisputeStatistics(forReports(needs, merchantId), merchantId)
      return done({ months: months.map(monthView) })
    },
  })
}

const monthView = (m: DisputeMonth): DisputeStatistics['months'][number] => ({
  month: m.month,
  inCount: m.inCount,
  in: formatAmount(m.inAmount),
  disputedCount: m.disputedCount,
  disputed: formatAmount(m.disputedAmount),
  countShare: shareOf(BigInt(m.disputedCount), BigInt(m.inCount)),
  amountShare: shareOf(m.disputedAmount, m.inAmount),
  returnedCount: m.returnedCount,
  returned: formatAmount(m.returnedAmount),
  releasedCount: m.releasedCount,
  undecidedCount: m.undecidedCount,
})

/** In percent with two decimals. */
function shareOf(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null
  const hundredths = String((part * 10_000n + whole / 2n) / whole).padStart(3, '0')
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`
}

const volumeView = ({ inAmount, inCount, outAmount, outCount, fees }: Volume) => ({
  in: formatAmount(inAmount),
  inCount,
  out: formatAmount(outAmount),
  outCount,
  fees: formatAmount(fees),
})

const volumesView = ({ period, days, merchants, total }: Awaited<ReturnType<typeof readVolumes>>): VolumesView => ({
  from: period.from,
  to: period.to,
  total: volumeView(total),
  days: days.map(({ day, ...volume }) => ({ day, ...volumeView(volume) })),
  merchants: merchants.map(({ merchantId, merchantName, ...volume }) => ({
    id: merchantId,
    name: merchantName,
    ...volumeView(volume),
  })),
})
