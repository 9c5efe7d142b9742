import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'

const folder = new URL('../../../migrations/', import.meta.url)

export type Migration = {
  name: string
  text: string
  checksum: string
  /** The queries one by one, where the file says so: `create index concurrently` cannot run in a transaction. */
  queries: string[] | null
}

const withoutTransaction = '-- without a transaction'

/** All migrations of this program, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async name => {
      const text = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name, text, checksum, queries: text.startsWith(withoutTransaction) ? queriesIn(text) : null }
    }),
  )
}

/** One checksum of all migrations: it changes with the schema. */
export async function checksumOfMigrations(): Promise<string> {
  const lines = (await readMigrations()).map(({ name, checksum }) => `${checksum}  ${name}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** A query ends at a line that ends with a semicolon. */
const queriesIn = (text: string): string[] =>
  text
    .split(/;[ \t]*$/m)
    .map(query => query.trim())
    .filter(query => query.replace(/^--.*$/gm, '').trim() !== '')
