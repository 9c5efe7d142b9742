import { callAlarmWebhook } from './operations/alarms/call-webhook.ts'
import { evaluateAlarms } from './operations/alarms/evaluate-alarms.ts'
import { watchBooks } from './operations/books-audit/audit-books.ts'
import { damageNoter } from './operations/books-audit/note-damage.ts'
import { ensureCallbackUrls } from './operations/banks/ensure-callback-urls.ts'
import { watchOwnTransfers } from './operations/banks/own-transfers.ts'
import { bankSweeper } from './operations/banks/sweep-payments.ts'
import { processCallbacks } from './operations/banks/callbacks.ts'
import { releaseHeld } from './money/bank-orders/hold-payouts.ts'
import { probeBanks } from './money/bank-orders/place-orders.ts'
import { reapUploads } from './products/company-payments/documents/reap-uploads.ts'
import { analyseGrownTables } from './platform/db/analyse-tables.ts'
import { type Work, type WorkLog, startWork } from './platform/db/work-loop.ts'
import { runFiles } from './products/files/run-files.ts'
import { runSchedules } from './products/files/schedules/run-schedules.ts'
import { releaseReserves } from './money/reserves/release-reserves.ts'
import { catchMissed } from './products/disputes/catch-money.ts'
import { remindOfAnswers } from './products/disputes/remind-of-answers.ts'
import { withinTime } from './platform/lib/within-time.ts'
import type { Needs } from './needs.ts'
import { settleDueRequests } from './tenancy/people/operator-requests/successors.ts'
import { sealChains } from './tenancy/audit-log/seal-chains.ts'
import { expireConsents } from './products/open-finance/change-consent.ts'
import { findExpiring } from './tenancy/notifications/find/find-expiring.ts'
import { sendNotifications } from './tenancy/notifications/send-notifications.ts'
import { endLinks } from './products/payment-links/change-link.ts'
import { runImports } from './products/bills/imports/run-imports.ts'
import { runReminders } from './products/reminders/run-reminders.ts'
import { runBatches } from './products/payout-batches/run-batches.ts'
import { reportBanks, watchConnections } from './money/rails/connections.ts'
import { proveMissing } from './operations/balance-proofs/prove-balance.ts'
import { reconcileMissing } from './operations/reconciliation/reconcile-day.ts'
import { compareLostTime } from './operations/recovery/compare-lost-time.ts'
import { databaseWatcher } from './operations/recovery/watch-database.ts'
import { runDataRequests } from './operations/personal-data/run-requests.ts'
import { purgeExpired } from './operations/retention/purge-expired.ts'
import { purgeFullBuckets } from './platform/limits/token-buckets.ts'
import { indexTransactions } from './products/transaction-search/terms/index-transactions.ts'
import { expireCharges } from './money/transactions/expire-charges.ts'
import { followClocks } from './edges/sandbox/clock/move-clock.ts'
import { listenForChanges } from './edges/sandbox/share-changes.ts'
import { volumeSummer } from './operations/volumes/sum-up-volumes.ts'
import { circuitSharer } from './money/webhooks/circuits/share-circuits.ts'
import { countUnfinishedWebhooks, deliverDue } from './money/webhooks/deliver-due.ts'
import { laneSharer, stopSharing } from './money/webhooks/senders/lane-owners.ts'

const stopSeconds = 10

/** For work that reads or writes a whole history at once. */
const patient = (needs: Needs): Needs => ({ ...needs, sql: needs.sql.longWork() })

/** Pause between polls. On a distributed database each poll queries all shards of all nodes. */
const soonMs = ({ sql }: Needs) => (sql.database.isDistributed ? 1_000 : 250)

/** The background work. Any number of processes may do it at once, because rows are claimed. */
export const workOf = (needs: Needs, log: WorkLog): Work[] => [
  { name: 'expire charges', idleMs: soonMs(needs), step: () => expireCharges(needs) },
  { name: 'expire consents', idleMs: soonMs(needs), step: () => expireConsents(needs) },
  { name: 'end payment links', idleMs: 1_000, step: () => endLinks(needs) },
  ...(needs.isSandbox ? [{ name: 'follow moved clocks', idleMs: 1_000, step: () => followClocks(needs) }] : []),
  { name: 'run bill imports', idleMs: soonMs(needs), step: () => runImports(needs) },
  { name: 'run payout batches', idleMs: soonMs(needs), step: () => runBatches(needs) },
  {
    name: 'run bank orders',
    idleMs: 250,
    step: () => needs.bankOrders.step(fault => log.error({ work: 'run bank orders', fault }, 'work')),
    wokenBy: needs.bankOrders.whenFree,
  },
  { name: 'compare lost time', idleMs: 1_000, step: () => compareLostTime(patient(needs)) },
  { name: 'release held payouts', idleMs: 2_000, step: () => releaseHeld(needs) },
  { name: 'process bank callbacks', idleMs: 250, step: () => processCallbacks(needs) },
  { name: 'ensure callback URLs', idleMs: 5_000, step: () => ensureCallbackUrls(needs) },
  { name: 'sweep payments', idleMs: 5_000, step: bankSweeper(needs, log) },
  { name: 'probe banks', idleMs: 15_000, step: () => probeBanks(needs) },
  { name: 'watch connections', idleMs: 60_000, step: () => watchConnections(needs) },
  { name: 'watch own transfers', idleMs: 60_000, step: () => watchOwnTransfers(needs) },
  { name: 'reconcile banks', idleMs: 60_000, step: () => reconcileMissing(patient(needs)) },
  { name: 'prove balances', idleMs: 60_000, step: () => proveMissing(patient(needs)) },
  { name: 'remind of dispute deadlines', idleMs: 60_000, step: () => remindOfAnswers(needs) },
  {
    name: 'catch money for disputes',
    idleMs: 10_000,
    step: () => catchMissed(needs, fault => log.error({ work: 'catch money for disputes', fault }, 'work')),
  },
  {
    name: 'release reserves',
    idleMs: 10_000,
    step: () => releaseReserves(needs, fault => log.error({ work: 'release reserves', fault }, 'work')),
  },
  { name: 'reap uploads', idleMs: 10_000, step: () => reapUploads(needs) },
  { name: 'run file schedules', idleMs: 10_000, step: () => runSchedules(needs) },
  // Two workers, so that a short file does not wait for a long one.
  ...['write files', 'write more files'].map(name => ({
    name,
    idleMs: 1_000,
    step: () => runFiles(needs, fault => log.error({ work: name, fault }, 'work')),
  })),
  { name: 'count unfinished webhooks', idleMs: 10_000, step: () => countUnfinishedWebhooks(needs) },
  { name: 'sum up volumes', idleMs: 10_000, step: volumeSummer(needs) },
  { name: 'index transactions', idleMs: 500, step: () => indexTransactions(needs) },
  { name: 'analyse grown tables', idleMs: 2_000, step: () => analyseGrownTables(patient(needs)) },
  {
    name: 'send reminders',
    idleMs: 5_000,
    // One step in five seconds, so that thousands of reminders do not hold up the mails that people wait for.
    step: async () => {
      await runReminders(needs)
      return 0
    },
  },
  { name: 'find expiring', idleMs: 60_000, step: () => findExpiring(needs) },
  { name: 'settle operator requests', idleMs: 10_000, step: () => settleDueRequests(needs) },
  { name: 'send notifications', idleMs: 5_000, step: () => sendNotifications(needs) },
  { name: 'send mails', idleMs: 5_000, step: () => needs.mailer.sendDue() },
  { name: 'evaluate alarms', idleMs: 10_000, step: () => evaluateAlarms(needs, log) },
  { name: 'call the alarm webhook', idleMs: 2_000, step: () => callAlarmWebhook(needs) },
  {
    name: 'run personal data requests',
    idleMs: 10_000,
    step: () =>
      runDataRequests(patient(needs), fault => log.error({ work: 'run personal data requests', fault }, 'work')),
  },
  { name: 'purge expired data', idleMs: 600_000, step: () => purgeExpired(needs) },
  { name: 'purge full buckets', idleMs: 600_000, step: () => purgeFullBuckets(needs) },
  { name: 'seal audit chains', idleMs: 600_000, step: () => sealChains(needs) },
  { name: 'audit the books', idleMs: 3_600_000, step: () => watchBooks(patient(needs)) },
]

/** Work of every process, including those that only answer requests. */
export function workOfAll(needs: Needs, log: WorkLog): Work[] {
  const due = deliverDue(needs)
  return [
    ...(needs.isSandbox ? [] : [{ name: 'watch the database', idleMs: 1_000, step: databaseWatcher(needs, log) }]),
    { name: 'note damage', idleMs: 5_000, step: damageNoter(needs) },
    { name: 'report banks', idleMs: 30_000, step: () => reportBanks(needs) },
    { name: 'share circuits', idleMs: 1_000, step: circuitSharer(needs) },
    { name: 'share lanes', idleMs: 1_000, step: laneSharer(needs, due.call) },
    { name: 'deliver due webhooks', idleMs: 1_000, step: due.step, wokenBy: due.wokenBy },
  ]
}

export function startWorkers(needs: Needs, log: WorkLog, role: 'all' | 'api' | 'worker' = 'all') {
  // The work of a copy is the work of its original.
  const works = needs.isCopy ? [] : [...workOfAll(needs, log), ...(role === 'api' ? [] : workOf(needs, log))]
  if (needs.isSandbox && !needs.isCopy) void listenForChanges(needs)
  const started = works.map(work => startWork(work, log))
  const stopAll = async () => {
    await Promise.all(started.map(work => work.stop()))
    await stopSharing(needs)
  }
  return {
    /** A step that takes longer is abandoned; other processes take over its rows when the lease expires. */
    stop: () => withinTime(stopAll(), stopSeconds).catch(() => {}),
  }
}
