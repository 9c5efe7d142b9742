import type { App } from './app-type.ts'
import { metrics } from '../lib/metrics.ts'

/** For whoever runs the server: is the process there, can it serve, what has it done. */
export async function healthRoutes(app: App, { isReady }: { isReady: () => Promise<boolean> }) {
  const hidden = { config: { public: true }, schema: { hide: true } }

  app.get('/healthz', hidden, async () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })

  app.get('/metrics', hidden, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
}
