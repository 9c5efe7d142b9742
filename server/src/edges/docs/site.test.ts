import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { call } from '../../../test/kit/api-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { languages } from '../../platform/http/languages.ts'
import { refusalCauses } from '../../money/rails/bacen-pix/refusal-causes.ts'
import { advice, causes, explainedReasons } from './errors-page.ts'
import { placeOf } from './samples/program.ts'
import { openSite } from './site.ts'
import { portuguese } from './translate.ts'

const trilho = await openTrilho()
const { body: document } = await call(`${trilho.url}/openapi.json`)
const heard = new Set<string>()
const site = openSite({
  document,
  place: placeOf({ url: trilho.url, keysFile: 'keys.json', isSandbox: true, hasDemoKey: true }),
  shared: { style: '', script: '', icon: '' },
  heard,
})
const pages = languages.flatMap(language =>
  site.paths(language).map(path => ({ language, path, text: site.page(path, language) ?? '' })),
)
languages.forEach(site.search)

test('everything that the document says is said in Portuguese, and nothing is translated that it does not say', () => {
  expect([...heard].filter(text => !(text in portuguese))).toEqual([])
  expect(Object.keys(portuguese).filter(text => !heard.has(text))).toEqual([])
})

test('every reason of the API is explained, with what to do, and no other', () => {
  expect(Object.keys(advice).toSorted()).toEqual(explainedReasons(site.spec).toSorted())
  const page = site.page('/errors', 'en')
  for (const reason of site.spec.reasons) expect(page).toContain(`id="${reason}"`)
})

test('every cause that banks give for a failed payment is explained', () => {
  expect(refusalCauses.filter(cause => !(cause in causes))).toEqual([])
})

test('both languages have the same pages, and every link leads to one, and to an anchor on it', () => {
  expect(site.paths('pt')).toEqual(site.paths('en'))
  const anchors = new Set(
    pages.flatMap(({ language, path, text }) => [
      `/docs${path}?lang=${language}`,
      ...Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => `/docs${path}?lang=${language}#${id}`),
    ]),
  )
  for (const { language, path, text } of pages)
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const to = href.startsWith('#') ? `/docs${path}?lang=${language}${href}` : href
      if (to.startsWith('/docs')) expect(anchors, `${path} ${to}`).toContain(to)
    }
  for (const language of languages)
    for (const [, , address] of JSON.parse(site.search(language)) as string[][]) expect(anchors).toContain(address)
})

test('ids occur once a page', () => {
  for (const { path, text } of pages) {
    const ids = Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
    expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []])
  }
})

test('pages are light: the whole reference in one language is less than 100 kB', () => {
  const bytes = pages
    .filter(({ language, path }) => language === 'en' && path.startsWith('/reference'))
    .map(({ text }) => brotliCompressSync(text).length)
  expect(Math.max(...bytes)).toBeLessThan(20_000)
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(100_000)
})

test('a page comes in the language that is asked for, else in that of the browser', async () => {
  const titleOf = async (query: string, accepted: string) => {
    const { text, headers } = await call(`${trilho.url}/docs/errors${query}`, {
      headers: { 'accept-language': accepted },
    })
    return [headers.get('content-language'), /<h1>(.*?)<\/h1>/.exec(text)?.[1]]
  }
  expect(await titleOf('', 'en-US,en;q=0.9')).toEqual(['en', 'Errors'])
  expect(await titleOf('', 'de')).toEqual(['pt-BR', 'Erros'])
  expect(await titleOf('?lang=en', 'pt-BR')).toEqual(['en', 'Errors'])
})

test('an address of nothing keeps the menu for people, and is the usual 404 for programs', async () => {
  const address = `${trilho.url}/docs/nothing-here`
  const page = await call(address, { headers: { accept: 'text/html', 'accept-language': 'en' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.text).toContain('<h1>This page does not exist</h1>')
  expect(page.text).toContain('<nav id="menu"')
  expect((await call(address)).body.error.details.reason).toBe('RouteNotFound')
})

const settings = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(32) }

test('production shows no sandbox, lets nobody try calls, and gives no token away', async () => {
  const production = await openTrilho(settings)
  const { text } = await call(`${production.url}/docs/reference/pix?lang=en`)
  expect(text).toContain('Create a PIX cash-in')
  expect(text).not.toMatch(/class="try"|\/sandbox\/|sandbox\.json/)
  const { text: read } = await call(`${production.url}/docs/reference/transactions?lang=en`)
  // Nothing is made to be looked at: a reader puts an id in.
  expect(read).toContain('transactionId=019a')
  expect(read).not.toContain('/accounts/pix/cashin')
  expect((await call(`${production.url}/docs/reference/sandbox`)).status).toBe(404)
  expect((await call(`${production.url}/docs/demo-token`, { method: 'POST' })).status).toBe(404)
})

test.each([
  ['is reached from other machines', { HOST: '0.0.0.0' }],
  ['has a public address', { PUBLIC_URL: 'https://pay.example.com' }],
  ['stands behind a proxy', { TRUST_PROXY: 'yes' }],
  ['has a database of its own', { DATABASE_URL: 'postgres://somewhere/else' }],
])('a sandbox that %s gives no token away', async (_, others) => {
  const other = await trilho.startServer({ others })
  expect((await call(`${other.url}/docs/demo-token`, { method: 'POST' })).status).toBe(404)
  expect((await call(`${other.url}/docs/reference/pix`)).text).not.toContain('class="demo"')
})
