import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { linkPrinted } from '../../server/test/kit/mailbox.ts'
import {
  codeAt,
  enableCodes,
  goodPassword,
  newPersonWithPassword,
  newVisitor,
} from '../../server/test/kit/portal-client.ts'
import { expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal
const { merchantId } = await trilho.newMerchant()

const newOwner = () => newPersonWithPassword(trilho, { merchantId })

/** The browser's own log line of a refused call is not an error of the page. */
const faultsAmong = (complaints: string[]) =>
  complaints.filter(text => !/the server responded with a status of 4/.test(text))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

async function giveCredentials(page: Page, email: string, password = goodPassword) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

describe('signing in', () => {
  test('leads back to the requested page, after an error message for a wrong password', async () => {
    const { email } = await newOwner()
    const { page, complaints } = await portal.openPage({ path: `/m/${merchantId}/statement?from=2026-11-01` })
    await heading(page, 'Entrar')
    await shots(page, 'sign-in')
    await giveCredentials(page, email, 'not the password')
    expect(await page.getByRole('alert').textContent()).toBe('E-mail, senha ou código incorreto.')
    await settle(page)
    await giveCredentials(page, email)
    await heading(page, 'Extrato')
    expect(new URL(page.url()).pathname).toBe(`/portal/m/${merchantId}/statement`)
    expect(new URL(page.url()).searchParams.get('from')).toBe('2026-11-01')
    expect(faultsAmong(complaints)).toEqual([])
  })

  test('never leads to another site', async () => {
    const { email } = await newOwner()
    for (const next of ['https://evil.example/', '/portal//evil.example']) {
      const { page } = await portal.openPage({ path: `/sign-in?next=${encodeURIComponent(next)}` })
      await giveCredentials(page, email)
      await heading(page, 'Início')
      expect(page.url()).toBe(`${portal.url}/portal/m/${merchantId}`)
    }
  })

  test('asks for a one-time code if the person has them, and reports a wrong one', async () => {
    const { email } = await newOwner()
    const visitor = newVisitor(portal.url)
    await visitor.signIn(email)
    const { secret } = await enableCodes(trilho, visitor)
    const { page, complaints } = await portal.openPage({ path: '/sign-in' })
    await giveCredentials(page, email)
    await heading(page, 'Código de uso único')
    await shots(page, 'sign-in-code')
    await page.getByLabel('Código de uso único').fill('000 000')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByText('Este código não vale').waitFor()
    await page.getByLabel('Código de uso único').fill(codeAt(secret, trilho.needs.clock()))
    await page.getByRole('button', { name: 'Continuar' }).click()
    await heading(page, 'Início')
    expect(faultsAmong(complaints)).toEqual([])
  })

  test('is in English when chosen, also on a phone', async () => {
    const { page } = await portal.openPage({ path: '/sign-in', window: 'phone' })
    await page.getByRole('button', { name: 'English' }).click()
    await heading(page, 'Sign in')
    expect(await page.title()).toBe('Sign in · Trilho')
    await expectFitsPhone(page)
    await shots(page, 'sign-in-en')
  })

  test('a session that was ended elsewhere leads to the sign-in, and from there back to the page', async () => {
    const { email } = await newOwner()
    const { page, context } = await portal.openPage({ path: '/sign-in' })
    await giveCredentials(page, email)
    await page.getByRole('link', { name: 'Transações' }).waitFor()
    await page.getByRole('button', { name: /^Sua conta/ }).click()
    await page.getByRole('menuitem', { name: 'Perfil e segurança' }).click()
    await page.getByRole('row', { name: /Esta sessão/ }).waitFor()
    await trilho.sql`update sessions set ended_at = now() where ended_at is null`
    await page.getByLabel('Nome').fill('Ana Maria')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Sua sessão terminou').waitFor()
    await giveCredentials(page, email)
    await heading(page, 'Perfil e segurança')
    expect((await context.cookies())[0]).toMatchObject({ httpOnly: true })
  })

  test('signing in again in another tab does not break the first', async () => {
    const { email } = await newOwner()
    const { page } = await portal.openPage({ path: '/sign-in?next=/portal/profile' })
    await giveCredentials(page, email)
    await heading(page, 'Perfil e segurança')
    const data = { email, password: goodPassword }
    const signIn = await page.request.post(`${portal.url}/portal/api/sign-in`, {
      data,
      headers: { origin: portal.url },
    })
    expect(signIn.status()).toBe(200)
    await page.getByLabel('Nome').fill('Ana Maria')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('button', { name: /Sua conta: Ana Maria/ }).waitFor()
  })

  test('signing out ends the session and shows nothing more', async () => {
    const { page } = await portal.openPageAs({ merchantId }, { path: '/profile' })
    await page.getByRole('button', { name: /^Sua conta/ }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await heading(page, 'Entrar')
    await page.goBack()
    await heading(page, 'Entrar')
    expect(await page.getByRole('navigation').count()).toBe(0)
  })
})

describe('a link by mail', () => {
  test('sets a new password and signs in; weak ones are reported at the field; it works once', async () => {
    const { email } = await newOwner()
    const { page, complaints } = await portal.openPage({ path: '/sign-in' })
    await page.getByRole('link', { name: 'Esqueci a senha' }).click()
    await heading(page, 'Redefinir a senha')
    await shots(page, 'password-reset')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Enviar link' }).click()
    await heading(page, 'Solicitação recebida')
    await page.getByText('o link está no log do servidor').waitFor()
    await shots(page, 'password-reset-sent')
    await page.goto(linkPrinted(trilho.logged))
    await heading(page, 'Nova senha')
    await shots(page, 'link')
    const address = page.url()
    await page.getByLabel('Nova senha').fill('senha1234567')
    await page.getByRole('button', { name: 'Salvar senha e entrar' }).click()
    await page.getByText('Esta senha está entre as mais usadas').waitFor()
    await page.getByLabel('Nova senha').fill('uma caminhada no parque')
    await page.getByRole('button', { name: 'Salvar senha e entrar' }).click()
    await heading(page, 'Início')
    await page.goto(address)
    await heading(page, 'Este link não vale mais')
    await shots(page, 'link-invalid')
    expect((await newVisitor(portal.url).signIn(email, 'uma caminhada no parque')).status).toBe(200)
    expect(faultsAmong(complaints)).toEqual([])
  })

  test('shows the same for an unknown e-mail', async () => {
    const { page } = await portal.openPage({ path: '/password-reset' })
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Enviar link' }).click()
    await heading(page, 'Solicitação recebida')
    expect(await page.content()).not.toContain('/portal/link/')
  })
})

describe('the profile', () => {
  async function openProfile(language: 'pt' | 'en' = 'pt') {
    const person = await newPersonWithPassword(trilho, { merchantId, name: 'Beatriz Lima' })
    const visitor = newVisitor(portal.url)
    await visitor.signIn(person.email)
    if (language === 'en') await visitor.put('/profile', { name: person.name, language })
    const token = visitor.cookie().replace('trilho=', '')
    const opened = await portal.openPageOf({ token }, { path: '/profile', language })
    await settle(opened.page)
    return { ...opened, person }
  }

  test('name, language and password are changed; the current password is required', async () => {
    const { page, person, complaints } = await openProfile()
    await shots(page, 'profile')
    await expectFitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByLabel('Senha atual').fill('not the password')
    await page.getByLabel('Nova senha').fill('outra senha bem comprida')
    await page.getByRole('button', { name: 'Trocar a senha' }).click()
    await page.getByText('A senha atual não é esta').waitFor()
    await page.getByLabel('Senha atual').fill(goodPassword)
    await page.getByRole('button', { name: 'Trocar a senha' }).click()
    await page.getByText('Senha trocada').waitFor()
    expect((await newVisitor(portal.url).signIn(person.email, 'outra senha bem comprida')).status).toBe(200)

    await page.getByLabel('Nome').fill('Beatriz Lima Prado')
    await page.getByRole('combobox', { name: 'Idioma' }).click()
    await page.getByRole('option', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await heading(page, 'Profile and security')
    await page.getByRole('button', { name: /Your account: Beatriz Lima Prado/ }).waitFor()
    expect(faultsAmong(complaints)).toEqual([])
  })

  test('other sessions are listed, and ended one by one or all at once', async () => {
    const { page, person } = await openProfile()
    const others = [newVisitor(portal.url), newVisitor(portal.url), newVisitor(portal.url)] as const
    for (const other of others) await other.signIn(person.email)
    await page.reload()
    const rows = page.getByRole('table', { name: 'Sessões' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(5)
    await page.getByRole('button', { name: 'Encerrar', exact: true }).first().click()
    await expect.poll(() => rows.count()).toBe(4)
    await page.getByRole('button', { name: 'Encerrar as outras' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar as outras' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    for (const other of others) expect((await other.get('/session')).status).toBe(401)
  })

  test('one-time codes are turned on with a QR code, recovery codes shown once, and off after the password', async () => {
    const { page, complaints } = await openProfile()
    await page.getByRole('button', { name: 'Ativar códigos' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: /QR Code/ }).waitFor()
    await shots(page, 'enrol')
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await dialog.getByLabel(/Digite o código/).fill('000000')
    await dialog.getByRole('button', { name: 'Ativar' }).click()
    await dialog.getByText('Este código não vale').waitFor()
    await dialog.getByLabel(/Digite o código/).fill(codeAt(secret, trilho.needs.clock()))
    await dialog.getByRole('button', { name: 'Ativar' }).click()
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(10)
    await shots(page, 'recovery-codes')
    await page.keyboard.press('Escape')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Baixar' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^([\w-]+\n){10}$/)
    await dialog.getByRole('button', { name: 'Já guardei' }).click()
    await page.getByText('Ativados').waitFor()
    await page.getByRole('button', { name: 'Gerar novos códigos de recuperação' }).click()
    await dialog.getByText('Gerar novos códigos de recuperação?').waitFor()
    await shots(page, 'renew-recovery-codes')
    await expectFitsPhone(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await shots(page, 'second-factor-on')
    await expectFitsPhone(page)

    await trilho.sql`update sessions set confirmed_at = confirmed_at - interval '6 minutes'`
    await page.getByRole('button', { name: 'Desativar' }).click()
    await dialog.getByRole('button', { name: 'Desativar' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirme que é você' })
    await confirm.waitFor()
    await shots(page, 'confirm-identity')
    await confirm.getByLabel('Senha').fill('not the password')
    await confirm.getByRole('button', { name: 'Confirmar' }).click()
    await confirm.getByText('E-mail, senha ou código incorreto.').waitFor()
    await confirm.getByLabel('Senha').fill(goodPassword)
    await confirm.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('Desativados', { exact: true }).waitFor()
    expect(faultsAmong(complaints)).toEqual([])
  })

  test('is complete in English too', async () => {
    const { page } = await openProfile('en')
    await shots(page, 'profile-en')
    expect(await page.getByRole('heading').allTextContents()).toEqual([
      'Profile and security',
      'You',
      'Passkeys',
      'One-time codes',
      'Password',
      'Notifications',
      'Sessions',
    ])
  })
})

describe('outside the sandbox', () => {
  test('a person who must have one-time codes sees only their enrolment until they are on', async () => {
    const production = await openPortal({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
    const shop = await production.trilho.newMerchant()
    const { email } = await newPersonWithPassword(production.trilho, {
      merchantId: shop.merchantId,
      roles: ['approver'],
    })
    const { page } = await production.openPage({ path: `/m/${shop.merchantId}/requests` })
    await giveCredentials(page, email)
    await heading(page, 'Proteja sua conta')
    await page.getByRole('img', { name: /QR Code/ }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await shots(page, 'must-enable')
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel(/Digite o código/).fill(codeAt(secret, production.trilho.needs.clock()))
    await page.getByRole('button', { name: 'Ativar' }).click()
    await heading(page, 'Códigos de recuperação')
    await page.getByRole('button', { name: 'Já guardei' }).click()
    await page.getByRole('navigation', { name: 'Menu principal' }).waitFor()
    expect(await page.getByText('Nenhum dinheiro real').count()).toBe(0)
  })
})
