import type { Sql, Tx } from '../../../platform/db/db.ts'
import { type Key, openSealedText } from '../../../platform/lib/seal.ts'
import type { File } from '../file.ts'
import { BucketRefused, putToBucket } from './merchant-bucket.ts'
import { type Schedule, type ScheduleFault, selectSchedule, updateFault } from './sql.ts'

export type { Schedule } from './sql.ts'

export type DeliverNeeds = { sql: Sql; storageKey: Key; isSandbox: boolean }

/** The schedule a file was asked for by; null: by none, or it was ended since. */
export const readSchedule = async (needs: { sql: Sql }, { merchantId, scheduleId }: File): Promise<Schedule | null> =>
  scheduleId === null ? null : ((await selectSchedule(needs.sql, merchantId, scheduleId)) ?? null)

/** Puts a file where its schedule says, under the same name however often: twice is as once. */
export async function putIntoBucket(
  needs: DeliverNeeds,
  file: File,
  name: string,
  bytes: () => Promise<AsyncIterable<Buffer>>,
): Promise<void> {
  const schedule = await readSchedule(needs, file)
  if (schedule === null || schedule.bucket === null || schedule.sealed === null) return
  const secret = secretOf(needs, schedule.sealed)
  await putToBucket({ ...schedule.bucket, secret }, name, await bytes(), needs.isSandbox)
}

function secretOf({ storageKey }: DeliverNeeds, sealed: string): string {
  try {
    return openSealedText(storageKey, sealed)
  } catch {
    throw new BucketRefused('the secret of the bucket can no longer be read: create the schedule again')
  }
}

/** The schedule tells how its last file ended. */
export async function keepFault(tx: Tx, { merchantId, scheduleId }: File, fault: ScheduleFault | null): Promise<void> {
  if (scheduleId !== null) await updateFault(tx, merchantId, scheduleId, fault)
}
