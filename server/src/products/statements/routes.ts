import { Readable } from 'node:stream'
import type { App } from '../../platform/http/app-type.ts'
import { dayOf } from '../../platform/brazil/sao-paulo.ts'
import { forReports } from '../../platform/db/db.ts'
import { datedName, fileHeaders } from '../../platform/http/file-formats.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { periodOf } from '../../platform/http/paging.ts'
import { type Needs, type Period, readStatement, streamStatement } from './read-statement.ts'
import { StatementData, StatementQuery } from './schemas.ts'
import { csvEntry, csvHeader, entryView } from './views.ts'

export async function statementRoutes(app: App, needs: Needs & { clock: () => Date }) {
  app.get('/accounts/statement', {
    schema: {
      operationId: 'readStatement',
      tags: ['Account'],
      summary: 'Read the account statement',
      description:
        'Every posting, oldest first, with the running balance: in pages as JSON, or the whole period as CSV.',
      querystring: StatementQuery,
      response: {
        200: {
          description: 'The statement',
          content: { 'application/json': { schema: Done(StatementData) }, 'text/csv': { schema: { type: 'string' } } },
        },
      },
    },
    handler: async (request, reply) => {
      const { cursor, format, 'dataset.limit': limit = 20, 'dataset.offset': offset = 0 } = request.query
      const { startDate: start = null, endDate: end = null } = periodOf(request.query)
      const period: Period = { merchantId: request.merchantId, start, end }
      const wantsCsv =
        format === 'csv' || (format === undefined && request.headers.accept?.includes('text/csv') === true)
      if (wantsCsv)
        return reply
          .headers(
            fileHeaders(datedName('statement', { from: dayOrNone(start), to: dayOrNone(end) }, needs.clock()), 'csv'),
          )
          .send(Readable.from(csvPieces(forReports(needs, request.merchantId), period)) as never)
      const after = cursor === undefined ? undefined : BigInt(cursor)
      const { total, entries, nextCursor } = await readStatement(forReports(needs, request.merchantId), {
        ...period,
        limit,
        offset,
        after,
      })
      return reply.send(done({ limit, offset, total, items: entries.map(entryView), nextCursor }))
    },
  })
}

async function* csvPieces(needs: Needs, period: Period): AsyncGenerator<string> {
  yield csvHeader
  for await (const entries of streamStatement(needs, period)) yield entries.map(csvEntry).join('')
}

const dayOrNone = (at: Date | null): string | undefined => (at === null ? undefined : dayOf(at))
