import { type Micros, formatAmountShort } from '../../platform/brazil/money.ts'
import { addDays, dayOf, isDay } from '../../platform/brazil/sao-paulo.ts'
import { type Config, readConfig } from '../../config.ts'
import { databaseClock } from '../../platform/db/database-clock.ts'
import type { Sql } from '../../platform/db/db.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { refuseCopy } from '../../platform/db/recoveries.ts'
import { readServerSecret } from '../../platform/db/server-secret.ts'
import { useDatabase } from '../../platform/db/use-database.ts'
import { spellFact } from '../../operations/exceptions/words.ts'
import { gatherNeeds } from '../../needs.ts'
import { listConnections } from '../../money/rails/connections.ts'
import { reconcileDay } from '../../operations/reconciliation/reconcile-day.ts'

type Result = Awaited<ReturnType<typeof reconcileDay>>

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `npm run reconcile [-- 2026-11-15]`: compares a day, else yesterday, with every bank. Exits with 1 if they differ. */
const reconcile =
  (config: Config, given: string | undefined) =>
  async (sql: Sql, url: string): Promise<number> => {
    await migrate(url)
    await refuseCopy(sql)
    const serverSecret = await readServerSecret(sql, config)
    const publicUrl = () => config.PUBLIC_URL || `http://${config.HOST}:${config.PORT}`
    const { now: clock } = await databaseClock(sql)
    const day = given ?? addDays(dayOf(clock()), -1)
    const needs = gatherNeeds({ config, sql, serverSecret, publicUrl, clock })
    let differences = 0
    for (const { id, name, sealedSettings, pausedAt } of await listConnections(needs)) {
      if (sealedSettings === null || pausedAt !== null) {
        say(`${name}: not compared, ${pausedAt === null ? 'it receives no payments by callback' : 'it is paused'}.`)
        continue
      }
      const result = await reconcileDay(needs, { connectionId: id, day })
      for (const line of linesOf(name, result)) say(line)
      differences += result.differences
    }
    await needs.drainDeliveries()
    return differences === 0 ? 0 : 1
  }

const sum = (count: number, amount: Micros) => `${count} (R$ ${formatAmountShort(amount)})`

const linesOf = (name: string, r: Result): string[] => [
  ...r.details.map(
    one =>
      `${one.endToEndId}, transaction ${one.transaction?.id ?? 'unknown'}: ${spellFact(one.expected, 'en')}; the bank: ${spellFact(one.said, 'en')}`,
  ),
  `${name}, ${r.day}: received ${sum(r.receivedCount, r.receivedAmount)}, returned ${sum(r.returnedCount, r.returnedAmount)}, ` +
    `sent ${r.sentCount === null ? 'unknown' : sum(r.sentCount, r.sentAmount ?? 0n)}, mended ${r.mended}, ` +
    `${r.differences === 0 ? 'no difference' : `differences ${r.differences}`}.`,
]

const [day] = process.argv.slice(2)
try {
  if (day !== undefined && !isDay(day)) throw new Error(`${day} is no day`)
  const config = readConfig()
  process.exitCode = await useDatabase(config, 'trilho reconcile', reconcile(config, day))
} catch (error) {
  process.stderr.write(`trilho: the day could not be compared: ${(error as Error).message || String(error)}\n`)
  process.exitCode = 2
}
