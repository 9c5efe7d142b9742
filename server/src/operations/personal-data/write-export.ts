import type { Sql } from '../../platform/db/db.ts'
import { type Translated, formatDate } from '../../platform/http/languages.ts'
import { type Html, html } from '../../platform/http/html.ts'
import type { Key } from '../../platform/lib/seal.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type Collected, collectPerson } from './collect-person.ts'
import { type Person, maskPerson } from './person.ts'
import type { DataRequest } from './states.ts'
import { exportTexts, tableWords } from './words.ts'

const mostRows = 50_000
/** Of uploaded files together: the file is written from memory. */
const mostBytes = 150_000_000

export const exportFormats = ['json', 'html'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Generated names: nothing of the person is in them. */
export const storedName = (id: string, format: ExportFormat) => `personal-data/${id}.${format}`

export class TooManyRows extends Error {}

type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Key
  storage: Pick<Storage, 'get'>
  fileStorage: FileStorage
}

/** Writes the file twice: for programs and for people. Returns how many rows of each table it has. */
export async function writeExport(needs: Needs, request: DataRequest, person: Person, still: () => Promise<void>) {
  const rows: Collected[] = []
  let bytes = 0
  for await (const row of collectPerson(needs, request, person)) {
    const file = row.data['bytes']
    if (typeof file === 'string') bytes += file.length
    if (rows.length >= mostRows || bytes > mostBytes) throw new TooManyRows()
    rows.push(row)
    if (rows.length % 1_000 === 0) await still()
  }
  const at = needs.clock()
  const json = { person, createdAt: at.toISOString(), rows }
  await needs.fileStorage.write(storedName(request.id, 'json'), pieces([JSON.stringify(json, null, 2)]))
  await needs.fileStorage.write(storedName(request.id, 'html'), pieces(page(rows, maskPerson(person), at)))
  const live = rows.filter(({ keptUntil }) => keptUntil === null)
  const locked = rows.filter(({ keptUntil }) => keptUntil !== null)
  return { found: countByTable(live), kept: countByTable(locked) }
}

async function* pieces(texts: Iterable<string>): AsyncGenerator<string> {
  yield* texts
}

const countByTable = (rows: Collected[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(rows, ({ table }) => table)].map(([table, group]) => [table, group.length]))

const wordsOf = (table: string): Translated => tableWords[table as keyof typeof tableWords] ?? [table, table]

/** In both languages, because it is for the person and not for those who asked for it. */
function* page(rows: Collected[], who: string, at: Date): Generator<string> {
  const { title, about, keptUntil: until } = exportTexts
  yield html`<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${both(title)}</title><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
td { border-bottom: 1px solid #ccc; padding: .4rem; vertical-align: top; overflow-wrap: anywhere }</style>
<h1>${both(title)}</h1><p>${who} · ${formatDate(at, 'pt')}</p><p>${both(about)}</p>`.text
  for (const [table, group] of Map.groupBy(rows, row => row.table)) {
    yield html`<h2>${both(wordsOf(table))} (${String(group.length)})</h2><table>`.text
    for (const { key, data, keptUntil } of group) {
      const kept = keptUntil === null ? null : html`<br>${both(until)} ${formatDate(keptUntil, 'pt')}`
      yield html`<tr><td><small>${key.join(' ')}</small>${kept}</td><td>${Object.entries(data).map(field)}</td></tr>`
        .text
    }
    yield '</table>'
  }
  yield '</html>'
}

const both = ([pt, en]: Translated) => `${pt} / ${en}`
const field = ([name, value]: [string, unknown]): Html =>
  html`<b>${name}</b>: ${name === 'bytes' ? both(exportTexts.inJson) : shownValue(value)}<br>`
const shownValue = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
