import type { Sql } from '../db/db.ts'
import { ApiError } from '../http/errors.ts'
import { lateBankReports } from '../lib/metrics.ts'
import { withinTime } from '../lib/within-time.ts'
import type { Payout, PayoutReport, PixRail } from '../rails/rail.ts'
import type { ApplyEvent } from './apply-event.ts'
import { callSeconds, leaseSeconds, mostSteps, pauseAfter } from './payout-schedule.ts'
import { type DuePayout, claimPayouts, deletePayout, postponePayout } from './sql.ts'
import { isUnderWay } from './states.ts'

type Needs = { sql: Sql; clock: () => Date; pixRail: PixRail; applyEvent: ApplyEvent }

const mostAtOnce = 20

/**
 * Takes payouts one step further with the bank: send the first time, ask every later time, and send again under the
 * same id only when the bank says that it never got it. Answers how many it took on.
 */
export async function runPayouts(needs: Needs): Promise<number> {
  const now = needs.clock()
  const due = await claimPayouts(needs.sql, now, new Date(now.getTime() + leaseSeconds * 1000), mostAtOnce)
  await Promise.all(due.map(payout => takeStep(needs, payout)))
  return due.length
}

async function takeStep(needs: Needs, due: DuePayout): Promise<void> {
  // The end was written by a worker that died before it could say so here: the money is no longer held, send nothing.
  if (!isUnderWay(due.state)) return void (await deletePayout(needs.sql, due))
  // A bank that does not answer, or answers nonsense, leaves the fate unknown: it is asked again, later.
  const report = await askBank(needs.pixRail, due).catch(() => null)
  const isOver = report?.state !== undefined && (await applyReport(needs, due, report))
  if (isOver) return void (await deletePayout(needs.sql, due))
  const next = new Date(needs.clock().getTime() + pauseAfter(due.attempts) * 1000)
  await postponePayout(needs.sql, due, due.attempts >= mostSteps ? null : next)
}

async function askBank(rail: PixRail, due: DuePayout): Promise<PayoutReport> {
  const payout: Payout = {
    transactionId: due.id,
    amount: due.amount,
    keyType: due.pixKeyType ?? '',
    key: due.pixKey ?? '',
    recipient: {
      name: due.counterparty?.name ?? null,
      taxNumber: due.counterparty?.cpf ?? due.counterparty?.cnpj ?? null,
    },
  }
  const known = due.attempts === 1 ? null : await withinTime(rail.readPayout(payout), callSeconds)
  return known ?? withinTime(rail.sendPayout(payout), callSeconds)
}

/** Tells the one door what the bank said; answers whether that was the end of it. */
async function applyReport({ applyEvent }: Needs, { merchantId, id, amount, state }: DuePayout, report: PayoutReport) {
  const apply = (event: Parameters<ApplyEvent>[0]['event']) =>
    applyEvent({ merchantId, id, event }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.reason === 'TransactionStateNotAllowed')) throw error
      // Told before by another worker, or contradicted by the transaction: the latter must not go unseen.
      lateBankReports.inc({ report: report.state })
    })
  switch (report.state) {
    case 'accepted':
      if (state === 'Created') await apply({ kind: 'accepted', externalId: report.externalId })
      return false
    case 'paid':
      await apply({ kind: 'paid', amount, participant: report.participant, endToEndId: report.endToEndId })
      return true
    case 'refused':
      await apply({ kind: 'failed', cause: report.cause })
      return true
  }
}
