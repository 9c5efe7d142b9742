import { setTimeout as delay } from 'node:timers/promises'
import { SettingError } from '../../config.ts'
import { DatabaseFault, isRefusal } from '../../platform/db/database-faults.ts'
import { type Sql, checkDatabase } from '../../platform/db/db.ts'
import { type Life, oneLine } from './life.ts'

/** A database that is away comes back: the start waits for it, and says so whenever the reason changes. */
export async function waitForDatabase(sql: Sql, life: Life): Promise<void> {
  for (let said = ''; !life.isEnding(); await delay(500)) {
    const fault = await checkDatabase(sql).then(
      () => null,
      (error: unknown) => error,
    )
    if (fault === null) return
    if (!(fault instanceof DatabaseFault) || isRefusal(fault))
      throw new SettingError(`DATABASE_URL cannot be used: ${oneLine(fault)}`)
    if (fault.message !== said) process.stderr.write(`trilho: waiting: ${oneLine(fault)}\n`)
    said = fault.message
  }
}
