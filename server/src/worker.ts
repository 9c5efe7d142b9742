import { watchBooks } from './books-audit/watch-books.ts'
import { keepCallbacks } from './bank-notices/keep-callbacks.ts'
import { sweepPayments } from './bank-notices/sweep-payments.ts'
import { workOffNotices } from './bank-notices/work-off-notices.ts'
import { lookAfterUploads } from './company-payments/documents/look-after-uploads.ts'
import { analyseGrownTables } from './db/analyse-tables.ts'
import { type Work, type WorkLog, startWork } from './db/work-loop.ts'
import { withinTime } from './lib/within-time.ts'
import type { Needs } from './needs.ts'
import { expireConsents } from './open-finance/expire-consents.ts'
import { watchCertificates } from './rails/watch-certificates.ts'
import { reconcileMissing } from './reconciliation/reconcile-missing.ts'
import { forgetOld } from './retention/forget-old.ts'
import { forgetFullBuckets } from './rate-limits/shared-buckets.ts'
import { expireCharges } from './transactions/expire-charges.ts'
import { circuitSharer } from './webhooks/circuits/share-circuits.ts'
import { countUnfinishedWebhooks, deliverDue, dueWebhooks } from './webhooks/deliver-due.ts'

const stopSeconds = 10

/** For what reads or writes a whole history at once. */
const patient = (needs: Needs): Needs => ({ ...needs, sql: needs.sql.longWork() })

/** The work that happens when nobody is calling. Any number of processes may do it at once: rows are claimed. */
export const workOf = (needs: Needs, log: WorkLog): Work[] => [
  { name: 'expire charges', idleMs: 250, step: () => expireCharges(needs) },
  { name: 'expire consents', idleMs: 250, step: () => expireConsents(needs) },
  {
    name: 'run bank orders',
    idleMs: 250,
    step: () => needs.bankOrders.step(fault => log.error({ work: 'run bank orders', fault }, 'work')),
    wokenBy: needs.bankOrders.whenFree,
  },
  { name: 'work off bank notices', idleMs: 250, step: () => workOffNotices(needs) },
  { name: 'keep callbacks', idleMs: 5_000, step: () => keepCallbacks(needs) },
  { name: 'sweep payments', idleMs: 5_000, step: () => sweepPayments(needs) },
  { name: 'watch certificates', idleMs: 60_000, step: () => watchCertificates(needs) },
  { name: 'reconcile banks', idleMs: 60_000, step: () => reconcileMissing(patient(needs)) },
  { name: 'look after uploads', idleMs: 10_000, step: () => lookAfterUploads(needs) },
  { name: 'deliver due webhooks', idleMs: 1_000, step: deliverDue(needs), wokenBy: dueWebhooks(needs) },
  { name: 'count unfinished webhooks', idleMs: 10_000, step: () => countUnfinishedWebhooks(needs) },
  { name: 'analyse grown tables', idleMs: 2_000, step: () => analyseGrownTables(patient(needs)) },
  { name: 'send mails', idleMs: 5_000, step: () => needs.mailer.sendDue() },
  { name: 'forget what is old', idleMs: 600_000, step: () => forgetOld(needs) },
  { name: 'forget full buckets', idleMs: 600_000, step: () => forgetFullBuckets(needs) },
  { name: 'audit the books', idleMs: 3_600_000, step: () => watchBooks(patient(needs)) },
]

/** What every process does, also one that only answers requests. */
export const workOfAll = (needs: Needs): Work[] => [
  { name: 'share circuits', idleMs: 1_000, step: circuitSharer(needs) },
]

export function startWorkers(needs: Needs, log: WorkLog, role: 'all' | 'api' | 'worker' = 'all') {
  const works = [...workOfAll(needs), ...(role === 'api' ? [] : workOf(needs, log))]
  const started = works.map(work => startWork(work, log))
  return {
    /** A step that takes longer is left where it is: what it has leased goes to others when the lease is over. */
    stop: () => withinTime(Promise.all(started.map(work => work.stop())), stopSeconds).catch(() => {}),
  }
}
