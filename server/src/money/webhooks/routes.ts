import type { App } from '../../platform/http/app-type.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { type StreamNeeds, streamRoutes } from './stream/routes.ts'

export async function webhookRoutes(app: App, needs: StreamNeeds) {
  await app.register(deliveryRoutes, needs)
  await app.register(streamRoutes, needs)
}
