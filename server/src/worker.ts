import { auditBooks } from './audit/audit-books.ts'
import { lookAfterUploads } from './company-payments/documents/look-after-uploads.ts'
import { analyseNewTables } from './lib/analyse-tables.ts'
import { wrongBookRows } from './lib/metrics.ts'
import { type Work, type WorkLog, startWork } from './lib/work-loop.ts'
import type { Needs } from './needs.ts'
import { finishConsents } from './open-finance/finish-consents.ts'
import { expireCharges } from './transactions/expire-charges.ts'
import { runPayouts } from './transactions/run-payouts.ts'
import { countUnfinishedWebhooks, deliverDue, dueWebhooks } from './webhooks/deliver-due.ts'

/** The work that happens when nobody is calling. Any number of processes may do it at once: rows are claimed. */
const workOf = (needs: Needs): Work[] => [
  { name: 'expire charges', idleMs: 250, step: () => expireCharges(needs) },
  { name: 'finish consents', idleMs: 250, step: () => finishConsents(needs) },
  { name: 'run payouts', idleMs: 250, step: () => runPayouts(needs) },
  { name: 'look after uploads', idleMs: 10_000, step: () => lookAfterUploads(needs) },
  { name: 'deliver due webhooks', idleMs: 1_000, step: deliverDue(needs), wokenBy: dueWebhooks(needs) },
  { name: 'count unfinished webhooks', idleMs: 10_000, step: () => countUnfinishedWebhooks(needs) },
  { name: 'analyse new tables', idleMs: 2_000, step: () => analyseNewTables(needs) },
  { name: 'audit the books', idleMs: 3_600_000, step: () => watchBooks(needs) },
]

/** The same proof as `npm run audit`, as a metric. */
async function watchBooks(needs: Needs): Promise<0> {
  wrongBookRows.set((await auditBooks(needs)).length)
  return 0
}

export function startWorkers(needs: Needs, log: WorkLog) {
  const started = workOf(needs).map(work => startWork(work, log))
  return { stop: () => Promise.all(started.map(work => work.stop())) }
}
