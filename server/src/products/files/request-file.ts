import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { type Day, addDays, dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { Micros } from '../../platform/brazil/money.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { ApiError, InvalidRequest, missing } from '../../platform/http/errors.ts'
import type { FileFormat } from '../../platform/http/file-formats.ts'
import type { Language } from '../../platform/http/languages.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { timeFor } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { type File, type FileKind, isFormatOf, mostDays, mostUnderWay, moves } from './states.ts'
import { countUnderWay, insertFile } from './sql.ts'

/** A line of the merchant's own list. */
export type Listed = { orderId: string; amount: Micros }

export type RequestFileInput = {
  merchantId: string
  kind: FileKind
  format: FileFormat
  language: Language
  from: Day
  /** Of a month's statement, the end of the month where it is left out. */
  to: Day | undefined
  list?: readonly Listed[] | undefined
  id?: string
  keyId?: string
  personId?: string
  scheduleId?: string
}

export type RequestFileNeeds = { sql: Sql; clock: () => Date; readMerchant: ReadMerchant }

/** Has a file written, by whichever worker is free. */
export async function requestFile(needs: RequestFileNeeds, requested: RequestFileInput, audit?: Audit): Promise<File> {
  if ((await countUnderWay(needs.sql, requested.merchantId, mostUnderWay)) === mostUnderWay)
    throw new ApiError('RateLimitExceeded', {
      message: `${mostUnderWay} files are being created: wait until one is done`,
      retryAfterSeconds: 30,
    })
  const today = dayOf(await timeFor(needs, requested.merchantId))
  return needs.sql.begin(async tx => {
    const file = await requestFileWithin(tx, requested, { now: needs.clock(), today })
    await recordAudit(tx, audit)
    return file
  })
}

/** The same as a part of somebody else's commit. `today`: by the merchant's clock, which its payments have. */
export async function requestFileWithin(
  sql: Sql | Tx,
  requested: RequestFileInput,
  { now, today }: { now: Date; today: Day },
): Promise<File> {
  checkKind(requested)
  const { from, to } = periodOf(requested, today)
  const file: File = {
    merchantId: requested.merchantId,
    id: requested.id ?? uuidv7(now.getTime()),
    kind: requested.kind,
    format: requested.format,
    language: requested.language,
    fromDay: from,
    toDay: to,
    state: moves.ask.to,
    keyId: requested.keyId ?? null,
    personId: requested.personId ?? null,
    scheduleId: requested.scheduleId ?? null,
    list: requested.list === undefined ? null : spellList(requested.list),
    attempts: 0,
    nextAttemptAt: now,
    progress: 0,
    rows: 0n,
    sizeBytes: null,
    result: null,
    fault: null,
    createdAt: now,
    finishedAt: null,
    endsAt: null,
  }
  await insertFile(sql, file)
  return file
}

const spellList = (list: readonly Listed[]): string =>
  JSON.stringify(list.map(({ orderId, amount }) => [orderId, amount.toString()]))

export const readList = (text: string | null): Listed[] =>
  (JSON.parse(text ?? '[]') as [string, string][]).map(([orderId, amount]) => ({ orderId, amount: BigInt(amount) }))

function checkKind({ kind, format, list }: RequestFileInput): void {
  if (!isFormatOf(kind, format)) throw wrong('/format', `a ${kind} cannot be a ${format} file`)
  if (kind === 'reconciliation' && list === undefined) throw new InvalidRequest([missing('', 'rows')])
  if (kind !== 'reconciliation' && list !== undefined) throw wrong('/rows', 'only a reconciliation has rows: omit them')
}

function periodOf({ kind, from, to }: RequestFileInput, today: Day): { from: Day; to: Day } {
  if (kind === 'monthlyStatement') {
    const month = { from: firstOfMonth(from), to: lastOfMonth(from) }
    if (from !== month.from || (to !== undefined && to !== month.to))
      throw wrong('/firstDay', 'must be the first day of the month for a monthlyStatement')
    if (month.from > today) throw wrong('/firstDay', 'must not be in the future')
    return month
  }
  if (to === undefined) throw new InvalidRequest([missing('', 'lastDay')])
  if (to < from) throw wrong('/lastDay', 'must not be before firstDay')
  if (from > today) throw wrong('/firstDay', 'must not be in the future')
  if (addDays(from, mostDays) <= to) throw wrong('/lastDay', `a file covers ${mostDays} days at most`)
  return { from, to }
}

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`
export const firstOfNextMonth = (day: Day): Day => firstOfMonth(addDays(firstOfMonth(day), 31))
const lastOfMonth = (day: Day): Day => addDays(firstOfNextMonth(day), -1)

const wrong = (path: string, message: string) => new InvalidRequest([{ path, code: 'invalid', message, info: {} }])
