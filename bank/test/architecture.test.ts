import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { controlRoutes } from '../src/control/routes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const readme = readFileSync(join(root, 'bank/README.md'), 'utf8')

const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(ts|tsx|js|css|html)$/.test(name) && !/node_modules|dist/.test(name))
    .map(name => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') }))

/** The files a file imports, from the top of the repository, and the packages by their names. */
const importsOf = ({ name, text }: { name: string; text: string }) =>
  Array.from(text.matchAll(/(?:^(?:import|export) [^'"]*?from|\bimport\(|^import) ?'([^']+)'/gm), ([, path = '']) =>
    path.startsWith('.') ? relative(root, resolve(root, dirname(name), path)) : path,
  )

/** Imports go to a lower row only; `http/routes.ts` is a shared type. */
const rows = [['truth'], ['certificates', 'access'], ['standard'], ['dialects'], ['callbacks'], ['http'], ['control']]

test('the bank imports nothing from the server or the portal, and they import nothing from it', () => {
  const bank = filesOf('bank').flatMap(file => importsOf(file).map(to => ({ from: file.name, to })))
  expect(bank.length).toBeGreaterThan(100)
  expect(bank.filter(({ to }) => /^(server|portal)\/|^@trilho/.test(to))).toEqual([])
  const others = [...filesOf('server'), ...filesOf('portal')]
  const known = others.flatMap(file => importsOf(file).map(to => ({ from: file.name, to })))
  // The kit starts it within the test's process; it is called by its URLs alone all the same.
  const starts = { from: 'server/test/kit/real-bank.ts', to: 'bank/src/start-bank.ts' }
  expect(known.filter(({ to }) => /^bank\/|^@trilho\/bank/.test(to))).toEqual([starts])
})

test('truth/ imports no dialect, no HTTP and no certificate', () => {
  const truth = filesOf('bank/src/truth').flatMap(file => importsOf(file).map(to => ({ from: file.name, to })))
  expect(truth.filter(({ to }) => !to.startsWith('bank/src/truth/') && !to.startsWith('node:'))).toEqual([])
})

test('a folder imports only from the rows before its own, except the types of calls and switches', () => {
  const folderOf = (path: string) => path.split('/')[2] ?? ''
  const rowOf = (path: string) => rows.findIndex(row => row.includes(folderOf(path)))
  const words = /^bank\/src\/(http\/(routes|read-body)|dialects\/switches)\.ts$/
  const wrong = filesOf('bank/src')
    .filter(file => rowOf(file.name) !== -1)
    .flatMap(file => importsOf(file).map(to => ({ from: file.name, to })))
    .filter(({ from, to }) => rowOf(to) > rowOf(from) && !words.test(to))
  expect(wrong).toEqual([])
})

test('there are no import cycles', () => {
  const left = new Map(filesOf('bank/src').map(file => [file.name, importsOf(file)]))
  const isOnNoCircle = (to: string[]) => to.every(name => !left.has(name))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [name, to] of left) if (isOnNoCircle(to)) left.delete(name)
  }
  expect([...left.keys()]).toEqual([])
})

test('no file is longer than 250 lines or has a name without meaning', () => {
  const files = filesOf('bank')
  expect(files.filter(({ text }) => text.split('\n').length > 251).map(({ name }) => name)).toEqual([])
  expect(
    files.map(({ name }) => name).filter(name => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.ts$)/.test(name)),
  ).toEqual([])
})

test('only main.ts reads the environment', () => {
  const readers = filesOf('bank/src').filter(({ text }) => text.includes('process.env'))
  expect(readers.map(({ name }) => name)).toEqual(['bank/src/main.ts'])
})

test('the README lists the whole control API', () => {
  const listed = Array.from(
    readme.matchAll(/^\| `(GET|POST|PUT|DELETE) (\S+)`/gm),
    ([, method, path]) => `${method} ${path}`,
  )
  expect(listed.toSorted()).toEqual(controlRoutes.map(({ method, path }) => `${method} ${path}`).toSorted())
})
