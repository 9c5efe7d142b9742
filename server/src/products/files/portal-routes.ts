import { forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { mostExported } from '../../platform/http/spreadsheet.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { auditOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { type StatementFileNeeds, countEntries } from '../statements/statement-file.ts'
import { searchOfPeriod } from '../transaction-search/export-transactions.ts'
import { requestFile } from './request-file.ts'
import { type File, mostListBytes } from './states.ts'
import { FileForm, FileList, FileView, FilesQuery, ListForm, SizeQuery, SizeView } from './portal-schemas.ts'
import { isLargerThan, listFiles } from './read-file.ts'
import { readUploadedList } from './read-list.ts'
import { fileView } from './views.ts'

type Needs = StatementFileNeeds & { addresses: PublicAddresses }

const path = '/merchants/:merchantId/files'

/** Files for the merchant's people: the same files as by the API. */
export async function filePortalRoutes(app: App, needs: Needs) {
  const shown = (file: File): FileView => ({
    ...fileView(file, needs.addresses, needs.clock()),
    fault: file.fault,
    isScheduled: file.scheduleId !== null,
    differences: file.result?.first ?? [],
  })

  app.get(path, {
    config: { may: 'transactions.read' },
    schema: { querystring: FilesQuery, response: { 200: Done(FileList) } },
    handler: async request => {
      const { limit = 20, cursor } = request.query
      const { items, nextCursor } = await listFiles(needs, { merchantId: request.merchantId, limit, cursor })
      return done({ items: items.map(shown), nextCursor })
    },
  })

  app.get(`${path}/size`, {
    config: { may: 'transactions.read' },
    schema: { querystring: SizeQuery, response: { 200: Done(SizeView) } },
    handler: async request => {
      const { merchantId } = request
      const { kind, from, to } = request.query
      const reading = forReports(needs, merchantId)
      if (kind === 'statement')
        return done({ isLarge: (await countEntries(reading, { merchantId, from, to })) > mostExported })
      return done({ isLarge: await isLargerThan(reading, searchOfPeriod(merchantId, { from, to }), mostExported) })
    },
  })

  app.post(path, {
    config: { may: 'transactions.read', act: 'file.ask' },
    schema: { body: FileForm, response: { 202: Done(FileView) } },
    handler: async (request, reply) => {
      const { person } = signedInOf(request)
      const { kind, format, firstDay: from, lastDay: to } = request.body
      const id = uuidv7(needs.clock().getTime())
      const audit = auditOf(request, { subject: id, details: { kind, format, from, ...(to && { to }) } })
      const requested = { merchantId: request.merchantId, id, personId: person.id, language: person.language }
      const file = await requestFile(needs, { ...requested, kind, format, from, to }, audit)
      return reply.code(202).send(done(shown(file)))
    },
  })

  app.post(`${path}/reconciliation`, {
    config: { may: 'transactions.read', act: 'file.ask' },
    bodyLimit: mostListBytes + 1024,
    schema: { body: ListForm, response: { 202: Done(FileView) } },
    handler: async (request, reply) => {
      const { person } = signedInOf(request)
      const { format, firstDay: from, lastDay: to, content } = request.body
      const id = uuidv7(needs.clock().getTime())
      const list = readUploadedList(Buffer.from(content, 'base64'))
      const details = { kind: 'reconciliation', format, from, to, lines: list.length }
      const requested = { merchantId: request.merchantId, id, personId: person.id, language: person.language }
      const audit = auditOf(request, { subject: id, details })
      const file = await requestFile(needs, { ...requested, kind: 'reconciliation', format, from, to, list }, audit)
      return reply.code(202).send(done(shown(file)))
    },
  })
}
