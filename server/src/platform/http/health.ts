import type { App } from './app-type.ts'
import { metrics } from '../lib/metrics.ts'
import { metricsOfAll } from '../lib/metrics-of-all.ts'

/** For those who run the server: liveness, readiness and metrics. */
export async function healthRoutes(app: App, { whyNotReady }: { whyNotReady: () => Promise<string | null> }) {
  const readMetrics = metricsOfAll()
  const hidden = { config: { public: true }, schema: { hide: true } }

  app.get('/healthz', hidden, async () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const reason = await whyNotReady()
    return reason === null ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', reason })
  })

  app.get('/metrics', hidden, async (_request, reply) => reply.type(metrics.contentType).send(await readMetrics()))
}
