import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import { type Sql, forReports } from '../db/db.ts'
import { csvFile } from '../http/csv.ts'
import { Done, done } from '../http/envelope.ts'
import { formatAmount } from '../brazil/money.ts'
import { addDays, startOfDay } from '../brazil/sao-paulo.ts'
import { maskCpfsIn } from '../brazil/tax-number.ts'
import { signedInOf } from '../people/portal-edge.ts'
import { StatementFile, StatementPage, StatementPageQuery } from './portal-schemas.ts'
import { lastMomentBefore, readNewest } from './read-newest.ts'
import { streamStatement } from './read-statement.ts'
import { statementSpreadsheet } from './spreadsheet.ts'
import type { Entry, Balance } from './sql.ts'

const Params = Type.Object({ merchantId: Type.String() })

export async function statementPortalRoutes(app: App, needs: { sql: Sql }) {
  app.get('/merchants/:merchantId/statement', {
    config: { may: 'transactions.read' },
    schema: { params: Params, querystring: StatementPageQuery, response: { 200: Done(StatementPage) } },
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

  app.get('/merchants/:merchantId/statement.csv', {
    config: { may: 'transactions.read' },
    schema: { params: Params, querystring: StatementFile },
    handler: async (request, reply) => {
      const { language } = signedInOf(request).person
      const { from, until } = periodOf(request.query)
      const period = { merchantId: request.merchantId, start: from, end: lastMomentBefore(until) }
      const name = language === 'pt' ? 'extrato.csv' : 'statement.csv'
      const file = statementSpreadsheet(streamStatement(forReports(needs, period.merchantId), period), language)
      return reply.headers(csvFile(name)).send(Readable.from(file))
    },
  })
}

const periodOf = ({ from, to }: StatementFile) => ({
  from: from === undefined ? null : startOfDay(from),
  until: to === undefined ? null : startOfDay(addDays(to, 1)),
})

const balanceView = ({ available, held }: Balance) => ({
  available: formatAmount(available),
  held: formatAmount(held),
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
  charges: formatAmount(entry.fees),
  availableAfter: formatAmount(entry.availableAfter),
  heldAfter: formatAmount(entry.heldAfter),
})
