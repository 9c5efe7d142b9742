import { reportIfDefect } from '../../platform/db/defects.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { safeText } from '../../platform/lib/log.ts'
import type { Outbox } from '../../platform/mails/outbox.ts'
import { listPeopleWhoMay, readPerson } from '../../tenancy/people/find-person.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import {
  type Compared,
  type Fault,
  type File,
  isUnderWay,
  keptForMs,
  leaseMs,
  mostAttempts,
  nameOf,
  pausesMs,
  rememberedForMs,
  storedName,
} from './states.ts'
import { fileFailedMail, fileReadyMail } from './file-mails.ts'
import {
  type DeliverNeeds,
  type Schedule,
  BucketRefused,
  keepFault,
  putIntoBucket,
  readSchedule,
} from './schedules/deliver-file.ts'
import {
  claimFile,
  deleteFile,
  expireFile,
  failFile,
  finishFile,
  planAttempt,
  selectFile,
  updateProgress,
} from './sql.ts'
import { type Progress, TooManyRows, type WriteNeeds, writeFile } from './write-file.ts'

export type RunNeeds = WriteNeeds &
  DeliverNeeds & { fileStorage: FileStorage; addresses: PublicAddresses; mailer: Outbox; publicUrl: () => string }

type Log = (fault: string) => void

/** Somebody else writes the file by now: what this one has written counts for nothing. */
class LeaseOver extends Error {}

/** Writes one file that waits, or clears away one whose time is over. Answers how many it had. */
export async function runFiles(needs: RunNeeds, log: Log = () => {}): Promise<number> {
  const now = needs.clock()
  const file = await claimFile(needs.sql, now, later(now, leaseMs))
  if (file === undefined) return 0
  if (isUnderWay(file.state)) await write(needs, file, log)
  else if (file.state === 'Done') await expire(needs, file)
  else await deleteFile(needs.sql, file)
  return 1
}

const report = reportIfDefect('file', undefined)

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

async function write(needs: RunNeeds, file: File, log: Log): Promise<void> {
  try {
    await deleteAttempts(needs, file, file.attempts - 1)
    // Every worker that began it stopped before it could record a failure.
    if (file.attempts > mostAttempts) return await planOrGiveUp(needs, file, 'NotWritten')
    await writeAttempt(needs, file)
  } catch (error) {
    if (!(error instanceof LeaseOver)) {
      const fault = faultOf(error)
      if (fault === 'NotWritten') report(error)
      log(safeText(error))
      await planOrGiveUp(needs, file, fault)
    }
    await discard(needs, file)
  }
}

/** Not where this very attempt is done: a commit counts, even if its answer was lost on the way. */
async function discard(needs: RunNeeds, file: File): Promise<void> {
  const now = await selectFile(needs.sql, file.merchantId, file.id)
  if (now?.attempts === file.attempts && !isUnderWay(now.state) && now.state !== 'Failed') return
  await needs.fileStorage.delete(storedName(file, file.attempts)).catch(() => {})
}

async function writeAttempt(needs: RunNeeds, file: File): Promise<void> {
  const name = storedName(file, file.attempts)
  let last: Progress = { rows: 0, progress: 0 }
  let result: Compared | null = null
  const progress = async (at: Progress) => {
    last = at
    const isOurs = await updateProgress(needs.sql, file, at, later(needs.clock(), leaseMs))
    if (!isOurs) throw new LeaseOver()
  }
  const still = () => progress(last)
  const report = { progress, still, result: (found: Compared) => void (result = found) }
  const sizeBytes = await needs.fileStorage.write(name, writeFile(needs, file, report))
  await progress({ ...last, progress: 99 })
  if (file.scheduleId !== null) {
    const bytes = async () => renewing(needs, await needs.fileStorage.read(name), still)
    await putIntoBucket(needs, file, `${nameOf(file)}.${file.format}`, bytes)
  }
  await finish(needs, file, { sizeBytes, rows: last.rows, result })
}

/** The lease outlasts a slow bucket: it is renewed as pieces are taken, but not for every one of them. */
async function* renewing({ clock }: RunNeeds, pieces: AsyncIterable<Buffer>, still: () => Promise<void>) {
  let renewedAt = clock().getTime()
  for await (const piece of pieces) {
    if (clock().getTime() - renewedAt >= leaseMs / 4) {
      await still()
      renewedAt = clock().getTime()
    }
    yield piece
  }
}

/** State, mail and what the schedule says of itself commit together: of two who finish one finds that it is not theirs. */
async function finish(
  needs: RunNeeds,
  file: File,
  written: { sizeBytes: number; rows: number; result: Compared | null },
): Promise<void> {
  const finishedAt = needs.clock()
  const endsAt = later(finishedAt, keptForMs)
  const schedule = await readSchedule(needs, file)
  const isMailed = schedule === null || schedule.bucket === null
  const reader = isMailed ? await readerOf(needs, file, schedule) : null
  await needs.sql.begin(async tx => {
    if (!(await finishFile(tx, file, { ...written, finishedAt, endsAt }))) throw new LeaseOver()
    await keepFault(tx, file, isMailed && reader === null ? 'NoReader' : null)
    const link = needs.addresses.file(file.merchantId, file.id)
    if (reader !== null) await needs.mailer.write(tx, fileReadyMail(reader, { file, link, place: reader.place }))
  })
}

async function planOrGiveUp(needs: RunNeeds, file: File, fault: Fault): Promise<void> {
  const now = needs.clock()
  const pauseMs = fault === 'TooManyRows' ? undefined : pausesMs[file.attempts - 1]
  if (pauseMs !== undefined) return void (await planAttempt(needs.sql, file, later(now, pauseMs)))
  const reader = await readerOf(needs, file, await readSchedule(needs, file))
  await needs.sql.begin(async tx => {
    if (!(await failFile(tx, file, fault, now, later(now, rememberedForMs)))) return
    await keepFault(tx, file, fault)
    const link = `${needs.publicUrl()}/portal/m/${file.merchantId}/files`
    if (reader !== null)
      await needs.mailer.write(tx, fileFailedMail(reader, { file, fault, link, place: reader.place }))
  })
}

/** Who gets the mail: the person who requested the file, or whose schedule it is; null: they may no longer read transactions. */
async function readerOf(needs: RunNeeds, file: File, schedule: Schedule | null) {
  const personId = schedule?.personId ?? file.personId
  if (personId === null) return null
  const readers = await listPeopleWhoMay(needs, file.merchantId, 'transactions.read')
  const person = await readPerson(needs, personId).catch(unlessUnknown)
  if (
    person === null ||
    person.disabledAt !== null ||
    !(person.isOperator || readers.some(({ id }) => id === personId))
  )
    return null
  const { name: place } = await needs.readMerchant(file.merchantId)
  return { ...person, place }
}

/** The person's account may be gone; any other error is none of this file's. */
function unlessUnknown(error: unknown): null {
  if (error instanceof ApiError && error.reason === 'PersonNotFound') return null
  throw error
}

function faultOf(error: unknown): Fault {
  if (error instanceof TooManyRows) return 'TooManyRows'
  return error instanceof BucketRefused ? 'BucketRefused' : 'NotWritten'
}

async function expire(needs: RunNeeds, file: File): Promise<void> {
  await deleteAttempts(needs, file, file.attempts)
  await expireFile(needs.sql, file, later(needs.clock(), rememberedForMs))
}

async function deleteAttempts(needs: RunNeeds, file: File, last: number): Promise<void> {
  for (let attempt = 1; attempt <= last; attempt++) await needs.fileStorage.delete(storedName(file, attempt))
}
