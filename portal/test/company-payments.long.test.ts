import PDF from 'pdfkit'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setApprovalPolicy } from '../../server/src/tenancy/merchants/set-terms.ts'
import { parseAmount } from '../../server/src/platform/brazil/money.ts'
import type { Role } from '../../server/src/tenancy/people/permissions.ts'
import { startSession } from '../../server/src/tenancy/people/sessions.ts'
import { cnpj, newPayer } from '../../server/test/kit/company-payments.ts'
import { invoices, send, uploadAddress } from '../../server/test/kit/invoices.ts'
import { goodPassword, newPersonWithPassword, newPortalPerson } from '../../server/test/kit/portal-client.ts'
import { dataFolder } from '../../server/test/kit/server-process.ts'
import { expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal({ TRILHO_DATA: await dataFolder() })
const { trilho } = portal

/** The browser's own log lines of refused calls and of its PDF viewer are not errors of the page. */
const faultsAmong = (complaints: string[]) =>
  complaints.filter(text => !/the server responded with a status of 4|^called chrome(-extension)?:/.test(text))

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const isThere = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const buttonCount = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).count()

/** A person whose last confirmation is too old to approve without a new one. */
async function newCautious(who: { merchantId?: string; roles?: Role[]; isOperator?: boolean; name: string }) {
  const person = await newPersonWithPassword(trilho, who)
  const session = { personId: person.id, secondFactor: true, address: '127.0.0.1', agent: 'test' }
  const { token } = await startSession(trilho.needs, session)
  await trilho.sql`update sessions set confirmed_at = now() - interval '6 minutes' where person_id = ${person.id}`
  return { ...person, token }
}

async function showPassword(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })
  await dialog.getByLabel('Senha', { exact: true }).fill(goodPassword)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
}

async function invoicePdf(): Promise<Buffer> {
  const document = new PDF({ size: 'A4', margin: 56 })
  document.fontSize(22).text('NOTA FISCAL ELETRÔNICA').fontSize(12).text('Nº 000.042 · Série 1').moveDown()
  document.text('Emitente: Moinho Estrela Ltda · CNPJ 11.444.777/0001-61')
  document.text('Destinatário: Padaria São João Ltda').moveDown().text('50 sacas de farinha de trigo  R$ 300,00')
  document.end()
  const parts: Buffer[] = []
  for await (const part of document) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Drops the file on the drop zone of the page. */
async function dropFile(page: Page, name: string, type: string, bytes: Buffer) {
  const file = { name, type, bytes: [...bytes] }
  const dataTransfer = await page.evaluateHandle(({ name, type, bytes }) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(bytes)], name, { type }))
    return transfer
  }, file)
  await page.locator('.mantine-Dropzone-root').dispatchEvent('drop', { dataTransfer })
}

async function newShop(options: Parameters<typeof newPayer>[1] = {}) {
  const payer = await newPayer(trilho, options)
  const { merchantId } = payer
  return { ...payer, base: `/m/${merchantId}`, of: (name: string, ...roles: Role[]) => ({ merchantId, roles, name }) }
}

/** Like a page that gets the focus again after a while. */
const readAgain = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 60_000
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

describe('a payment', () => {
  test('is requested with its invoice, cannot be approved by its requester, is approved by another person, and held', async () => {
    const shop = await newShop({ chargeFixed: '0.10' })
    const asking = await portal.openPageAs(shop.of('Fábio Lima', 'finance', 'approver'), {
      path: `${shop.base}/requests`,
    })
    const { page } = asking
    await isThere(page, 'Nenhuma solicitação ainda')
    await shots(page, 'requests-empty')
    await page.getByRole('link', { name: 'Nova solicitação' }).first().click()
    await heading(page, 'Nova solicitação')
    await page.getByRole('button', { name: 'Solicitar pagamento' }).click()
    await isThere(page, 'Escolha o favorecido')
    await isThere(page, 'Informe um valor como 1.234,56')
    await settle(page)

    await page.getByRole('combobox', { name: 'Favorecido' }).fill('moinho')
    await page.getByRole('option', { name: /Moinho Estrela/ }).click()
    // Its only account chooses itself once it is read.
    await expect.poll(() => page.getByRole('combobox', { name: 'Conta' }).inputValue()).not.toBe('')
    await page.getByLabel('Valor').fill('300,00')
    await page.getByLabel('Descrição').fill('Farinha de novembro')
    await dropFile(page, 'planilha.exe', 'application/x-msdownload', Buffer.from('MZ'))
    await isThere(page, 'planilha.exe não é PDF, PNG, JPEG nem XML.')
    await dropFile(page, 'Nota fiscal 42.pdf', 'application/pdf', await invoicePdf())
    await isThere(page, 'Nota fiscal 42.pdf')
    await shots(page, 'new-request')
    await page.getByRole('button', { name: 'Solicitar pagamento' }).click()

    await heading(page, 'R$ 300,00 para Moinho Estrela')
    await isThere(page, 'Você solicitou este pagamento: outra pessoa precisa aprovar.')
    expect(await buttonCount(page, 'Aprovar')).toBe(0)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const tried = await asking.person.post(`/merchants/${shop.merchantId}/requests/${id}/approve`)
    expect([tried.status, tried.body.error.details.reason]).toEqual([409, 'ApproverNotAllowed'])

    const approver = await newCautious(shop.of('Bruna Reis', 'approver'))
    const approving = await portal.openPageOf(approver, { path: `${shop.base}/requests` })
    const waiting = approving.page.getByRole('table', { name: 'Aguardam sua aprovação' })
    await waiting.getByRole('link', { name: /Moinho Estrela/ }).waitFor()
    await shots(approving.page, 'requests')
    await waiting.getByRole('link', { name: /Moinho Estrela/ }).click()
    await heading(approving.page, 'R$ 300,00 para Moinho Estrela')
    // That the browser's own viewer shows it is seen in accessibility/paying-states.ts.
    await approving.page.getByTitle('Documento Nota fiscal 42.pdf').waitFor()
    await shots(approving.page, 'request-to-approve')

    await approving.page.getByRole('button', { name: 'Aprovar' }).click()
    const dialog = approving.page.getByRole('dialog', { name: 'Aprovar R$ 300,00?' })
    await dialog.getByLabel('Comentário (opcional)').fill('A farinha chegou')
    await shots(approving.page, 'approve-dialog')
    await dialog.getByRole('button', { name: 'Aprovar' }).click()
    await showPassword(approving.page)
    await approving.page.getByText('Aprovação registrada').waitFor()
    await approving.page.getByText('A farinha chegou').waitFor()

    const { entity, flows } = await shop.readRequest(id)
    expect(entity).toMatchObject({ status: 'Approved', executionState: 'Created', amount: '300.000000' })
    expect(flows).toMatchObject([
      { userFullName: 'Fábio Lima', status: 'Pending' },
      { userFullName: 'Bruna Reis', status: 'Approved', comment: 'A farinha chegou' },
    ])
    expect(await shop.balance()).toMatchObject({ available: '699.900000', held: '300.100000' })
    await shots(approving.page, 'request-approved')
    await expectFitsPhone(approving.page)
    expect(faultsAmong(asking.complaints)).toEqual([])
    expect(faultsAmong(approving.complaints)).toEqual([])
  })

  test('is rejected with a reason, or cancelled by its requester', async () => {
    const shop = await newShop()
    const [first, second] = [await shop.createRequest('40'), await shop.createRequest('50')]
    const { page } = await portal.openPageAs(shop.of('Bruna Reis', 'approver'), {
      path: `${shop.base}/requests/${first.id}`,
    })
    await page.getByRole('button', { name: 'Recusar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Recusar este pagamento?' })
    await dialog.getByRole('button', { name: 'Recusar' }).click()
    await dialog.getByText('Diga por quê').waitFor()
    await dialog.getByLabel('Comentário').fill('Valor diferente da nota')
    await dialog.getByRole('button', { name: 'Recusar' }).click()
    await isThere(page, 'Pagamento recusado')
    await isThere(page, 'Valor diferente da nota')
    expect((await shop.readRequest(first.id)).entity.status).toBe('Rejected')

    const asking = await portal.openPageAs(shop.of('Fábio Lima', 'finance'), {
      path: `${shop.base}/requests/${second.id}`,
    })
    await asking.page.getByRole('button', { name: 'Cancelar solicitação' }).click()
    await asking.page.getByRole('dialog').getByRole('button', { name: 'Cancelar solicitação' }).click()
    await isThere(asking.page, 'Solicitação cancelada')
    expect((await shop.readRequest(second.id)).entity.status).toBe('Cancelled')
    await expect.poll(() => buttonCount(asking.page, 'Cancelar solicitação')).toBe(0)
  })

  test('without enough balance shows a message, before and after an attempt', async () => {
    const shop = await newShop({ balance: '20' })
    const { id } = await shop.createRequest('40')
    const { page } = await portal.openPageAs(shop.of('Bruna Reis', 'approver'), {
      path: `${shop.base}/requests/${id}`,
      language: 'en',
    })
    await isThere(page, 'The balance does not cover this payment')
    await isThere(page, /R\$ 40\.00 is needed and R\$ 20\.00 is available/)
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve R$ 40.00?' })
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'The available balance does not cover' }).waitFor()
    expect((await shop.readRequest(id)).entity.status).toBe('Pending')
    await shots(page, 'request-en')
  })

  test('above the limit needs the operator too', async () => {
    const shop = await newShop()
    const { merchantId } = shop
    await setApprovalPolicy(trilho.needs, {
      merchantId,
      approversNeeded: 1,
      operatorApprovesAbove: parseAmount('100'),
    })
    const { id } = await shop.createRequest('500')
    const { page } = await portal.openPageAs(shop.of('Bruna Reis', 'approver'), { path: `${shop.base}/requests/${id}` })
    await isThere(page, 'O valor passa do limite: o Trilho também precisa aprovar.')
    await page.getByRole('button', { name: 'Aprovar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
    await isThere(page, 'A equipe já aprovou. Falta o Trilho, porque o valor passa do limite.')
    expect((await shop.readRequest(id)).entity.status).toBe('Pending')

    const operator = await newCautious({ isOperator: true, name: 'Olga do Trilho' })
    const reviewing = await portal.openPageOf(operator, { path: '/operator/reviews?queue=payments' })
    await reviewing.page.getByRole('link', { name: /Moinho Estrela/ }).waitFor()
    await shots(reviewing.page, 'reviews-payments')
    await reviewing.page.getByRole('link', { name: /Moinho Estrela/ }).click()
    await isThere(reviewing.page, 'O valor passa do limite do lojista: precisa também da aprovação do Trilho.')
    expect(await buttonCount(reviewing.page, 'Cancelar solicitação')).toBe(0)
    await reviewing.page.getByRole('button', { name: 'Aprovar' }).click()
    await reviewing.page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
    await showPassword(reviewing.page)
    await isThere(reviewing.page, 'Aprovação registrada')
    const { entity, flows } = await shop.readRequest(id)
    expect(entity.status).toBe('Approved')
    expect(flows.at(-1)).toMatchObject({ userFullName: 'Olga do Trilho', userRealm: 'Operator' })
    expect(faultsAmong(reviewing.complaints)).toEqual([])
  })

  test('is read-only for people who may not decide, and its requester attaches and removes invoices', async () => {
    const shop = await newShop()
    const { id } = await shop.createRequest('40')
    const looking = await portal.openPageAs(shop.of('Vera Dias', 'viewer'), { path: `${shop.base}/requests/${id}` })
    await isThere(looking.page, 'Seu papel permite acompanhar, não decidir.')
    await isThere(looking.page, 'Ninguém mais da equipe pode aprovar.')
    await isThere(looking.page, 'Nenhum documento anexado')
    for (const name of ['Aprovar', 'Recusar', 'Cancelar solicitação'])
      expect(await buttonCount(looking.page, name)).toBe(0)

    const { page } = await portal.openPageAs(shop.of('Fábio Lima', 'finance'), { path: `${shop.base}/requests/${id}` })
    await page.locator('.mantine-Dropzone-root').waitFor()
    await dropFile(page, 'nota.xml', 'text/xml', Buffer.from('<?xml version="1.0"?><nfeProc><NFe/></nfeProc>'))
    await isThere(page, 'Este arquivo não tem visualização. Baixe para abrir.')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Baixar nota.xml' }).click()
    expect((await downloading).suggestedFilename()).toBe('nota.xml')
    await dropFile(page, 'falsa.pdf', 'application/pdf', Buffer.from('this is no PDF'))
    await isThere(page, 'Envie um arquivo PDF, PNG, JPEG ou XML.')
    await page.getByRole('button', { name: 'Remover nota.xml' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
    await isThere(page, 'Documento removido')
    await expect.poll(() => page.getByRole('link', { name: 'Baixar nota.xml' }).count()).toBe(0)

    // A document attached by API shows its given name, and its file name beside it.
    await send(await uploadAddress(shop, id, 'nf-7.xml'), invoices.xml)
    await page.reload()
    await isThere(page, 'Invoice of November')
    await isThere(page, 'nf-7.xml')
  })
})

describe('a receiver', () => {
  test('is registered, corrected, given an account, approved by the operator, and can be paid', async () => {
    const shop = await newShop()
    const { page, complaints } = await portal.openPageAs(shop.of('Fábio Lima', 'finance'), {
      path: `${shop.base}/receivers`,
    })
    await page.getByRole('button', { name: 'Cadastrar favorecido' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cadastrar favorecido' })
    await dialog.getByLabel('Nome fantasia').fill('Laticinios Serra')
    await dialog.getByLabel('CNPJ').fill('45997418000154')
    await dialog.getByRole('button', { name: 'Cadastrar favorecido' }).click()
    await dialog.getByText('Os dígitos verificadores não conferem.').waitFor()
    await shots(page, 'register-receiver')
    await dialog.getByLabel('CNPJ').fill(cnpj.serra)
    await dialog.getByRole('button', { name: 'Cadastrar favorecido' }).click()

    await heading(page, 'Laticinios Serra')
    await isThere(page, 'Em análise')
    await page.getByRole('button', { name: 'Corrigir dados' }).click()
    await page.getByRole('dialog').getByLabel('Nome fantasia').fill('Laticínios Serra')
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await heading(page, 'Laticínios Serra')
    await page.getByRole('button', { name: 'Incluir conta' }).first().click()
    const account = page.getByRole('dialog', { name: 'Incluir conta' })
    await account.getByRole('combobox', { name: 'Banco' }).fill('itaú')
    await page.getByRole('option', { name: /Itaú Unibanco/ }).click()
    await account.getByLabel('Agência').fill('0001')
    await account.getByLabel('Conta', { exact: false }).last().fill('12345-6')
    await account.getByRole('button', { name: 'Incluir conta' }).click()
    await page.getByRole('cell', { name: /Itaú Unibanco/ }).waitFor()
    await shots(page, 'receiver-in-review')

    const operator = await newCautious({ isOperator: true, name: 'Olga do Trilho' })
    const reviewing = await portal.openPageOf(operator, { path: '/operator/reviews' })
    await reviewing.page.getByRole('button', { name: 'Analisar Laticínios Serra' }).waitFor()
    await shots(reviewing.page, 'reviews')
    await reviewing.page.getByRole('button', { name: 'Analisar Laticínios Serra' }).click()
    const review = reviewing.page.getByRole('dialog', { name: 'Laticínios Serra' })
    await review.getByText('45.997.418/0001-53').waitFor()
    await review.getByRole('button', { name: 'Recusar' }).click()
    await review.getByText('Diga ao lojista por quê').waitFor()
    await review.getByLabel('Nota para o lojista').fill('Tudo certo na Receita')
    await shots(reviewing.page, 'review-dialog')
    await review.getByRole('button', { name: 'Aprovar' }).click()
    await showPassword(reviewing.page)
    await isThere(reviewing.page, 'Laticínios Serra aprovado')

    await page.reload()
    await isThere(page, 'Tudo certo na Receita')
    await shots(page, 'receiver-approved')
    await page.getByRole('link', { name: 'Nova solicitação' }).click()
    await page.getByRole('combobox', { name: 'Favorecido' }).and(page.locator('[value^="Laticínios Serra"]')).waitFor()
    await page.getByRole('combobox', { name: 'Conta' }).and(page.locator('[value^="Itaú Unibanco"]')).waitFor()
    expect(faultsAmong(complaints)).toEqual([])
    expect(faultsAmong(reviewing.complaints)).toEqual([])
  })

  test('that the operator rejects shows the reason, and is registered again with corrected data', async () => {
    const shop = await newShop()
    const finance = await newPortalPerson(trilho, shop.of('Fábio Lima', 'finance'))
    const path = `/merchants/${shop.merchantId}/receivers`
    const { body } = await finance.post(path, { fantasyName: 'Gráfica Aurora', cnpj: cnpj.letters })
    const operator = await portal.openPageAs(
      { isOperator: true, name: 'Olga do Trilho' },
      { path: '/operator/reviews' },
    )
    await operator.page.getByRole('button', { name: 'Analisar Gráfica Aurora' }).click()
    const review = operator.page.getByRole('dialog', { name: 'Gráfica Aurora' })
    await review.getByLabel('Nota para o lojista').fill('O CNPJ está inativo na Receita')

    // Corrected while the operator reviews it, and the list was reloaded: the operator must review it again.
    await finance.put(`${path}/${body.data.id}`, { fantasyName: 'Gráfica Aurora Ltda', cnpj: cnpj.letters })
    await readAgain(operator.page)
    await operator.page.getByText('Gráfica Aurora Ltda').waitFor({ state: 'attached' })
    await review.getByRole('button', { name: 'Recusar' }).click()
    await isThere(operator.page, 'O favorecido foi alterado durante a sua análise.')
    const again = operator.page.getByRole('dialog', { name: 'Gráfica Aurora Ltda' })
    await again.getByRole('button', { name: 'Recusar' }).click()
    await isThere(operator.page, 'Gráfica Aurora Ltda recusado')

    const { page } = await portal.openPageOf(finance, { path: `${shop.base}/receivers?status=Rejected` })
    await page.getByRole('link', { name: 'Gráfica Aurora Ltda' }).click()
    await isThere(page, '“O CNPJ está inativo na Receita”')
    await shots(page, 'receiver-rejected')
    await page.getByRole('button', { name: 'Cadastrar de novo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cadastrar favorecido' }).click()
    await isThere(page, 'Em análise')
    expect((await finance.get(`${path}?status=Pending`)).body.data.items).toHaveLength(1)
    await page.goto(`${portal.url}/portal${shop.base}/receivers`)
    await settle(page)
    expect(await page.getByRole('row').count()).toBe(4)
    await shots(page, 'receivers')
    await expectFitsPhone(page)
  })

  test('that gets another account is paid to it only after the operator has approved it', async () => {
    const shop = await newShop()
    const finance = await newPortalPerson(trilho, shop.of('Fábio Lima', 'finance'))
    const bank = { bankCode: '001', bankName: 'Banco do Brasil S.A.', agency: '12', number: '900-1' }
    const accounts = `/merchants/${shop.merchantId}/receivers/${shop.receiverId}/accounts`
    for (const number of ['900-1', '777-7']) await finance.post(accounts, { ...bank, number })
    const { page } = await portal.openPageOf(finance, { path: `${shop.base}/receivers/${shop.receiverId}` })
    await page.getByRole('row').filter({ hasText: '900-1' }).getByText('Em análise').waitFor()
    await page.goto(`${portal.url}/portal${shop.base}/requests/new?receiver=${shop.receiverId}`)
    await page.getByRole('combobox', { name: 'Conta' }).and(page.locator('[value^="Itaú Unibanco"]')).waitFor()

    const operator = await newCautious({ isOperator: true, name: 'Olga do Trilho' })
    const reviewing = await portal.openPageOf(operator, { path: '/operator/reviews' })
    await reviewing.page.getByRole('tab', { name: 'Contas novas' }).click()
    const review = async (number: string) => {
      const row = reviewing.page.getByRole('row').filter({ hasText: number })
      await row.getByRole('button', { name: 'Analisar Banco do Brasil S.A., Moinho Estrela' }).click()
      return reviewing.page.getByRole('dialog', { name: 'Moinho Estrela' })
    }
    const first = await review('900-1')
    await shots(reviewing.page, 'reviews-account')
    await first.getByRole('button', { name: 'Aprovar' }).click()
    await showPassword(reviewing.page)
    await isThere(reviewing.page, 'Conta aprovada')
    await shots(reviewing.page, 'reviews-accounts')
    const second = await review('777-7')
    await second.getByRole('button', { name: 'Recusar' }).click()
    await second.getByText('Diga ao lojista por quê').waitFor()
    await second.getByLabel('Nota para o lojista').fill('A conta é de outra empresa')
    await second.getByRole('button', { name: 'Recusar' }).click()
    await isThere(reviewing.page, 'Nenhuma conta à espera')
    await expectFitsPhone(reviewing.page)

    await page.goto(`${portal.url}/portal${shop.base}/receivers/${shop.receiverId}`)
    await page.getByRole('row').filter({ hasText: '900-1' }).getByText('Aprovada').waitFor()
    await page.getByRole('row').filter({ hasText: '777-7' }).getByText('“A conta é de outra empresa”').waitFor()
    await shots(page, 'receiver-accounts')
  })
})
