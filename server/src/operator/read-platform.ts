import { readLastAudit } from '../books-audit/watch-books.ts'
import { readPlatformBalance } from '../ledger/read-platform-balance.ts'
import { readDatabaseHealth } from '../db/database-health.ts'
import type { Sql } from '../db/db.ts'
import type { InitiationRail, PixRail, RailHealth } from '../rails/rail.ts'
import { readPayoutHealth } from '../transactions/read-payout-health.ts'
import { readWebhookHealth } from '../webhooks/read-health.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  pixRail: PixRail
  initiationRail: InitiationRail
  runsPayouts: boolean
}

/** All the money and how everything works, from questions that stay cheap however much there is. */
export async function readPlatform(needs: Needs) {
  const [{ merchants, ...balance }, webhooks, payouts, database, books, pix, openFinance] = await Promise.all([
    readPlatformBalance(needs),
    readWebhookHealth(needs),
    readPayoutHealth(needs),
    readDatabaseHealth(needs.sql),
    readLastAudit(needs),
    healthOf(needs.pixRail),
    healthOf(needs.initiationRail),
  ])
  return {
    at: needs.clock(),
    merchants,
    balance,
    webhooks,
    payouts: { ...payouts, areSent: needs.runsPayouts },
    database,
    books,
    rails: { pix, openFinance },
  }
}

export type Platform = Awaited<ReturnType<typeof readPlatform>>

/** A rail that cannot even say how it is, is down. */
const healthOf = (rail: { health(): Promise<RailHealth> }): Promise<RailHealth> =>
  rail.health().catch(() => ({ isSimulator: false, isUp: false }))
