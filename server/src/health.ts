import type { App } from './lib/app-type.ts'
import type { Sql } from './lib/db.ts'
import { metrics } from './lib/metrics.ts'
import { isMigrated } from './lib/migrate.ts'

/** For whoever runs the server: is the process there, can it serve, what has it done. */
export async function healthRoutes(app: App, { sql, state }: { sql: Sql; state: { draining: boolean } }) {
  const hidden = { config: { public: true }, schema: { hide: true } }

  app.get('/healthz', hidden, async () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const ready = !state.draining && (await isMigrated(sql).catch(() => false))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })

  app.get('/metrics', hidden, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()))
}
