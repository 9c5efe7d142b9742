import { reportIfDefect } from '../../platform/db/defects.ts'
import { safeText } from '../../platform/lib/log.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import { type EraseNeeds, type Tally, eraseNext, faultOf } from './erase-person.ts'
import { recognise } from './find-rows.ts'
import { openPerson, sealPerson } from './kept-data.ts'
import type { Person } from './person.ts'
import { claimRequest, clearEnded, renewLease, selectEnded, selectRequest, updateRequest } from './sql.ts'
import { type DataRequest, firstProgress, requestMove } from './states.ts'
import { TooManyRows, exportFormats, storedName, writeExport } from './write-export.ts'

export type RunNeeds = EraseNeeds & { fileStorage: FileStorage }

const leaseMs = 5 * 60_000
const stepsAtOnce = 200
/** While something is in use, such as a payment on its way. */
const waitMs = 60 * 60_000
const pauseMs = 60_000
const mostFailures = 10
const downloadMs = 7 * 24 * 60 * 60_000

const report = reportIfDefect('personal data request', undefined)

/** Another worker has taken the request over. */
class LeaseOver extends Error {}

/** Takes a request that is due a good way further. Returns how many it had. */
export async function runDataRequests(needs: RunNeeds, log: (fault: string) => void = () => {}): Promise<number> {
  const now = needs.clock()
  await deleteEndedFiles(needs, now)
  const request = await claimRequest(needs.sql, now, later(now, leaseMs))
  if (request === undefined) return 0
  const person = openPerson(needs, request)
  try {
    if (person === null) throw new Error('a request without a person')
    await (request.kind === 'access' ? runAccess(needs, request, person) : runErasure(needs, request, person))
  } catch (error) {
    if (!(error instanceof LeaseOver)) await planOrFail(needs, request.id, error, log)
  }
  return 1
}

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

async function runAccess(needs: RunNeeds, request: DataRequest, named: Person): Promise<void> {
  const person = await recognise(needs, named, request.merchantId)
  const still = async () => {
    if (!(await renewLease(needs.sql, request, later(needs.clock(), leaseMs)))) throw new LeaseOver()
  }
  const { found, kept } = await writeExport(needs, request, person, still)
  const doneAt = needs.clock()
  const state = requestMove('finish').to
  const change = { ...request, state, found, kept, nextStepAt: null, doneAt, endsAt: later(doneAt, downloadMs) }
  if (!(await updateRequest(needs.sql, request, { ...change, fault: null }))) throw new LeaseOver()
}

async function runErasure(needs: RunNeeds, claimed: DataRequest, named: Person): Promise<void> {
  let request = claimed
  let person = named
  if (request.progress.stage === 'prepare') {
    person = await recognise(needs, named, request.merchantId)
    request = { ...request, sealedPerson: sealPerson(needs, request.id, person), waiting: 0 }
  }
  for (let step = 0; step < stepsAtOnce && request.nextStepAt !== null; step++) {
    const before: DataRequest = request
    request = await needs.sql.begin(async tx => {
      const tally: Tally = { found: { ...before.found }, kept: { ...before.kept }, waiting: before.waiting }
      const progress = await eraseNext({ needs, tx, request: before, person, progress: before.progress, tally })
      const now = needs.clock()
      const next: DataRequest =
        progress !== null
          ? { ...before, ...tally, progress: { ...progress, failures: 0 }, nextStepAt: later(now, leaseMs) }
          : tally.waiting > 0
            ? { ...before, ...tally, progress: firstProgress, nextStepAt: later(now, waitMs) }
            : finished(before, tally, now)
      if (!(await updateRequest(tx, before, next))) throw new LeaseOver()
      return next
    })
    for (const merchantId of request.progress.merchantIds) needs.readMerchant?.invalidate(merchantId)
    // What is in use is looked at again later, from the beginning.
    if (request.progress.stage === 'prepare') return
  }
  if (request.nextStepAt !== null) await renewLease(needs.sql, request, needs.clock())
}

/** Nobody need know any more whom it was about. */
const finished = (request: DataRequest, tally: Tally, now: Date): DataRequest => ({
  ...request,
  ...tally,
  state: requestMove('finish').to,
  sealedPerson: null,
  progress: firstProgress,
  nextStepAt: null,
  doneAt: now,
  fault: null,
})

async function planOrFail(needs: RunNeeds, id: string, error: unknown, log: (fault: string) => void): Promise<void> {
  const request = await selectRequest(needs.sql, id)
  if (request === undefined) return
  const fault = error instanceof TooManyRows ? 'TooManyRows' : faultOf(error)
  if (fault === null) {
    report(error)
    log(safeText(error))
  }
  const progress = { ...request.progress, failures: request.progress.failures + 1 }
  const isOver = fault !== null || progress.failures >= mostFailures
  const now = needs.clock()
  await updateRequest(
    needs.sql,
    request,
    isOver
      ? {
          ...request,
          progress,
          state: requestMove('fail').to,
          fault: fault ?? 'NotDone',
          nextStepAt: null,
          sealedPerson: null,
          doneAt: now,
        }
      : { ...request, progress, nextStepAt: later(now, pauseMs) },
  )
}

async function deleteEndedFiles(needs: RunNeeds, now: Date): Promise<void> {
  for (const { id } of await selectEnded(needs.sql, now, 20)) {
    for (const format of exportFormats) await needs.fileStorage.delete(storedName(id, format))
    await clearEnded(needs.sql, id)
  }
}
