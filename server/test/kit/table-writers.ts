import { dirname } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** Not the `update` of `for update`, `for no key update` and `on conflict do update`: those name no table. */
const write =
  /(?<!\b(?:for|key|do)\s+)\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into|copy)\s+(?:only\s+)?/

/** Which folders write which of these tables. */
export function writersIn(files: SourceFile[], tables: string[]): { table: string; folder: string }[] {
  const writing = new RegExp(`${write.source}(${tables.join('|')})\\b`, 'gi')
  const found = files.flatMap(({ name, text }) =>
    Array.from(text.matchAll(writing), ([, table = '']) => JSON.stringify({ table, folder: dirname(name) })),
  )
  return [...new Set(found)].toSorted().map(one => JSON.parse(one) as { table: string; folder: string })
}

/** Writes whose table is not written out, so that the test cannot see which table they write. */
export const unnamedWritesIn = (files: SourceFile[]): string[] =>
  files.filter(({ text }) => new RegExp(`${write.source}\\$\\{`, 'i').test(text)).map(file => file.name)

/** Inserts that do not name their columns: a column of the next release would get null instead of its default. */
export const insertsWithoutColumnsIn = (files: SourceFile[]): string[] =>
  files.flatMap(({ name, text }) =>
    Array.from(
      text.matchAll(/\binsert\s+into\s+(\w+)(?!\w)(?!\s*\(|\s+as\s+\w+\s*\()/gi),
      ([found]) => `${name}: ${found}`,
    ),
  )

/** The tables that exist after these SQL texts, in order. */
export function tablesAfter(texts: string[]): string[] {
  const tables = new Set<string>()
  const change =
    /\bcreate (?:unlogged )?table (?:if not exists )?(\w+)|\bdrop table (?:if exists )?(\w+)|\balter table (\w+) rename to (\w+)/gi
  for (const [, created, dropped, before, after] of texts.join('\n').matchAll(change)) {
    for (const gone of [dropped, before]) if (gone !== undefined) tables.delete(gone)
    for (const made of [created, after]) if (made !== undefined) tables.add(made)
  }
  return [...tables].toSorted()
}
