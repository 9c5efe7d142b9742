import type { Page } from 'playwright-core'
import { linkPrinted } from '../../../server/test/kit/mailbox.ts'
import {
  codeAt,
  enableCodes,
  goodPassword,
  newPersonWithPassword,
  newPortalPerson,
  newVisitor,
} from '../../../server/test/kit/portal-client.ts'
import { newAuthenticator } from '../../../server/test/kit/authenticator.ts'
import { openPortal } from '../portal-kit.ts'
import { type Portal, type States, fill, press, pressInDialog, sees } from './matrix.ts'
import { newEnglish, newUnconfirmed } from './people.ts'

type PeopleWorld = Awaited<ReturnType<typeof openPeopleWorld>>

/** A merchant with an owner, a person who has one-time codes, and a production where everybody must have them. */
export async function openPeopleWorld() {
  // Browsers have passkeys at an address with a name only.
  const portal = await openPortal({}, { host: 'localhost' })
  const { trilho, url } = portal
  const { merchantId } = await trilho.newMerchant()
  const owner = await newPortalPerson(trilho, { merchantId, name: 'Ana Souza' })
  const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Lima' })
  const withPassword = await newPersonWithPassword(trilho, { merchantId })
  const withCodes = await newPersonWithPassword(trilho, { merchantId })
  const visitor = newVisitor(url)
  await visitor.signIn(withCodes.email)
  await enableCodes(trilho, visitor)

  const tokenIn = (link: string) => new URL(link).pathname.split('/').at(-1) ?? ''
  await newVisitor(url).post('/password-reset', { email: withPassword.email })
  const resetToken = tokenIn(linkPrinted(trilho.logged))
  const invitation = { name: 'Otávio Reis', email: 'otavio@example.com', roles: ['support'] }
  const invited = await operator.post('/operator/people', invitation)
  const tokens = { reset: resetToken, invitation: tokenIn(invited.body.data.link) }

  const withPasskey = await newPersonWithPassword(trilho, { merchantId })
  const passkeyVisitor = newVisitor(url)
  await passkeyVisitor.signIn(withPasskey.email)
  await newAuthenticator(url).register(passkeyVisitor, 'Celular da Ana')
  const passkeyOwner = { ...withPasskey, token: passkeyVisitor.cookie().replace('trilho=', '') }

  const production = await openPortal({ TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) })
  const elsewhere = (await production.trilho.newMerchant()).merchantId
  const ids = { merchantId, rest: 'nothing/here' }
  return { portal, owner, operator, ids, withPassword, withCodes, passkeyOwner, tokens, production, elsewhere }
}

async function signIn(page: Page, email: string, password = goodPassword) {
  await fill(page, 'E-mail', email)
  await fill(page, 'Senha', password)
  await press(page, 'Entrar')
}

/** A person who has not turned one-time codes on: a new one each time, because turning them on is for good. */
const newWithoutCodes = async ({ trilho, url }: Portal, merchantId: string) => {
  const { email } = await newPersonWithPassword(trilho, { merchantId, roles: ['approver'] })
  const visitor = newVisitor(url)
  await visitor.signIn(email)
  return { token: visitor.cookie().replace('trilho=', '') }
}
const inProduction = ({ production, elsewhere }: PeopleWorld) => newWithoutCodes(production, elsewhere)

/** Types the code of the key that is on the screen. */
async function enableOn(page: Page, { trilho }: Portal) {
  await page.getByRole('img', { name: /QR Code/ }).waitFor()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel(/Digite o código/).fill(codeAt(secret, trilho.needs.clock()))
  await press(page, 'Ativar')
  await page.getByRole('heading', { name: 'Códigos de recuperação' }).waitFor()
}

const broken = { status: 500, contentType: 'application/json', body: '{}' }

/** Signing in, links by mail, a person's own settings, and what the shell shows around every screen. */
export const peopleStates: States<PeopleWorld> = {
  '/sign-in': [
    { shows: 'the form', as: () => null },
    { shows: 'the form in English', as: () => null, language: 'en' },
    {
      shows: 'a wrong password',
      as: () => null,
      steps: async (page, { withPassword }) => {
        await signIn(page, withPassword.email, 'not the password')
        await page.getByRole('alert').waitFor()
      },
    },
    {
      shows: 'the one-time code',
      as: () => null,
      steps: async (page, { withCodes }) => {
        await signIn(page, withCodes.email)
        await page.getByRole('heading', { level: 1, name: 'Código de uso único' }).waitFor()
      },
    },
    {
      shows: 'a wrong one-time code',
      as: () => null,
      steps: async (page, { withCodes }) => {
        await signIn(page, withCodes.email)
        await fill(page, 'Código de uso único', '000 000')
        await press(page, 'Continuar')
        await sees(page, 'Este código não vale')
      },
    },
  ],
  '/sso': [
    {
      shows: 'that the sign-in failed',
      as: () => null,
      steps: page => sees(page, 'Não foi possível entrar'),
    },
  ],
  '/password-reset': [
    { shows: 'the form', as: () => null },
    {
      shows: 'that the link is sent',
      as: () => null,
      steps: async page => {
        await fill(page, 'E-mail', 'nobody@example.com')
        await press(page, 'Enviar link')
        await sees(page, 'o link está no log do servidor')
      },
    },
  ],
  '/link/$token': [
    { shows: 'a new password', as: () => null, ids: ({ tokens }) => ({ token: tokens.reset }) },
    {
      shows: 'a password that is too common',
      as: () => null,
      ids: ({ tokens }) => ({ token: tokens.reset }),
      steps: async page => {
        await fill(page, 'Nova senha', 'senha1234567')
        await press(page, 'Salvar senha e entrar')
        await sees(page, 'Esta senha está entre as mais usadas')
      },
    },
    { shows: 'an invitation', as: () => null, ids: ({ tokens }) => ({ token: tokens.invitation }) },
    {
      shows: 'that it is invalid',
      as: () => null,
      ids: () => ({ token: 'used' }),
      steps: page => sees(page, 'Este link não vale mais'),
    },
  ],
  '/': [
    { shows: 'the home of the merchant' },
    { shows: 'that a person belongs to no merchant', as: ({ portal }) => newPortalPerson(portal.trilho) },
    {
      shows: 'the menu of a phone',
      window: 'phone',
      steps: page => press(page, 'Abrir menu'),
      opens: 'edges/shell/shell.tsx',
    },
  ],
  '/$': [
    { shows: 'that there is no such page' },
    {
      shows: 'that the session cannot be read',
      steps: async page => {
        await page.route('**/portal/api/session', route => route.fulfill(broken), { times: 1 })
        await page.reload()
        await page.getByRole('alert').waitFor()
      },
    },
  ],
  '/profile': [
    { shows: 'the settings of a person' },
    { shows: 'the settings in English', as: ({ portal, ids }) => newEnglish(portal, { merchantId: ids.merchantId }) },
    { shows: 'the settings of an operator', as: ({ operator }) => operator },
    {
      shows: 'the menu of the account',
      window: 'desktop',
      steps: page => page.getByRole('button', { name: /^Sua conta/ }).click(),
      opens: 'edges/shell/shell.tsx',
    },
    {
      shows: 'that the current password is wrong',
      as: ({ portal, ids }) => newUnconfirmed(portal, { merchantId: ids.merchantId }),
      steps: async page => {
        await fill(page, 'Senha atual', 'not the password')
        await fill(page, 'Nova senha', 'outra senha bem comprida')
        await press(page, 'Trocar a senha')
        await sees(page, 'A senha atual não é esta')
      },
    },
    {
      shows: 'that the list of sessions cannot be read',
      steps: async page => {
        await page.route('**/portal/api/sessions', route => route.fulfill({ ...broken, status: 404 }), { times: 1 })
        await page.reload()
        await page.getByRole('alert').waitFor()
      },
    },
    {
      shows: 'whether to end the other sessions',
      as: async ({ portal, ids }) => {
        const person = await newUnconfirmed(portal, { merchantId: ids.merchantId })
        await newVisitor(portal.url).signIn(person.email)
        return person
      },
      steps: page => press(page, 'Encerrar as outras'),
      opens: 'tenancy/people/sessions-section.tsx',
    },
    { shows: 'the passkeys of a person', as: ({ passkeyOwner }) => passkeyOwner },
    {
      shows: 'the name of a new passkey',
      as: ({ passkeyOwner }) => passkeyOwner,
      steps: page => press(page, 'Adicionar passkey'),
      opens: 'tenancy/people/passkeys-section.tsx',
    },
    {
      shows: 'that the second factor is missing',
      as: async ({ portal, ids }) => {
        const { trilho, url } = portal
        const person = await newPersonWithPassword(trilho, { merchantId: ids.merchantId })
        const visitor = newVisitor(url)
        await visitor.signIn(person.email)
        await newAuthenticator(url).register(visitor)
        await trilho.sql`update sessions set second_factor = false where person_id = ${person.id}`
        return { token: visitor.cookie().replace('trilho=', '') }
      },
      steps: page => sees(page, 'Falta o segundo fator'),
    },
    {
      shows: 'the key of one-time codes',
      as: ({ portal, ids }) => newWithoutCodes(portal, ids.merchantId),
      steps: async page => {
        await press(page, 'Ativar códigos')
        await page.getByRole('img', { name: /QR Code/ }).waitFor()
        await page.getByLabel(/Digite o código/).fill('000000')
        await press(page, 'Ativar')
        await sees(page, 'Este código não vale')
      },
      opens: 'tenancy/people/second-factor-section.tsx',
    },
    {
      shows: 'recovery codes',
      as: ({ portal, ids }) => newWithoutCodes(portal, ids.merchantId),
      steps: async (page, { portal }) => {
        await press(page, 'Ativar códigos')
        await enableOn(page, portal)
      },
      opens: 'tenancy/people/second-factor-section.tsx',
    },
    {
      shows: 'the question for the password',
      as: ({ portal, ids }) => newWithoutCodes(portal, ids.merchantId),
      steps: async (page, { portal }) => {
        await press(page, 'Ativar códigos')
        await enableOn(page, portal)
        await press(page, 'Já guardei')
        await portal.trilho.sql`update sessions set confirmed_at = confirmed_at - interval '6 minutes'`
        await press(page, 'Desativar')
        await pressInDialog(page, 'Desativar')
        await page.getByRole('dialog', { name: 'Confirme que é você' }).getByLabel('Senha').fill('not the password')
        await press(page, 'Confirmar')
        await sees(page, 'E-mail, senha ou código incorreto.')
      },
      opens: 'kit/confirm-identity.tsx',
    },
    {
      shows: 'that one-time codes must be turned on',
      portal: ({ production }) => production,
      as: inProduction,
      steps: async page => {
        await page.getByRole('heading', { level: 1, name: 'Proteja sua conta' }).waitFor()
        await page.getByRole('img', { name: /QR Code/ }).waitFor()
      },
    },
    {
      shows: 'recovery codes after one-time codes had to be turned on',
      portal: ({ production }) => production,
      as: inProduction,
      steps: (page, { production }) => enableOn(page, production),
    },
  ],
}
