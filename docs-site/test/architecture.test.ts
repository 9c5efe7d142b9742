import { expect, test } from 'vitest'
import { circlesIn } from '../../server/test/kit/import-circles.ts'
import { readSource } from '../../server/test/kit/source-files.ts'

const { files, imports } = readSource(new URL('../src/', import.meta.url))

/** It escapes text in markup, and nothing of the server is behind it. */
const shared = '../../server/src/platform/http/html.ts'

test('the pages are made from openapi.json and the guides: of the server only its template tag is imported', () => {
  expect(imports.length).toBeGreaterThan(30)
  expect(imports.filter(({ to }) => to.startsWith('..') && to !== shared)).toEqual([])
})

test('no file imports itself by way of others, or is named after nothing', () => {
  expect(circlesIn(imports)).toEqual([])
  expect(
    files.map(({ name }) => name).filter(name => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.ts$)/.test(name)),
  ).toEqual([])
})
