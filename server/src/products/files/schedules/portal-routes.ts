import type { App } from '../../../platform/http/app-type.ts'
import { Done, DoneWithoutData, done } from '../../../platform/http/envelope.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { readPerson } from '../../../tenancy/people/find-person.ts'
import { auditOf, signedInOf } from '../../../tenancy/people/portal-edge.ts'
import { bucketOf, endSchedule, listSchedules, makeSchedule, placeOf, tryBucket } from './change-schedules.ts'
import { BucketForm, ScheduleForm, ScheduleList, ScheduleParams, ScheduleView } from './portal-schemas.ts'
import type { Schedule } from './sql.ts'

type Needs = Parameters<typeof makeSchedule>[0]

const path = '/merchants/:merchantId/file-schedules'

/** Files that come by themselves, for those who may send a merchant's figures out of the house. */
export async function schedulePortalRoutes(app: App, needs: Needs) {
  const shown = async (schedule: Schedule): Promise<ScheduleView> => {
    const { id, kind, format, every, bucket, fault } = schedule
    const person = schedule.personId === null ? null : await readPerson(needs, schedule.personId)
    return {
      id,
      kind,
      format,
      every,
      person: person?.name ?? null,
      bucket: placeOf(bucket),
      nextAt: schedule.nextAt.toISOString(),
      fault,
    }
  }

  app.get(path, {
    config: { may: 'transactions.read' },
    schema: { response: { 200: Done(ScheduleList) } },
    handler: async request =>
      done({ items: await Promise.all((await listSchedules(needs, request.merchantId)).map(shown)) }),
  })

  app.post(path, {
    config: { may: 'files.schedule', act: 'fileSchedule.make', confirmed: true },
    schema: { body: ScheduleForm, response: { 201: Done(ScheduleView) } },
    handler: async (request, reply) => {
      const { kind, format, every } = request.body
      const bucket = request.body.bucket === undefined ? null : bucketOf(request.body.bucket)
      const id = uuidv7(needs.clock().getTime())
      const details = { kind, format, every, ...(bucket && { bucket: placeOf(bucket) }) }
      const { person } = signedInOf(request)
      const input = { merchantId: request.merchantId, by: { personId: person.id }, id, kind, format, every, bucket }
      const schedule = await makeSchedule(needs, { ...input, audit: auditOf(request, { subject: id, details }) })
      return reply.code(201).send(done(await shown(schedule)))
    },
  })

  app.post(`${path}/try-bucket`, {
    config: { may: 'files.schedule', act: null },
    schema: { body: BucketForm, response: { 200: DoneWithoutData } },
    handler: async request => {
      await tryBucket(needs, bucketOf(request.body))
      return { statusCode: 'Done' as const }
    },
  })

  app.delete(`${path}/:scheduleId`, {
    config: { may: 'files.schedule', act: 'fileSchedule.end' },
    schema: { params: ScheduleParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { scheduleId } = request.params
      const ended = (await listSchedules(needs, request.merchantId)).find(({ id }) => id === scheduleId)
      const details = ended === undefined ? {} : { kind: ended.kind, format: ended.format, every: ended.every }
      await endSchedule(needs, request.merchantId, scheduleId, auditOf(request, { subject: scheduleId, details }))
      return { statusCode: 'Done' as const }
    },
  })
}
