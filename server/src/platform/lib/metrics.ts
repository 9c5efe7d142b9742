import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** What `/metrics` shows. One registry a process. */
export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

const requestSeconds = new Histogram({
  name: 'trilho_http_request_seconds',
  help: 'Time to answer, by route, method and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
})

type Observe = (seconds: number) => void
const observers = new Map<string, Observe>()

/** Looking up a route's metric by its labels costs more than recording a value, so the metric is remembered. */
export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  const key = `${method} ${route} ${status}`
  let observe = observers.get(key)
  if (observe === undefined) {
    const place = requestSeconds.labels({ method, route, status })
    observe = value => place.observe(value)
    observers.set(key, observe)
  }
  observe(seconds)
}

export const groupSizes = new Histogram({
  name: 'trilho_batch_size',
  help: 'How many callers shared one group commit or gathered read.',
  labelNames: ['batch'],
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  registers: [metrics],
})

const attemptSeconds = new Histogram({
  name: 'trilho_webhook_attempt_seconds',
  help: 'Time of one webhook attempt, by what came of it.',
  labelNames: ['outcome'],
  buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
  registers: [metrics],
})

const attempts = {
  success: attemptSeconds.labels('success'),
  answered: attemptSeconds.labels('answered'),
  noConnection: attemptSeconds.labels('noConnection'),
  noAnswer: attemptSeconds.labels('noAnswer'),
}

export const observeAttempt = (outcome: keyof typeof attempts, seconds: number): void =>
  attempts[outcome].observe(seconds)

export const wrongBookRows = new Gauge({
  name: 'trilho_books_wrong_rows',
  help: 'Rows the last audit of the books found wrong. Anything but 0 needs a person.',
  registers: [metrics],
})

export const recoveryOpen = new Gauge({
  name: 'trilho_recovery_open',
  help: '1 while payouts and refunds are held because the books were restored, until an operator releases them.',
  registers: [metrics],
})

export const reconciliationAge = new Gauge({
  name: 'trilho_reconciliation_age_seconds',
  help: 'How long ago the last day ended on which the bank agreed with the books; where none has, since it was connected.',
  labelNames: ['bank'],
  registers: [metrics],
})

export const unfinishedWebhooks = new Gauge({
  name: 'trilho_webhook_events_unfinished',
  help: 'Events not yet delivered nor given up, in the whole database; counted by workers, up to 100,000.',
  registers: [metrics],
})

export const expiredWebhooks = new Counter({
  name: 'trilho_webhook_events_expired_in_queue_total',
  help: 'Events given up without another attempt: due for three days while their receiver was not reached.',
  registers: [metrics],
})

export const webhookSenders = new Gauge({
  name: 'trilho_webhook_senders',
  help: 'Processes that share the sending of webhooks, on all machines, as this one knows them.',
  registers: [metrics],
})

export const openCircuits = new Gauge({
  name: 'trilho_webhook_open_circuits',
  help: 'Receivers this process does not call at the moment, because they were not reached five times in a row.',
  registers: [metrics],
})

export const openStreams = new Gauge({
  name: 'trilho_event_streams_open',
  help: 'Streams of events that merchants have open at this process.',
  registers: [metrics],
})

export const bankOrderSteps = new Counter({
  name: 'trilho_bank_order_steps_total',
  help: 'Steps taken with banks, by kind of order and by what came of them: again, deferred, held, over, contradiction or defect.',
  labelNames: ['kind', 'outcome'],
  registers: [metrics],
})

export const damageFound = new Counter({
  name: 'trilho_database_damage_total',
  help: 'Requests and background work that met a page PostgreSQL cannot read. Anything but 0 needs a person: its merchant is suspended, unless all merchants share the table.',
  registers: [metrics],
})

export const defectsFound = new Counter({
  name: 'trilho_defects_total',
  help: 'Faults of the program itself, by where they were met: bank order, bank callback, bank connection, webhook, background work, file, mail, document, limits or sandbox. Anything but 0 needs a person: the log has the stack.',
  labelNames: ['where'],
  registers: [metrics],
})

export const passwordHashes = new Counter({
  name: 'trilho_password_hashes_total',
  help: 'Passwords hashed or checked. A sudden rise is somebody guessing.',
  registers: [metrics],
})

export const mailsSent = new Counter({
  name: 'trilho_mails_total',
  help: 'Mails by what came of them: sent, failed, refused for good, or off where there is no mail server.',
  labelNames: ['outcome'],
  registers: [metrics],
})

const bankCallSeconds = new Histogram({
  name: 'trilho_bank_call_seconds',
  help: 'Time of one call of a bank, by connection, request and outcome: a status, or the reason why there is none.',
  labelNames: ['bank', 'operation', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers: [metrics],
})

export const observeBankCall = (labels: { bank: string; operation: string; outcome: string }, seconds: number): void =>
  bankCallSeconds.observe(labels, seconds)

export const certificateDaysLeft = new Gauge({
  name: 'trilho_bank_certificate_days_left',
  help: 'Days until the last certificate of a connection to a bank ends. Below 30 ask the bank for a new one.',
  labelNames: ['bank'],
  registers: [metrics],
})

export const bankCircuitsOpen = new Gauge({
  name: 'trilho_bank_circuit_open',
  help: '1 while this process does not make calls of a kind to a bank, because five in a row got no answer.',
  labelNames: ['bank', 'kind'],
  registers: [metrics],
})

export const bankCallsLimited = new Counter({
  name: 'trilho_bank_calls_limited_total',
  help: 'Calls of a kind that a bank refused with 429, or that were deferred to stay within its limits.',
  labelNames: ['bank', 'kind'],
  registers: [metrics],
})

export const bankCallbacksMissing = new Counter({
  name: 'trilho_bank_callbacks_missing_total',
  help: 'Payouts that a bank refused because it had lost our callback URL, which is registered again at once.',
  labelNames: ['bank'],
  registers: [metrics],
})

export const bankCallbacksGivenUp = new Counter({
  name: 'trilho_bank_callbacks_given_up_total',
  help: 'Callbacks of a bank that were not followed up, because it gave no answer about them for hours. The log has each.',
  labelNames: ['bank'],
  registers: [metrics],
})

export const bankSweepAge = new Gauge({
  name: 'trilho_bank_sweep_age_seconds',
  help: 'How long ago the received payments of a bank were last read as a list. A paused bank is not read.',
  labelNames: ['bank'],
  registers: [metrics],
})

export const openAlarms = new Gauge({
  name: 'trilho_alarms_open',
  help: 'Alarms that have not ended, by rule and severity, acknowledged or not; the same in every worker.',
  labelNames: ['rule', 'severity', 'acknowledged'],
  registers: [metrics],
})

export const alarmsAge = new Gauge({
  name: 'trilho_alarms_evaluated_age_seconds',
  help: 'How long ago the rules of alarms were last evaluated, by any worker. Above five minutes nobody is woken.',
  registers: [metrics],
})

export const alarmCalls = new Counter({
  name: 'trilho_alarm_calls_total',
  help: "Calls of the operators' webhook, by what came of them: sent, failed or given up.",
  labelNames: ['outcome'],
  registers: [metrics],
})
