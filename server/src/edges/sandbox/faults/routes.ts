import type { App } from '../../../platform/http/app-type.ts'
import { Done, DoneWithoutData, done } from '../../../platform/http/envelope.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { NewTrouble, TroubleData, TroubleList, TroubleParams } from './schemas.ts'
import { type Trouble, listTroubles, removeTrouble, scriptTrouble } from './script-fault.ts'

const tags = ['Sandbox']

/** What a merchant wants to go wrong, to see whether its programs stand it. */
export async function sandboxTroubleRoutes(app: App, needs: Parameters<typeof scriptTrouble>[0]) {
  app.get('/sandbox/troubles', {
    schema: {
      operationId: 'listTroubles',
      tags,
      summary: 'List scripted faults',
      description: 'Only faults that have not happened yet.',
      response: { 200: Done(TroubleList), ...refusals(401, 403, 429) },
    },
    handler: async request => done({ items: (await listTroubles(needs, request.merchantId)).map(troubleView) }),
  })

  app.post('/sandbox/troubles', {
    schema: {
      operationId: 'createTrouble',
      tags,
      summary: 'Script a fault',
      description:
        'The fault affects your next events or bank calls, `times` times. It replaces an earlier fault of the same kind.',
      body: NewTrouble,
      response: { 201: Done(TroubleData), ...refusals(400, 401, 403, 413, 429) },
    },
    handler: async (request, reply) => {
      const { kind, times = 1, seconds } = request.body
      const wanted = { merchantId: request.merchantId, kind, times, seconds, madeBy: 'API' }
      return reply.code(201).send(done(troubleView(await scriptTrouble(needs, wanted))))
    },
  })

  app.delete('/sandbox/troubles/:troubleId', {
    schema: {
      operationId: 'deleteTrouble',
      tags,
      summary: 'Delete a scripted fault',
      description: 'It does not happen again.',
      params: TroubleParams,
      response: { 200: DoneWithoutData, ...refusals(401, 403, 'TroubleNotFound', 429) },
    },
    handler: async request => {
      await removeTrouble(needs, { merchantId: request.merchantId, id: request.params.troubleId })
      return { statusCode: 'Done' as const }
    },
  })
}

export const troubleView = ({ id, kind, timesLeft, seconds, madeBy, createdAt }: Trouble) => ({
  id,
  kind,
  timesLeft,
  seconds,
  madeBy,
  date: createdAt.toISOString(),
})
