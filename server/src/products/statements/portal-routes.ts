import { Readable } from 'node:stream'
import type { App } from '../../platform/http/app-type.ts'
import { forReports } from '../../platform/db/db.ts'
import { datedName, fileHeaders, statementFormats } from '../../platform/http/file-formats.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { formatAmount } from '../../platform/brazil/money.ts'
import { addDays, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import { maskCpfsIn } from '../../platform/brazil/tax-number.ts'
import { signedInOf } from '../../tenancy/people/portal-edge.ts'
import { StatementFile, StatementPage, StatementPageQuery } from './portal-schemas.ts'
import { readNewest } from './read-statement.ts'
import { type StatementFileNeeds, writeStatement } from './statement-file.ts'
import type { Entry, Balance } from './sql.ts'

export async function statementPortalRoutes(app: App, needs: StatementFileNeeds) {
  app.get('/merchants/:merchantId/statement', {
    config: { may: 'transactions.read' },
    schema: { querystring: StatementPageQuery, response: { 200: Done(StatementPage) } },
    handler: async request => {
      const { limit = 50, cursor } = request.query
      const { merchantId } = request
      const before = cursor === undefined ? undefined : BigInt(cursor)
      const page = await readNewest(forReports(needs, merchantId), {
        merchantId,
        ...periodOf(request.query),
        limit,
        before,
      })
      return done({
        opening: balanceView(page.opening),
        closing: balanceView(page.closing),
        items: page.entries.map(entryView),
        nextCursor: page.nextCursor,
      })
    },
  })

  for (const format of statementFormats)
    app.get(`/merchants/:merchantId/statement.${format}`, {
      config: { may: 'transactions.read' },
      schema: { querystring: StatementFile },
      handler: async (request, reply) => {
        const { language } = signedInOf(request).person
        const { merchantId } = request
        const { from, to } = request.query
        const name = datedName(language === 'pt' ? 'extrato' : 'statement', request.query, needs.clock())
        const file = writeStatement(forReports(needs, merchantId), { merchantId, from, to, format, language })
        return reply.headers(fileHeaders(name, format)).send(Readable.from(file))
      },
    })
}

const periodOf = ({ from, to }: StatementFile) => ({
  from: from === undefined ? null : startOfDay(from),
  until: to === undefined ? null : startOfDay(addDays(to, 1)),
})

const balanceView = ({ available, held, blocked, reserved }: Balance) => ({
  available: formatAmount(available),
  held: formatAmount(held),
  blocked: formatAmount(blocked),
  reserved: formatAmount(reserved),
})

const entryView = (entry: Entry) => ({
  number: entry.sequence.toString(),
  date: entry.postedAt.toISOString(),
  name: entry.name,
  operation: entry.operation,
  transactionId: entry.transactionId,
  orderId: entry.orderId,
  partyName: entry.partyName === null ? null : maskCpfsIn(entry.partyName),
  available: formatAmount(entry.available),
  held: formatAmount(entry.held),
  blocked: formatAmount(entry.blocked),
  reserved: formatAmount(entry.reserved),
  charges: formatAmount(entry.fees),
  availableAfter: formatAmount(entry.availableAfter),
  heldAfter: formatAmount(entry.heldAfter),
  blockedAfter: formatAmount(entry.blockedAfter),
  reservedAfter: formatAmount(entry.reservedAfter),
})
