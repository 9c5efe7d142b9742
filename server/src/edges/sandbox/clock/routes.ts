import type { Static } from 'typebox'
import type { App } from '../../../platform/http/app-type.ts'
import { Done, done } from '../../../platform/http/envelope.ts'
import { InvalidRequest } from '../../../platform/http/errors.ts'
import { refusals } from '../../../platform/http/refusals.ts'
import { type Forward, type MerchantClock, moveClock, readClock } from './move-clock.ts'
import { ClockData, ClockMove } from './schemas.ts'

const tags = ['Sandbox']

/** A merchant's own time, which only a sandbox has. */
export async function sandboxClockRoutes(app: App, needs: Parameters<typeof moveClock>[0]) {
  app.get('/sandbox/clock', {
    schema: {
      operationId: 'readClock',
      tags,
      summary: 'Read your sandbox clock',
      description: 'The real time, or a later time if you moved your clock forward.',
      response: { 200: Done(ClockData) },
    },
    handler: async request => done(clockView(await readClock(needs, request.merchantId))),
  })

  app.put('/sandbox/clock', {
    schema: {
      operationId: 'changeClock',
      tags,
      summary: 'Move your clock forward',
      description:
        'Only your own clock, by at most 400 days in total; it cannot go back. Before the response, charges, consents and payment links that are past their time expire. Waiting webhook retries are sent at once, and new objects get the new time. Tokens, signatures and rate limits use the real time.',
      body: ClockMove,
      response: { 200: Done(ClockData), ...refusals('ClockTooFarAhead') },
    },
    handler: async request => done(clockView(await moveClock(needs, request.merchantId, forwardOf(request.body)))),
  })
}

export function forwardOf({ forward, to }: Static<typeof ClockMove>): Forward {
  if (forward !== undefined && to === undefined) return { seconds: forward }
  if (to !== undefined && forward === undefined) return { to: new Date(to) }
  throw new InvalidRequest([{ path: '', code: 'invalid', message: 'send either forward or to', info: {} }])
}

export const clockView = ({ time, aheadSeconds }: MerchantClock) => ({ time: time.toISOString(), aheadSeconds })
