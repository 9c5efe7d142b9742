import { expect, test } from 'vitest'
import { circlesIn } from '../../server/test/kit/import-circles.ts'
import { readSource } from '../../server/test/kit/source-files.ts'

const { files, imports } = readSource(new URL('../src/', import.meta.url))

test('the pages are made from openapi.json and the guides: no code of the server is imported', () => {
  expect(imports.length).toBeGreaterThan(30)
  expect(imports.filter(({ to }) => to.startsWith('..'))).toEqual([])
})

test('no file imports itself by way of others, or is named after nothing', () => {
  expect(circlesIn(imports.filter(({ isType }) => !isType))).toEqual([])
  expect(
    files.map(({ name }) => name).filter(name => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.ts$)/.test(name)),
  ).toEqual([])
})
