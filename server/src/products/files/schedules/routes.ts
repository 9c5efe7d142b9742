import type { App } from '../../../platform/http/app-type.ts'
import { Done, DoneWithoutData, done } from '../../../platform/http/envelope.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { bucketOf, endSchedule, listSchedules, makeSchedule, placeOf } from './change-schedules.ts'
import { FileScheduleData, FileScheduleList, FileScheduleParams, FileScheduleRequest } from './schemas.ts'
import type { Schedule } from './sql.ts'

const tags = ['Files']

/** Files that come by themselves, for programs: into a bucket, since a program reads no mail. */
export async function fileScheduleRoutes(app: App, needs: Parameters<typeof makeSchedule>[0]) {
  app.get('/file-schedules', {
    schema: {
      operationId: 'listFileSchedules',
      tags,
      summary: 'List file schedules',
      description: 'Schedules created with a key and in the portal.',
      response: { 200: Done(FileScheduleList) },
    },
    handler: async request => done({ items: (await listSchedules(needs, request.merchantId)).map(scheduleView) }),
  })

  app.post('/file-schedules', {
    schema: {
      operationId: 'createFileSchedule',
      tags,
      summary: 'Schedule a file',
      description:
        'The file is created at 6:00 São Paulo time after each day or month, starting with the current one, and stored in your bucket. The schedule ends when the key that created it is revoked or expires, unless you replaced the key with a new one.',
      body: FileScheduleRequest,
      response: { 201: Done(FileScheduleData) },
    },
    handler: async (request, reply) => {
      const { merchantId, keyId, body } = request
      const { kind, format, every, language = 'pt' } = body
      const input = { merchantId, kind, format, every, language, bucket: bucketOf(body.bucket), by: { keyId } }
      return reply.code(201).send(done(scheduleView(await makeSchedule(needs, input))))
    },
  })

  app.delete('/file-schedules/:scheduleId', {
    schema: {
      operationId: 'deleteFileSchedule',
      tags,
      summary: 'Delete a file schedule',
      description: 'No more files are created. Existing files stay available.',
      params: FileScheduleParams,
      response: { 200: DoneWithoutData, ...refusals('FileScheduleNotFound') },
    },
    handler: async request => {
      await endSchedule(needs, request.merchantId, request.params.scheduleId)
      return { statusCode: 'Done' as const }
    },
  })
}

const scheduleView = ({ id, kind, format, every, bucket, nextAt, fault }: Schedule): FileScheduleData => ({
  id,
  kind,
  format,
  every,
  bucket: placeOf(bucket),
  nextDate: nextAt.toISOString(),
  fault,
})
