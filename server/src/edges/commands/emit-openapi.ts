import { readFile, writeFile } from 'node:fs/promises'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../platform/db/db.ts'
import { breaksOf, promisesOf } from '../../platform/http/openapi/promises.ts'
import { gatherNeeds } from '../../needs.ts'

/**
 * Writes `openapi.json` from the routes' schemas, and beside it what it promises, line by line. With `--check`, only says
 * whether the committed ones are stale. Refuses breaking changes unless `--accept-breaks` is given.
 */
const path = new URL('../../../../openapi.json', import.meta.url)
const promisesPath = new URL('../../../test/vectors/openapi-promises.txt', import.meta.url)
const config = readConfig({ LOG_LEVEL: 'silent' })
const sql = openDatabase('postgres://nobody@127.0.0.1:1/never-opened', { connections: 1 })
const noKey = Buffer.alloc(32)
const serverSecret = { current: '', previous: null, auditLog: { key: noKey }, recoveryCodes: noKey }
const app = await buildApp(
  config,
  gatherNeeds({ config, sql, serverSecret, clock: () => new Date(), publicUrl: () => 'http://127.0.0.1:3000' }),
)
await app.ready()
const document = JSON.parse(JSON.stringify(app.swagger())) as Record<string, unknown>
await app.close()

const read = (file: URL) => readFile(file, 'utf8').catch(() => '')
const promised = (await read(promisesPath)).split('\n').filter(line => line !== '')
const promises = promisesOf(document)
const breaks = breaksOf(promised, promises)
const accepted = process.argv.includes('--accept-breaks')
const files = [
  { path, text: `${print(document)}\n` },
  { path: promisesPath, text: `${promises.join('\n')}\n` },
]

if (breaks.length > 0 && !accepted) {
  process.stderr.write(`This breaks clients of the API:\n${breaks.join('\n')}\n`)
  process.stderr.write('If it is meant, run "npm run openapi -- --accept-breaks" and say so in CHANGELOG.md.\n')
  process.exitCode = 1
} else if (!process.argv.includes('--check')) for (const { path: to, text } of files) await writeFile(to, text)
else
  for (const { path: to, text } of files)
    if ((await read(to)) !== text) {
      process.stderr.write(`${to.pathname} is stale: run "npm run openapi" and commit it\n`)
      process.exitCode = 1
    }

/** JSON in lines that can be compared, as few as possible: what fits into one line stands in one. */
function print(value: unknown, indent = ''): string {
  const short = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + short.length < 110) return short
  const deeper = `${indent} `
  const parts = Array.isArray(value)
    ? value.map(part => deeper + print(part, deeper))
    : Object.entries(value).map(([key, part]) => `${deeper}${JSON.stringify(key)}: ${print(part, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}
