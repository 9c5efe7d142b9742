import type { App } from '../../../platform/http/app-type.ts'
import { Done, DoneWithoutData, done } from '../../../platform/http/envelope.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { NewFault, FaultData, FaultList, FaultParams } from './schemas.ts'
import { type Fault, listFaults, removeFault, scriptFault } from './script-fault.ts'

const tags = ['Sandbox']

/** Faults that a merchant scripts to test its programs. */
export async function sandboxFaultRoutes(app: App, needs: Parameters<typeof scriptFault>[0]) {
  app.get('/sandbox/troubles', {
    schema: {
      operationId: 'listTroubles',
      tags,
      summary: 'List scripted faults',
      description: 'Only faults that have not happened yet.',
      response: { 200: Done(FaultList) },
    },
    handler: async request => done({ items: (await listFaults(needs, request.merchantId)).map(faultView) }),
  })

  app.post('/sandbox/troubles', {
    schema: {
      operationId: 'createTrouble',
      tags,
      summary: 'Script a fault',
      description:
        'The fault affects your next events or bank calls, `times` times. It replaces an earlier fault of the same kind.',
      body: NewFault,
      response: { 201: Done(FaultData) },
    },
    handler: async (request, reply) => {
      const { kind, times = 1, seconds } = request.body
      const fault = { merchantId: request.merchantId, kind, times, seconds, madeBy: 'API' }
      return reply.code(201).send(done(faultView(await scriptFault(needs, fault))))
    },
  })

  app.delete('/sandbox/troubles/:troubleId', {
    schema: {
      operationId: 'deleteTrouble',
      tags,
      summary: 'Delete a scripted fault',
      description: 'It does not happen again.',
      params: FaultParams,
      response: { 200: DoneWithoutData, ...refusals('TroubleNotFound') },
    },
    handler: async request => {
      await removeFault(needs, { merchantId: request.merchantId, id: request.params.troubleId })
      return { statusCode: 'Done' as const }
    },
  })
}

export const faultView = ({ id, kind, timesLeft, seconds, madeBy, createdAt }: Fault) => ({
  id,
  kind,
  timesLeft,
  seconds,
  madeBy,
  date: createdAt.toISOString(),
})
