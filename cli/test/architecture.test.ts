import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => ({ name, text: readFileSync(join(root, name), 'utf8') }))

test('the command uses the server only through the SDK, and has few dependencies', () => {
  const packagesIn = (isIn: (name: string) => boolean) => {
    const imported = files
      .filter(({ name }) => isIn(name))
      .flatMap(({ text }) => Array.from(text.matchAll(/(?:from|import\() ?'([^.'][^']*)'/g), ([, name = '']) => name))
    return [...new Set(imported.filter(name => !name.startsWith('node:')))].sort()
  }
  expect(packagesIn(name => !name.startsWith('mcp/'))).toEqual(['@trilho/sdk', 'qrcode'])
  const ofMcp = ['@modelcontextprotocol/sdk/server/mcp.js', '@modelcontextprotocol/sdk/server/stdio.js']
  expect(packagesIn(name => name.startsWith('mcp/'))).toEqual([...ofMcp, '@trilho/sdk', 'zod'])
  expect(files.filter(({ text }) => /'(\.\.\/)+(server|portal|bank|sdk)\//.test(text)).map(({ name }) => name)).toEqual(
    [],
  )
})

/** The files of the command that a file imports. */
const importsOf = ({ name, text }: { name: string; text: string }) =>
  Array.from(text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g), ([, path = '']) => join(dirname(name), path))

test('there are no import cycles', () => {
  const left = new Map(files.map(file => [file.name, importsOf(file)]))
  const isOnNoCircle = (to: string[]) => to.every(name => !left.has(name))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [name, to] of left) if (isOnNoCircle(to)) left.delete(name)
  }
  expect([...left.keys()]).toEqual([])
})

test('only main.ts reads the environment, and no amount becomes a number', () => {
  expect(files.filter(({ text }) => /process\.env|, env\b.*= process/.test(text)).map(({ name }) => name)).toEqual([])
  expect(files.filter(({ text }) => /(Number|parseFloat)\([^)]*amount/i.test(text)).map(({ name }) => name)).toEqual([])
})

test('no file is longer than 250 lines or has a name without meaning', () => {
  expect(files.filter(({ text }) => text.split('\n').length > 251).map(({ name }) => name)).toEqual([])
  expect(
    files.map(({ name }) => name).filter(name => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.ts$)/.test(name)),
  ).toEqual([])
})
