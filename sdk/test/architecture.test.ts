import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { circlesIn } from '../../server/test/kit/import-circles.ts'
import { readSource } from '../../server/test/kit/source-files.ts'
import names from '../names.json' with { type: 'json' }

const { files, imports } = readSource(new URL('../src/', import.meta.url))
const written = files.filter(({ name }) => !name.startsWith('emitted/'))
const code = (text: string) => text.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/^ *\/\/.*$/gm, '')

test('the SDK runs wherever fetch and Web Crypto exist: it uses nothing of Node, and imports only itself', () => {
  const foreign = /\b(process|Buffer|require|__dirname|setImmediate|global|Deno|Bun)\b[.([]/
  expect(files.filter(({ text }) => foreign.test(code(text))).map(({ name }) => name)).toEqual([])
  const all = files.flatMap(({ text }) => Array.from(text.matchAll(/\b(?:from|import\() ?'([^']+)'/g), ([, to]) => to))
  expect(all.filter(to => to?.startsWith('.') !== true)).toEqual([])
  expect(imports.filter(({ to }) => to.startsWith('..'))).toEqual([])
})

test('it has no dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    dependencies?: object
  }
  expect(dependencies).toBeUndefined()
})

test('no file is in an import cycle, is over 250 lines or has a name without meaning', () => {
  expect(circlesIn(imports)).toEqual([])
  expect(written.filter(({ text }) => text.split('\n').length > 250).map(({ name }) => name)).toEqual([])
  const drawers = files.filter(({ name }) => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.ts$)/.test(name))
  expect(drawers).toEqual([])
})

test('every operation of the API has exactly one method, and there are no other methods', () => {
  const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const operations = Object.values(paths).flatMap(methods => Object.values(methods).map(one => one.operationId))
  expect(Object.keys(names.methods).toSorted()).toEqual(operations.toSorted())
  const methods = [names.methods, names.iterators, names.files].flatMap(table => Object.values(table))
  expect(new Set(methods).size).toBe(methods.length)
  const others = [...Object.keys(names.iterators), ...Object.keys(names.files), ...names.harmlessTwice]
  expect(others.filter(one => !operations.includes(one))).toEqual([])
})
