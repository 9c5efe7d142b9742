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
      summary: 'Read what time it is for you',
      description: 'The true time, or later if you have moved your clock forward.',
      response: { 200: Done(ClockData), ...refusals(401, 403, 429) },
    },
    handler: async request => done(clockView(await readClock(needs, request.merchantId))),
  })

  app.put('/sandbox/clock', {
    schema: {
      operationId: 'changeClock',
      tags,
      summary: 'Move your clock forward',
      description:
        'Yours alone, by 400 days in all; it never goes back. Charges, consents and payment links whose time is over have ended when this answers, waiting retries of webhooks go out at once, and what you make from now on has the new time. Tokens, signatures and rate limits stay at the true time.',
      body: ClockMove,
      response: { 200: Done(ClockData), ...refusals(400, 401, 403, 413, 429, 'ClockTooFarAhead') },
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
