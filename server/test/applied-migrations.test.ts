import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { readMigrations } from '../src/platform/db/migrations.ts'

/** As `sha256sum` writes it: `cd server/migrations && sha256sum *.sql > ../test/vectors/migrations.sha256`. */
const kept = readFileSync(new URL('./vectors/migrations.sha256', import.meta.url), 'utf8')

test('an applied migration is never edited: each has the checksum it was first committed with', async () => {
  const lines = (await readMigrations()).map(({ name, checksum }) => `${checksum}  ${name}`)
  expect(lines, 'A new migration adds its line to vectors/migrations.sha256; the others stay as they are.').toEqual(
    kept.trim().split('\n'),
  )
})
