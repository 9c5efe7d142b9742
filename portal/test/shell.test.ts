import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addMembership } from '../../server/src/tenancy/people/create-person.ts'
import { portalPageRoutes } from '../../server/src/edges/portal/routes.ts'
import { openBrowser } from '../../server/test/kit/browser.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { newPortalPerson } from '../../server/test/kit/portal-client.ts'
import { expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { merchantId } = await portal.trilho.newMerchant({ balance: '1234.56' })

const menuOf = (page: Awaited<ReturnType<typeof portal.openPage>>['page']) =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link').allTextContents()

describe('the menu', () => {
  test('shows only what the roles may see', async () => {
    const entries = {
      owner: [
        'Início',
        'Transações',
        'Clientes',
        'Com vencimento',
        'Links de pagamento',
        'Contestações',
        'Extrato',
        'Arquivos',
        'Solicitações',
        'Lotes',
        'Favorecidos',
        'Chaves de acesso',
        'Webhooks',
        'Empresa',
        'Equipe',
        'Auditoria',
        'Dados pessoais',
      ],
      developer: [
        'Início',
        'Transações',
        'Clientes',
        'Com vencimento',
        'Links de pagamento',
        'Contestações',
        'Extrato',
        'Arquivos',
        'Chaves de acesso',
        'Webhooks',
        'Empresa',
      ],
      viewer: [
        'Início',
        'Transações',
        'Clientes',
        'Com vencimento',
        'Links de pagamento',
        'Contestações',
        'Extrato',
        'Arquivos',
        'Solicitações',
        'Lotes',
        'Favorecidos',
        'Empresa',
      ],
    } as const
    for (const role of ['owner', 'developer', 'viewer'] as const) {
      const { page, complaints } = await portal.openPageAs({ merchantId, roles: [role] }, { path: '/profile' })
      await settle(page)
      expect(await menuOf(page)).toEqual(entries[role])
      expect(complaints).toEqual([])
    }
  })

  test('a page that the role may not see says so', async () => {
    const { page } = await portal.openPageAs({ merchantId, roles: ['viewer'] }, { path: `/m/${merchantId}/keys` })
    await page.getByRole('heading', { name: 'Sem acesso' }).waitFor()
    await page.getByRole('link', { name: 'Ir para o início' }).click()
    await page.waitForURL(`**/portal/m/${merchantId}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Início')
  })

  test("another merchant's page, and an unknown path, are not found", async () => {
    const other = await portal.trilho.newMerchant()
    const { page } = await portal.openPageAs({ merchantId }, { path: `/m/${other.merchantId}/transactions` })
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    await page.goto(`${portal.url}/portal/nothing/here`)
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    expect(await menuOf(page)).toContain('Transações')
    await shots(page, 'not-found')
  })
})

describe('the shell', () => {
  test('says on every screen that this is a sandbox, fits a phone and works with the keyboard', async () => {
    const { page, complaints } = await portal.openPageAs({ merchantId })
    await settle(page)
    expect(await page.getByRole('note').textContent()).toContain('Nenhum dinheiro real')
    await shots(page, 'shell')

    await page.getByRole('link', { name: 'Transações' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Transações' }).waitFor()
    expect(await page.title()).toBe('Transações · Trilho')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

    await expectFitsPhone(page)
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Extrato' }).click()
    await page.getByRole('heading', { level: 1, name: 'Extrato' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('a failed read of the session or a list shows an error with a retry button', async () => {
    const { page } = await portal.openPageAs({ merchantId }, { path: '/sign-in' })
    const broken = { status: 500, contentType: 'application/json', body: '{}' }
    await page.route('**/portal/api/session', route => route.fulfill(broken), { times: 1 })
    await page.goto(`${portal.url}/portal/profile`)
    await page.getByRole('alert').waitFor()
    await shots(page, 'fault')
    await page.route('**/portal/api/sessions', route => route.fulfill({ ...broken, status: 404 }), { times: 1 })
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByRole('heading', { level: 1, name: 'Perfil e segurança' }).waitFor()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByRole('row', { name: /Esta sessão/ }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('the skip link skips the menu', async () => {
    const { page } = await portal.openPageAs({ merchantId }, { path: '/profile' })
    await settle(page)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ir para o conteúdo')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  })

  test('language and appearance are changed in the profile menu, and are stored', async () => {
    const { page, complaints } = await portal.openPageAs({ merchantId, name: 'Ana Souza' }, { path: '/profile' })
    await settle(page)
    await page.getByRole('button', { name: /^Sua conta: Ana Souza/ }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await page.getByRole('link', { name: 'Transactions' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-GB')
    await page.getByRole('button', { name: /^Your account: Ana Souza/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.reload()
    await page.getByRole('link', { name: 'Transactions' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark')
    expect(complaints).toEqual([])
  })

  test('a person of two merchants switches between them on the same screen', async () => {
    const other = await portal.trilho.newMerchant()
    await portal.trilho.sql`update merchants set name = 'Livraria Ipê' where id = ${other.merchantId}`
    const person = await newPortalPerson(portal.trilho, { merchantId })
    await addMembership(portal.trilho.needs, { merchantId: other.merchantId, personId: person.id, roles: ['viewer'] })
    const { page } = await portal.openPageOf(person, { path: `/m/${merchantId}/statement` })
    await page.getByRole('button', { name: /Trocar de lojista/ }).click()
    await page.getByRole('menuitem', { name: 'Livraria Ipê' }).click()
    await page.waitForURL(`**/m/${other.merchantId}/statement`)
    await page.goto(`${portal.url}/portal/m/${merchantId}/keys`)
    await page.getByRole('button', { name: /Trocar de lojista/ }).click()
    await page.getByRole('menuitem', { name: 'Livraria Ipê' }).click()
    await page.getByRole('button', { name: /Livraria Ipê/ }).waitFor()
    await page.goto(`${portal.url}/portal`)
    await page.waitForURL(`**/m/${other.merchantId}`)
    expect(await menuOf(page)).not.toContain('Chaves de acesso')
  })

  test('an operator sees the platform, and any merchant read-only', async () => {
    const { page, complaints } = await portal.openPageAs({ isOperator: true })
    await page.getByRole('heading', { level: 1, name: 'Visão geral' }).waitFor()
    expect(await menuOf(page)).toEqual([
      'Visão geral',
      'Alarmes',
      'Análises',
      'Contestações',
      'Exceções do banco',
      'Aprovações',
      'Bancos',
      'Conciliação',
      'Lojistas',
      'Volumes e tarifas',
      'Pessoas',
      'Auditoria',
      'Dados pessoais',
    ])
    await page.goto(`${portal.url}/portal/m/${merchantId}/keys`)
    await page.getByRole('button', { name: /Padaria São João/ }).waitFor()
    await page.getByText('Somente leitura').first().waitFor()
    await page.getByRole('button', { name: /Trocar de lojista/ }).click()
    await page.getByRole('menuitem', { name: 'Plataforma' }).click()
    await page.waitForURL('**/portal/operator')
    expect(complaints).toEqual([])
  })
})

describe('the pages of the portal', () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${portal.url}/portal${path}`, { headers })

  test('every path returns the one page, with a policy without inline scripts', async () => {
    for (const path of ['', '/', '/sign-in', `/m/${merchantId}/transactions?state=Completed`]) {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';")
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)/)
    }
  })

  test('files named after their content are cached for a year and compressed', async () => {
    const page = await (await get('')).text()
    const script = /\/portal(\/assets\/index-[\w-]+\.js)/.exec(page)?.[1] ?? ''
    const brotli = await get(script, { 'accept-encoding': 'br' })
    expect([brotli.status, brotli.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(brotli.headers.get('content-type')).toContain('javascript')
    expect(brotli.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await get(script, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip')
  })

  test('a missing file and an unknown path of the API are 404, never the page', async () => {
    for (const path of ['/assets/gone-12345678.js', '/assets/..%2f..%2fpackage.json', '/api/nothing', '/api']) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(response.headers.get('content-type')).toContain('application/json')
    }
    const posted = await fetch(`${portal.url}/portal/api/nothing`, { method: 'POST' })
    expect(posted.status).toBe(404)
  })

  test('a portal that is not built says how to build it; a worker has none', async () => {
    const app = Fastify().withTypeProvider<TypeBoxTypeProvider>()
    await app.register(portalPageRoutes, { built: await mkdtemp(join(tmpdir(), 'trilho-portal-')) })
    const answer = await app.inject('/portal/sign-in')
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('npm run build')])
    const worker = await openTrilho({ TRILHO_ROLE: 'worker' })
    expect((await fetch(`${worker.url}/portal`)).status).toBe(404)
  })

  test('the first screen loads less than 200 kB, without charts, calendars or uploads', async () => {
    // A new browser: it has no cached file of the portal.
    const context = await (await openBrowser()).newContext()
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    let bytes = 0
    cdp.on('Network.loadingFinished', event => void (bytes += event.encodedDataLength))
    await page.goto(`${portal.url}/portal/sign-in`, { waitUntil: 'networkidle' })
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(200_000)
    await context.close()
  })

  test('daily screens load few files, and their first data is requested before their code has loaded', async () => {
    const shop = await portal.trilho.newMerchant()
    const id = await shop.createCashIn()
    const person = await newPortalPerson(portal.trilho, { merchantId: shop.merchantId })
    const at = `/m/${shop.merchantId}`
    const isCall = (url: string) => url.includes('/portal/api/')
    for (const [path, mostFiles] of [
      [at, 8],
      [`${at}/transactions`, 10],
      [`${at}/transactions/${id}`, 8],
    ] as const) {
      const context = await (await openBrowser()).newContext()
      await context.addCookies([{ name: 'trilho', value: person.token, url: portal.url, httpOnly: true }])
      const page = await context.newPage()
      const files: string[] = []
      const calls: string[] = []
      // The QR code of a charge is not a file of the portal, and may be loaded before or after the check.
      page.on('request', request => {
        const url = request.url()
        if (isCall(url)) calls.push('asked')
        else if (url.includes('/portal/')) files.push(url)
      })
      page.on('response', response => void (isCall(response.url()) && calls.push('answered')))
      await page.goto(`${portal.url}/portal${path}`)
      // The screen uses the data that was requested before its code, before the session was known.
      await expect.poll(() => page.evaluate('window.begunCalls?.size')).toBe(0)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, calls.slice(0, 2), files.length <= mostFiles]).toEqual([path, ['asked', 'asked'], true])
      await context.close()
    }
  })
})
