import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { call } from '../../server/test/kit/api-client.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { refusalCauses } from '../../server/src/money/rails/bacen-pix/refusal-causes.ts'
import { advice, causes } from '../src/errors.ts'
import { languages, portuguese } from '../src/languages.ts'
import { siteFiles } from '../src/site.ts'
import { readSpec } from '../src/spec.ts'

const trilho = await openTrilho()
const { body: document } = await call(`${trilho.url}/openapi.json`)
const spec = readSpec(document, { isSandbox: true })
const used = new Set<string>()
const files = siteFiles('local', { document, assets: { style: '', script: '', icon: '' }, used })
const pages = [...files].flatMap(([name, text]) => {
  const [, language = '', path = ''] = /^(pt|en)\/(.*)\.html$/.exec(name) ?? []
  return language === '' || path === '404' ? [] : [{ language, path: path === 'index' ? '' : `/${path}`, text }]
})
const pathsIn = (requested: string) => pages.filter(({ language }) => language === requested).map(({ path }) => path)

test('everything that the document says is said in Portuguese, and nothing is translated that it does not say', () => {
  expect([...used].filter(text => !(text in portuguese))).toEqual([])
  expect(Object.keys(portuguese).filter(text => !used.has(text))).toEqual([])
})

test('every reason of the API is explained, with what to do, and no other', () => {
  const reasons = spec.reasons.map(({ reason }) => reason)
  expect(Object.keys(advice).toSorted()).toEqual(reasons.toSorted())
  expect(reasons).toEqual(expect.arrayContaining(document.components.schemas.Reason.enum))
  for (const reason of reasons) expect(files.get('en/errors.html')).toContain(`id="${reason}"`)
})

test('every cause that banks give for a failed payment is explained', () => {
  expect(refusalCauses.filter(cause => !(cause in causes))).toEqual([])
})

test('both languages have the same pages, and every link leads to one, and to an anchor on it', () => {
  expect(pathsIn('pt')).toEqual(pathsIn('en'))
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
    for (const [, , address] of JSON.parse(files.get(`search.${language}.json`) ?? '') as string[][])
      expect(anchors).toContain(address)
})

test('ids occur once a page', () => {
  for (const { path, text } of pages) {
    const ids = Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
    expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []])
  }
})

test('pages are light: the whole reference in one language is less than 120 kB', () => {
  const bytes = pages
    .filter(({ language, path }) => language === 'en' && path.startsWith('/reference'))
    .map(({ text }) => brotliCompressSync(text).length)
  expect(Math.max(...bytes)).toBeLessThan(20_000)
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(120_000)
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

test('the pages of production describe exactly what a server in production has', async () => {
  const production = await openTrilho(settings)
  const { body: own } = await call(`${production.url}/openapi.json`)
  const [derived, real] = [readSpec(document, { isSandbox: false }), readSpec(own, { isSandbox: false })]
  expect(derived.operations).toEqual(real.operations)
  expect([derived.tags, derived.reasons]).toEqual([real.tags, real.reasons])
})

test('samples and the Postman collection name the address of the server itself', async () => {
  const { text } = await call(`${trilho.url}/docs/reference/pix?lang=en`)
  expect(text).toContain(`URL=${trilho.url}`)
  for (const path of ['/docs/reference/pix', '/docs/reference', '/postman.json'])
    expect((await call(`${trilho.url}${path}`)).text).not.toMatch(/trilho\.invalid|TRILHO_KEYS_FILE/)
})

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
