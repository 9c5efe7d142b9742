import { Readable } from 'node:stream'
import { type Sql, forReports } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { datedName, fileHeaders } from '../../../platform/http/file-formats.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import { ageingView, exportAgeing, readAgeing, writeAgeing } from './read-ageing.ts'
import { AgeingData, AgeingExportQuery } from './schemas.ts'

const tags = ['Bills']

/** What is open, by how late it is. */
export async function ageingRoutes(app: App, needs: { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }) {
  app.get('/bills/ageing', {
    schema: {
      operationId: 'readBillAgeing',
      tags,
      summary: 'Read what is open by how late it is',
      description: 'Count and sum of all open bills by days after their due date, and of those that expired unpaid.',
      response: { 200: Done(AgeingData) },
    },
    handler: async ({ merchantId }) => done(ageingView(await readAgeing(forReports(needs, merchantId), merchantId))),
  })

  app.get('/bills/ageing/export', {
    schema: {
      operationId: 'exportBillAgeing',
      tags,
      summary: 'Export open bills with how late they are',
      description:
        'CSV, one row for each open bill with what is owed today, earliest due date first, at most 50,000. Expired bills are not in it: list bills with the state `Expired`.',
      querystring: AgeingExportQuery,
      response: { 200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } } },
    },
    handler: async (request, reply) => {
      const { merchantId } = request
      const { language = 'en' } = request.query
      const pieces = exportAgeing(forReports(needs, merchantId), merchantId)
      return reply
        .headers(fileHeaders(datedName('open-bills', {}, needs.clock()), 'csv'))
        .send(Readable.from(writeAgeing(pieces, { format: 'csv', language })) as never)
    },
  })
}
