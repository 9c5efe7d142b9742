import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountConfig } from './account-config.ts'
import type { Boleto } from './boleto.ts'
import type { ChargeBatch } from './charge-batch.ts'
import type { Report } from './report.ts'
import type { SplitConfig } from './split-config.ts'
import { type Entry, openJournal, readJournal, rewriteJournal } from './journal.ts'
import type {
  Account,
  Callback,
  Charge,
  DirectoryKey,
  Due,
  Infraction,
  Initiation,
  InitiationConfig,
  Location,
  Movement,
  Partner,
  Payout,
  ReceivedPix,
  Settings,
  Webhook,
} from './records.ts'

type Records = {
  settings: Settings
  partners: Partner
  accounts: Account
  movements: Movement
  keys: DirectoryKey
  charges: Charge
  chargeBatches: ChargeBatch
  splits: SplitConfig
  boletos: Boleto
  locations: Location
  pix: ReceivedPix
  infractions: Infraction
  payouts: Payout
  initiations: Initiation
  initiationConfigs: InitiationConfig
  accountConfigs: AccountConfig
  reports: Report
  webhooks: Webhook
  callbacks: Callback
  due: Due
  /** Other names by which a record is found: the record's id. */
  names: string
}
type Table = keyof Records

const tableNames =
  'settings partners accounts movements keys charges chargeBatches splits boletos locations pix infractions payouts initiations initiationConfigs accountConfigs reports webhooks callbacks due names'
/** A journal of more changes is rewritten when the bank starts. */
const longJournal = 5_000

/** All that the bank knows. Records are never changed in place: a change puts new ones. */
export type Book = {
  all<T extends Table>(table: T): ReadonlyMap<string, Records[T]>
  get<T extends Table>(table: T, id: string): Records[T] | undefined
  put<T extends Table>(table: T, id: string, record: Records[T]): void
  remove(table: Table, id: string): void
  /** Everything that `act` writes is stored together, or nothing when it throws. A nested change is part of the outer one. */
  change<T>(act: () => T): T
  settled(): Promise<void>
  close(): Promise<void>
}

export async function openBook(folder: string): Promise<Book> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'journal.jsonl')
  const tables = new Map(tableNames.split(' ').map(name => [name, new Map<string, unknown>()]))
  const tableOf = (name: string) => {
    const table = tables.get(name)
    if (table === undefined) throw new Error(`the journal knows a table ${name}, this bank does not`)
    return table
  }
  const write = (name: string, id: string, record: unknown) =>
    record === null ? tableOf(name).delete(id) : tableOf(name).set(id, record)

  const past = readJournal(file)
  for (const entry of past) for (const [name, id, record] of entry) write(name, id, record)
  if (past.length > longJournal)
    rewriteJournal(
      file,
      Array.from(tables, ([name, table]) => Array.from(table, ([id, record]): Entry[number] => [name, id, record])),
    )
  const journal = await openJournal(file)

  let written: Entry | null = null
  let undo: Entry = []
  const record = (name: string, id: string, record: unknown) => {
    if (written === null) throw new Error(`${name} is written outside of a change`)
    undo.push([name, id, tableOf(name).get(id) ?? null])
    written.push([name, id, record])
    write(name, id, record)
  }

  return {
    all: <T extends Table>(table: T) => tableOf(table) as Map<string, Records[T]>,
    get: <T extends Table>(table: T, id: string) => tableOf(table).get(id) as Records[T] | undefined,
    put: record,
    remove: (table, id) => record(table, id, null),
    change(act) {
      if (written !== null) return act()
      written = []
      undo = []
      try {
        const result = act()
        if (written.length > 0) journal.append(written)
        return result
      } catch (error) {
        for (const [name, id, before] of undo.toReversed()) write(name, id, before)
        throw error
      } finally {
        written = null
      }
    },
    settled: () => journal.settled(),
    close: () => journal.close(),
  }
}
