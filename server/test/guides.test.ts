import { expect, test } from 'vitest'
import { reasons } from '../src/platform/http/reasons.ts'
import { testTaxNumbers } from '../src/money/rails/simulator/test-data.ts'
import { type Block, blocksOf, fileNameOf, guideNames, readGuide } from './kit/guide.ts'

// guides.long.test.ts tests that the guides do what they say.
const names = await guideNames('en')
const written = await Promise.all(
  names.map(async name => ({ name, en: await readGuide('en', name), pt: await readGuide('pt', name) })),
)

test('every guide exists in both languages, with the same code', async () => {
  expect(await guideNames('pt')).toEqual(names)
  for (const { name, en, pt } of written) {
    const codeOf = (text: string) => blocksOf(text).map(({ language, text: code }) => ({ language, code }))
    expect([name, codeOf(pt)]).toEqual([name, codeOf(en)])
    expect([name, en, pt]).toEqual([name, expect.stringMatching(/^# \S/), expect.stringMatching(/^# \S/)])
  }
})

test('every link leads to a guide, a reason or the reference', () => {
  const known = [...names.map(name => `/docs/${name}`), '/docs', '/docs/reference', '/docs/errors', '/portal']
  const addresses = [...known, ...Object.keys(reasons).map(reason => `/docs/errors#${reason}`)]
  for (const { name, en, pt } of written)
    for (const [, address = ''] of `${en}${pt}`.matchAll(/\]\((?!https:)([^)]*)\)/g))
      expect(addresses, `${name}: ${address}`).toContain(address)
})

test.each(written)('in the guide $name every block is run or compared with output', ({ en }) => {
  expectComplete(blocksOf(en))
})

test('the first payment is made by a program of less than ten lines', () => {
  const guide = written.find(({ name }) => name === 'first-payment')
  const program = blocksOf(guide?.en ?? '').find(block => fileNameOf(block) === 'pay.mjs')
  const lines = program?.text.split('\n').filter(line => line !== '' && !line.startsWith('//')) ?? []
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(10)
})

test('the guide to testing names every document that the sandbox refuses, with its reason', () => {
  const guide = written.find(({ name }) => name === 'testing')
  for (const [cpf, [reason]] of Object.entries(testTaxNumbers)) {
    const spelled = cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
    for (const text of [guide?.en, guide?.pt]) expect(text).toContain(`| \`${spelled}\` | [${reason}](`)
  }
})

/** Every block is executed: a later command starts each file, an output follows its command. */
function expectComplete(blocks: Block[]) {
  blocks.forEach((block, i) => {
    const later = blocks.slice(i + 1).filter(({ kind }) => kind === 'run')
    if (block.kind === 'save') {
      const fileName = fileNameOf(block)
      expect(fileName, `line ${block.line}: the first line names the file`).not.toBe('')
      expect(later.map(({ text }) => text).join('\n'), `line ${block.line} is run`).toContain(fileName)
    }
    if (block.kind === 'show') expect(blocks[i - 1]?.kind, `line ${block.line} answers a command`).toBe('run')
  })
}
