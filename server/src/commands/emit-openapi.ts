import { readFile, writeFile } from 'node:fs/promises'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/db.ts'
import { gatherNeeds } from '../needs.ts'

/** Writes `openapi.json` from the routes' schemas; with `--check`, only says whether the committed one is stale. */
const path = new URL('../../../openapi.json', import.meta.url)
const config = readConfig({ LOG_LEVEL: 'silent' })
const sql = openDatabase('postgres://nobody@127.0.0.1:1/never-opened', { connections: 1 })
const noKey = Buffer.alloc(32)
const serverSecret = { current: '', previous: null, auditLog: { key: noKey, from: 1n }, recoveryCodes: noKey }
const app = await buildApp(
  config,
  gatherNeeds({ config, sql, serverSecret, clock: () => new Date(), publicUrl: () => 'http://127.0.0.1:3000' }),
)
await app.ready()
const text = `${JSON.stringify(app.swagger(), null, 1)}\n`
await app.close()

if (!process.argv.includes('--check')) await writeFile(path, text)
else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
  process.stderr.write('openapi.json is stale: run "npm run openapi" and commit it\n')
  process.exitCode = 1
}
