import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { call } from '../../server/test/kit/api-client.ts'
import { cleanUp } from '../../server/test/kit/clean-up.ts'
import { dataFolder, patient, spawnServer } from '../../server/test/kit/server-process.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { readSpec, slugOf } from '../src/spec.ts'

const { databaseUrl } = await openTrilho()
const data = await dataFolder()
const server = await spawnServer({ ...patient, TRILHO_DATA: data, DATABASE_URL: databaseUrl })
await server.ready()
const spec = readSpec((await call(`${server.url}/openapi.json`)).body, { isSandbox: true })

/** Where a reader works: the SDK is found here, as in the folder of a clone. */
const folder = await mkdtemp(join(tmpdir(), 'trilho-samples-'))
cleanUp(() => rm(folder, { recursive: true, force: true }))
await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const textOf = (markup: string) =>
  markup.replaceAll(/<[^>]*>/g, '').replaceAll(/&([\w#]+);/g, (whole, name: string) => entities[name] ?? whole)

/** The samples of one kind as the pages show them, by operation. */
async function samplesOf(at: number): Promise<Map<string, string>> {
  const pages = await Promise.all(
    spec.tags.map(({ name }) => call(`${server.url}/docs/reference/${slugOf(name)}?lang=en`).then(page => page.text)),
  )
  const found = Array.from(
    pages.join('').matchAll(new RegExp(`id="(\\w+)-sample-${at}-code"[^>]*><div class="code">(.*?)</div>`, 'gs')),
    ([, id = '', markup = '']) => [id, `${textOf(markup)}\n`] as const,
  )
  return new Map(found)
}

async function save(at: number, ending: string): Promise<string[]> {
  const samples = await samplesOf(at)
  expect([...samples.keys()].toSorted()).toEqual(spec.operations.map(({ id }) => id).toSorted())
  for (const [id, text] of samples) await writeFile(join(folder, `${id}.${ending}`), text)
  return [...samples.keys()]
}

/** Runs a script that runs all the others, and says which of them failed and how. */
async function run(program: string, name: string, script: string): Promise<string> {
  await writeFile(join(folder, name), script)
  const { stdout } = await promisify(execFile)(program, [name], { cwd: folder, maxBuffer: 50_000_000 })
  return stdout.trim()
}

/** Two shells share the samples. A refusal ends a sample; where somebody pastes it, it is shown. */
async function runCurl(ids: string[]): Promise<string> {
  const half = Math.ceil(ids.length / 2)
  const parts = [ids.slice(0, half), ids.slice(half)].map(
    some =>
      `for id in ${some.join(' ')}; do ( source $id.sh ) > $id.out 2>&1 || { echo "failed: $id"; cat $id.out; }; done`,
  )
  const strict = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'
  const done = await Promise.all(parts.map((part, at) => run('bash', `all-${at}.sh`, `${strict}${part}`)))
  return done.join('')
}

/** Eight at a time: all at once would ask more of a busy machine than a server answers in time. */
const runSdk = (ids: string[]): Promise<string> =>
  run(
    process.execPath,
    'all.mjs',
    `console.log = () => {}
const ids = ${JSON.stringify(ids)}
const runOne = id => import('./' + id + '.mjs').catch(error => process.stdout.write(id + ' failed: ' + error.stack + '\\n'))
await Promise.all(Array.from({ length: 8 }, async () => {
  while (ids.length > 0) await runOne(ids.shift())
}))`,
  )

const runPython = (ids: string[]): Promise<string> =>
  run(
    'python3',
    'all.py',
    `import contextlib, io, runpy, sys
for id in ${JSON.stringify(ids)}:
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(id + '.py')
    except Exception as error:
        print(id, 'failed:', error, getattr(error, 'read', bytes)().decode())
`,
  )

const languages = [
  { language: 'curl', at: 0, ending: 'sh', runAll: runCurl },
  { language: 'SDK', at: 1, ending: 'mjs', runAll: runSdk },
  { language: 'Python', at: 2, ending: 'py', runAll: runPython },
]

/** All samples are of one merchant, and these change what happens to its others. */
const disturbing = ['listTroubles', 'createTrouble', 'deleteTrouble', 'readClock', 'changeClock']

/** A batch or an import of few rows may be over before it is stopped, and is then refused to be. */
const raced = ['stopPayoutBatch', 'stopBillImport']
const apart = new Set([...disturbing, ...raced])

test.concurrent.each(languages)('every $language sample works as pasted', async ({ at, ending, runAll }) => {
  const ids = await save(at, ending)
  expect(await runAll(ids.filter(id => !apart.has(id)))).toBe('')
})

test('samples that script trouble or move a clock work as pasted, too, one at a time', async () => {
  for (const { runAll } of languages) for (const id of disturbing) expect(await runAll([id])).toBe('')
  for (const { runAll } of languages) expect(await runAll(raced)).toMatch(/^$|(PayoutBatch|BillImport)StateNotAllowed/)
})
