import type { App } from '../http/app-type.ts'
import { Done, done } from '../http/envelope.ts'
import { PlatformView } from './portal-schemas.ts'
import { readPlatform } from './read-platform.ts'
import { platformView } from './views.ts'

/** The platform as a whole, for its operators. */
export async function platformPortalRoutes(app: App, needs: Parameters<typeof readPlatform>[0]) {
  app.get('/operator/platform', {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(PlatformView) } },
    handler: async () => done(platformView(await readPlatform(needs))),
  })
}
