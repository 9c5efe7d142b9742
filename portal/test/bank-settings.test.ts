import { expect, test } from 'vitest'
import { boletosBeside } from '../../server/test/kit/boletos-beside.ts'
import { startRealBank } from '../../server/test/kit/real-bank.ts'
import { closeNotices, expectFitsPhone, openPortal, shots } from './portal-kit.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }

/** What the screen says of each, in both languages. */
const texts = {
  changeOf: ['Mudar', 'Change'],
  changeNow: ['Testar e mudar', 'Test and change'],
  ispb: ['ISPB', 'ISPB'],
  ispbWrong: ['São 8 letras ou números', 'It has 8 letters or digits'],
  accountNumber: ['Conta corrente', 'Account number'],
  clientNumber: ['Número do cliente', 'Client number'],
  clientNumberWrong: ['Use só números', 'Use digits only'],
  tokenStyle: ['Pedido de token', 'Token request'],
  form: ['Formulário com client ID e secret', 'Form with client ID and secret'],
  scopes: ['Escopos', 'Scopes'],
  scopeNames: ['Nomes dos escopos', 'Names of the scopes'],
  missing: ['Preencha este campo', 'Fill this in'],
  limits: ['Limites de chamadas', 'Limits of calls'],
  usual: ['Os que o banco publica', 'Those that the bank publishes'],
  none: ['Nenhum', 'None'],
  others: ['Outros', 'Others'],
  publicAuthorities: ['Voltar às autoridades públicas', 'Go back to the public authorities'],
  notCompared: ['nenhum pagamento mostra', 'no payment shows'],
  sameAccount: ['A conta é a mesma', 'It is the same account'],
} as const

test.each([
  ['pt', 'desktop'],
  ['en', 'phone'],
] as const)(
  'an operator gives a bank its contract, and changes every setting of a connection (%s, %s)',
  async (language, window) => {
    const of = (key: keyof typeof texts) => texts[key][language === 'pt' ? 0 : 1]
    const portal = await openPortal(production, { isConnected: false })
    const { needs } = portal.trilho
    const bank = await startRealBank()
    const efi = await bank.connect(needs, 'efi', true)
    const sicoob = await bank.connect(needs, 'sicoob', false)
    const { page, person, complaints } = await portal.openPageAs(
      { isOperator: true },
      { path: '/operator/banks', language, window },
    )
    const settingsOf = async (id: string) => {
      const { items } = (await person.get('/operator/bank-connections')).body.data
      return items.find((one: { id: string }) => one.id === id).settings
    }
    const open = async (name: string) => {
      await page.getByRole('button', { name: `${of('changeOf')} ${name}` }).click()
      return page.getByRole('dialog', { name: `${of('changeOf')} ${name}` })
    }

    const contract = await bank.contractOf('sicoob')
    const change = await open('sicoob')
    const submit = change.getByRole('button', { name: of('changeNow') })
    await change.getByLabel(of('ispb')).fill('x')
    await change.getByLabel(of('clientNumber')).fill('contrato')
    await submit.click()
    await change.getByText(of('ispbWrong')).waitFor()
    await change.getByText(of('clientNumberWrong')).waitFor()
    await change.getByLabel(of('ispb')).fill('99999008')
    await change.getByLabel(of('clientNumber')).fill(contract.clientNumber)
    await change.getByLabel(of('accountNumber')).fill(contract.accountNumber)
    await change.getByLabel(of('tokenStyle')).selectOption(of('form'))
    await change.getByLabel(of('scopes'), { exact: true }).selectOption(of('others'))
    await submit.click()
    await change.getByText(of('missing')).waitFor()
    const scopes = 'cob.read cob.write pix.read pix.write webhook.read webhook.write'
    const more =
      'pixpagamentos_escrita pixpagamentos_consulta pixpagamentos_webhook boletos_inclusao boletos_consulta boletos_alteracao'
    await change.getByLabel(of('scopeNames')).fill(`${scopes} ${more}`)
    await submit.click()
    await change.getByText(of('notCompared')).waitFor()
    await change.getByLabel(of('sameAccount')).check()
    await shots(page, `bank-settings-${language}`)
    if (window === 'phone') await expectFitsPhone(page)
    await submit.click()
    await change.waitFor({ state: 'detached' })
    await closeNotices(page)
    const given = { ...contract, ispb: '99999008', tokenStyle: 'form', scopes: `${scopes} ${more}` }
    expect(await settingsOf(sicoob)).toMatchObject(given)
    const { merchantAt, registered } = boletosBeside(portal.trilho, bank)
    expect((await registered(await merchantAt(sicoob))).boleto.barcode).toMatch(/^\d{44}$/)

    const other = await open('efi')
    await other.getByLabel(of('scopes'), { exact: true }).selectOption(of('none'))
    await other.getByLabel(of('limits')).selectOption(of('usual'))
    await other.getByLabel(of('publicAuthorities')).check()
    // Its certificate file has the authority, too.
    await other.getByRole('button', { name: of('changeNow') }).click()
    await other.waitFor({ state: 'detached' })
    await closeNotices(page)
    expect(await settingsOf(efi)).toMatchObject({ scopes: '', limits: null, hasAuthority: false })
    const back = await open('efi')
    expect(await back.getByLabel(of('publicAuthorities')).count()).toBe(0)
    expect(await back.getByLabel(of('scopes'), { exact: true }).inputValue()).toBe('noneAtAll')
    await back.getByLabel(of('scopes'), { exact: true }).selectOption(of('usual'))
    await back.getByLabel(of('limits')).selectOption(of('none'))
    await back.getByRole('button', { name: of('changeNow') }).click()
    await back.waitFor({ state: 'detached' })
    expect(await settingsOf(efi)).toMatchObject({ scopes: null, limits: {} })
    expect(complaints.filter(text => !/status of 409/.test(text))).toEqual([])
  },
)
