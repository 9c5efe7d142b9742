import type { App } from '../lib/app-type.ts'
import type { Sql } from '../lib/db.ts'
import { Done, done } from '../lib/envelope.ts'
import { signedInOf } from './portal-edge.ts'
import { SessionView } from './schemas.ts'
import { selectMemberships } from './sql.ts'
import { sessionView } from './views.ts'

type Needs = { sql: Sql; isSandbox: boolean; asksSecondFactor: boolean; portalKey: Buffer }

export async function peoplePortalRoutes(app: App, needs: Needs) {
  app.get('/session', {
    config: { may: 'signedIn' },
    schema: { response: { 200: Done(SessionView) } },
    handler: async request => {
      const signedIn = signedInOf(request)
      const memberships = await selectMemberships(needs.sql, signedIn.person.id)
      return done(sessionView({ ...needs, ...signedIn, memberships }))
    },
  })
}
