import { Readable } from 'node:stream'
import { type Sql, forReports } from '../../../platform/db/db.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { datedName, fileHeaders, listFormats } from '../../../platform/http/file-formats.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import { signedInOf } from '../../../tenancy/people/portal-edge.ts'
import { Ageing } from './portal-schemas.ts'
import { ageingView, exportAgeing, readAgeing, writeAgeing } from './read-ageing.ts'

const path = '/merchants/:merchantId/bills/ageing'

/** What is open, by how late it is: the sums, and a file of the bills. */
export async function ageingPortalRoutes(app: App, needs: { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }) {
  app.get(path, {
    config: { may: 'transactions.read' },
    schema: { response: { 200: Done(Ageing) } },
    handler: async ({ merchantId }) => done(ageingView(await readAgeing(forReports(needs, merchantId), merchantId))),
  })

  for (const format of listFormats)
    app.get(`${path}.${format}`, {
      config: { may: 'transactions.read' },
      handler: async (request, reply) => {
        const { merchantId } = request
        const { language } = signedInOf(request).person
        const pieces = exportAgeing(forReports(needs, merchantId), merchantId)
        const name = datedName(language === 'pt' ? 'cobrancas-em-aberto' : 'open-bills', {}, needs.clock())
        return reply.headers(fileHeaders(name, format)).send(Readable.from(writeAgeing(pieces, { format, language })))
      },
    })
}
