import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { watchBooks } from '../../server/src/operations/books-audit/audit-books.ts'
import { createAccessKey } from '../../server/src/tenancy/access-keys/create-access-key.ts'
import { requireRail } from '../../server/src/money/rails/rails-of.ts'
import { apiClient } from '../../server/test/kit/api-client.ts'
import { enableCodes, goodPassword, newPersonWithPassword, newVisitor } from '../../server/test/kit/portal-client.ts'
import { cpf } from '../../server/test/kit/trilho.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots, sizes, windows } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const openAsOperator = (path: string, language: 'pt' | 'en' = 'pt') =>
  portal.openPageAs({ isOperator: true, name: 'Olga Lima' }, { path, language })

/** The URL of an invitation, which a sandbox shows. */
async function takeLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'O link está pronto' })
  const link = (await dialog.getByRole('link').getAttribute('href')) ?? ''
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  return new URL(link).pathname.replace('/portal', '')
}

async function setPassword(page: Page) {
  await page.locator('input[autocomplete="new-password"]').fill(goodPassword)
  await page.locator('button[type="submit"]').click()
}

test('an operator registers a merchant, its owner accepts the invitation, and the plan and limits apply', async () => {
  const { page, complaints } = await openAsOperator('/operator/merchants')
  await settle(page)
  await page.getByRole('button', { name: 'Novo lojista' }).click()
  const form = page.getByRole('dialog', { name: 'Novo lojista' })
  await form.getByRole('button', { name: 'Cadastrar lojista' }).click()
  await form.getByText('Os dígitos verificadores não conferem').waitFor()
  await form.getByLabel('Nome', { exact: true }).fill('Café Ipê Ltda')
  await form.getByLabel('CNPJ').fill('11444777000161')
  expect(await form.getByLabel('CNPJ').inputValue()).toBe('11.444.777/0001-61')
  await form.getByLabel('Cidade').fill('Curitiba')
  await form.getByLabel('Tarifa fixa').fill('0,25')
  await form.getByLabel('Percentual').fill('1,5')
  await form.getByLabel('Nome do proprietário').fill('Rita Dona')
  await form.getByLabel('E-mail do proprietário').fill('rita@cafe-ipe.example.com')
  await shots(page, 'operator-new-merchant')
  await form.getByRole('button', { name: 'Cadastrar lojista' }).click()
  const link = await takeLink(page)

  await heading(page, 'Café Ipê Ltda')
  await page.getByText('Esta conta ainda não tem proprietário').waitFor()
  await shots(page, 'operator-merchant-new')
  const owner = await portal.openPage({ path: link })
  await setPassword(owner.page)
  await heading(owner.page, 'Início')
  await owner.page.getByText('Café Ipê Ltda').first().waitFor()
  const merchantId = /\/m\/([^/?]+)/.exec(owner.page.url())?.[1] ?? ''

  const key = await createAccessKey(trilho.needs, { merchantId, scopes: ['payments'] })
  const api = await apiClient(portal.url, key)
  const charges = async (id: string) => (await api.read(id)).body.data.transaction.charges
  expect(await charges(await api.createCashIn({ amount: '100' }))).toBe('1.750000')

  await page.reload()
  await heading(page, 'Café Ipê Ltda')
  expect(await page.getByText('Esta conta ainda não tem proprietário').count()).toBe(0)
  await page.getByRole('button', { name: 'Mostrar o documento completo' }).click()
  await page.getByText('11.444.777/0001-61').waitFor()
  await page.getByRole('button', { name: 'Alterar: Plano de cobrança' }).click()
  const plan = page.getByRole('dialog', { name: 'Plano de cobrança' })
  expect(await plan.getByLabel('Percentual').inputValue()).toBe('1,50')
  await plan.getByLabel('Tarifa fixa').fill('0')
  await plan.getByLabel('Percentual').fill('200')
  await plan.getByRole('button', { name: 'Salvar' }).click()
  await plan.getByText('Percentual de 0 a 100').waitFor()
  await plan.getByLabel('Percentual').fill('2')
  await plan.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('2,00%').waitFor()

  await page.getByRole('button', { name: 'Alterar: Aprovações' }).click()
  const policy = page.getByRole('dialog', { name: 'Aprovações' })
  await policy.getByLabel('Aprovadores do lojista').fill('2')
  await policy.getByLabel('A operação também aprova acima de').fill('5.000')
  await shots(page, 'operator-policy')
  await policy.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('R$ 5.000,00').waitFor()

  await page.getByRole('button', { name: 'Alterar: Limites' }).click()
  const limits = page.getByRole('dialog', { name: 'Limites' })
  await limits.getByLabel('Envio Pix, por transação').fill('50')
  await limits.getByLabel('Envios Pix, por dia').fill('80,00')
  await shots(page, 'operator-limits')
  await limits.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('R$ 80,00').waitFor()
  await shots(page, 'operator-merchant')

  // A new server has the current settings; the others within 3 seconds.
  const there = await apiClient((await trilho.startServer()).url, key)
  const paid = await there.createCashIn({ amount: '200' })
  expect(await charges(paid)).toBe('4.000000')
  await there.simulate('complete', paid)
  expect((await there.requestCashOut({ amount: '51' })).body.error.details.reason).toBe('LimitExceeded')
  expect((await there.requestCashOut({ amount: '50' })).status).toBe(201)
  expect((await there.requestCashOut({ amount: '31' })).body.error.details.reason).toBe('LimitExceeded')
  await closeNotices(page)
  await page.getByRole('link', { name: 'Abrir o portal deste lojista' }).click()
  await page.waitForURL(`**/portal/m/${merchantId}`)
  expect(complaints.filter(text => !/status of 4/.test(text))).toEqual([])
})

test('merchants are listed, searched without accents, and seen on a phone', async () => {
  await trilho.newMerchant({ balance: '1234.56' })
  const { page } = await openAsOperator('/operator/merchants')
  await page.getByPlaceholder('Lojista, CNPJ, id, pedido ou id ponta a ponta').fill('sao joao')
  await page.getByRole('row').filter({ hasText: 'Padaria São João Ltda' }).first().waitFor()
  await shots(page, 'operator-merchants')
  for (const window of windows) {
    await page.setViewportSize(sizes[window])
    await page.getByRole('button', { name: 'O que é Bloqueado?' }).click()
    const explained = page.getByText('Um banco contestou um pagamento recebido')
    await explained.waitFor()
    await page.keyboard.press('Escape')
    await explained.waitFor({ state: 'detached' })
  }
  await expectFitsPhone(page)
  await page.getByPlaceholder('Lojista, CNPJ, id, pedido ou id ponta a ponta').fill('ninguém')
  await page.getByText('Nenhum lojista encontrado').waitFor()
})

test('the platform shows its money and its health in both languages', async () => {
  await watchBooks(trilho.needs)
  const { page } = await openAsOperator('/operator')
  await heading(page, 'Visão geral')
  for (const text of ['Saldo dos lojistas', 'Tarifas ganhas', 'Conferidos sem erro', 'nenhum banco é chamado'])
    await page.getByText(text).first().waitFor()
  await shots(page, 'operator-home')
  await expectFitsPhone(page)
  const english = await openAsOperator('/operator', 'en')
  await english.page.getByText('Audited without errors').waitFor()
  await shots(english.page, 'operator-home-en')
})

test('every health line links to its subject: payout, exception, webhooks, mail and books', async () => {
  const { trilho, url, openPageAs } = await openPortal({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no@example.com' })
  const shop = await trilho.newMerchant({ balance: '100' })
  const { merchantId } = shop
  const refusing = await openSink({ status: 500 })
  await shop.simulate('complete', await shop.createCashIn({ webhook: { url: refusing.url } }))
  const unmatched = await shop.createCashIn({ amount: '10' })
  const { returns } = await trilho.needs.railsOf(null)
  vi.spyOn(requireRail(returns), 'sendReturn').mockResolvedValueOnce({ state: 'refused', cause: 'AccountClosed' })
  await shop.simulate('complete', unmatched, { amount: '7', name: 'João', taxNumber: cpf.joao })
  await trilho.needs.bankOrders.stepAndWait()
  const payout = await shop.createCashOut({ amount: '20' })
  await trilho.sql`
    insert into bank_orders (merchant_id, id, kind, transaction_id, state, next_step_at, created_at)
    values (${merchantId}, gen_random_uuid(), 'payout', ${payout}, 'Waiting', now() - interval '1 hour', now())`
  const ana = await newPersonWithPassword(trilho, { merchantId, name: 'Ana Convidada' })
  await trilho.sql`
    insert into mails (id, created_at, kind, masked_to, person_id, fault)
    values (gen_random_uuid(), now(), 'invitation', 'a***@example.com', ${ana.id}, 'EENVELOPE 550')`
  await trilho.sql`update transactions set charges = charges + 1 where merchant_id = ${merchantId} and id = ${payout}`
  await watchBooks(trilho.needs)

  const { page } = await openPageAs({ isOperator: true }, { path: '/operator' })
  await shots(page, 'operator-health-links')
  await expectFitsPhone(page)
  const follow = async (line: string, link: string | RegExp, to: string) => {
    await page.goto(`${url}/portal/operator`)
    await settle(page)
    await page.getByRole('listitem').filter({ hasText: line }).getByRole('link', { name: link }).first().click()
    await page.waitForURL(`**${to}`)
    await settle(page)
  }
  await follow('Ordens aos bancos', 'Envio · Padaria', `/m/${merchantId}/transactions/${payout}`)
  await page.getByText('R$ 20,00').first().waitFor()
  await follow('Exceções do banco', /^Devolução · /, '/operator/exceptions/*/*')
  await page.getByText('Recusado: AccountClosed').first().waitFor()
  for (const line of ['Entrega de webhooks', 'Fila de webhooks']) {
    await follow(line, 'Padaria', `/m/${merchantId}/webhooks`)
    await page.getByText(new URL(refusing.url).host).first().waitFor()
  }
  await follow('E-mails', 'a***@example.com · Convite', `/operator/people?search=${ana.id}`)
  await page.getByRole('row').filter({ hasText: 'Ana Convidada' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  await follow('Livros contábeis', /^Transação/, `/m/${merchantId}/transactions/${payout}`)
})

test('an operator invites another owner for a merchant that has one, and says why', async () => {
  const { merchantId } = await trilho.newMerchant()
  await newPersonWithPassword(trilho, { merchantId })
  const { page, complaints } = await openAsOperator(`/operator/merchants/${merchantId}`)
  await page.getByRole('button', { name: 'Convidar outro proprietário' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convidar outro proprietário' })
  await dialog.getByLabel('Nome do proprietário').fill('Rita Nova')
  await dialog.getByLabel('E-mail do proprietário').fill('rita.nova@example.com')
  await dialog.getByRole('button', { name: 'Convidar outro proprietário' }).click()
  await dialog.getByText('Informe o motivo').waitFor()
  await dialog.getByLabel('Motivo').fill('A dona deixou a empresa')
  await dialog.getByRole('button', { name: 'Convidar outro proprietário' }).click()
  const invited = await portal.openPage({ path: await takeLink(page) })
  await invited.page.locator('input[autocomplete="new-password"]').waitFor()
  expect([...complaints, ...invited.complaints]).toEqual([])
})

test('an operator finds a person, disables them at once, enables them again, resets codes and invites an operator', async () => {
  const { merchantId } = await trilho.newMerchant()
  const finance = await newPersonWithPassword(trilho, { merchantId, roles: ['finance', 'viewer'], name: 'Fábio Nunes' })
  const visitor = newVisitor(portal.url)
  await visitor.signIn(finance.email)
  await enableCodes(trilho, visitor)
  const { page } = await openAsOperator('/operator/people')
  await page.getByPlaceholder('Buscar por nome ou e-mail').fill(finance.email)
  const person = page.getByRole('row').filter({ hasText: 'Fábio Nunes' })
  await person.getByText('Financeiro, Consulta').waitFor()
  await shots(page, 'operator-people')
  await settle(page)

  const act = async (item: string, title: string) => {
    await person.getByRole('button', { name: 'Ações de Fábio Nunes' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: item }).click()
  }
  expect((await visitor.get('/session')).status).toBe(200)
  await act('Desativar', 'Desativar Fábio Nunes?')
  await person.getByText('Desativada').waitFor()
  expect((await visitor.get('/session')).status).toBe(401)
  await act('Reativar', 'Reativar Fábio Nunes?')
  await person.getByText('Ativa', { exact: true }).waitFor()
  await act('Zerar códigos de uso único', 'Zerar os códigos de Fábio Nunes?')
  await person.getByText('Não ativos').waitFor()

  await act('Enviar link de senha', 'Enviar a Fábio Nunes um link para criar uma senha?')
  await shots(page, 'operator-shown-link')
  const again = await portal.openPage({ path: await takeLink(page) })
  await heading(again.page, 'Nova senha')

  await closeNotices(page)
  await page.getByRole('button', { name: 'Convidar operador' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convidar operador' })
  await dialog.getByLabel('Nome').fill('Otávio Reis')
  await dialog.getByLabel('E-mail').fill('otavio@trilho.example.com')
  await dialog.getByRole('checkbox', { name: 'Tesouraria' }).check()
  await dialog.getByRole('button', { name: 'Convidar operador' }).click()
  const invited = await portal.openPage({ path: await takeLink(page) })
  await setPassword(invited.page)
  await heading(invited.page, 'Visão geral')
  await expectFitsPhone(page)
})

test("a merchant's owner is refused every operator function, on the screen and by the API", async () => {
  const { merchantId } = await trilho.newMerchant()
  const merchantPath = `/operator/merchants/${merchantId}`
  const shared = ['/operator/merchants', merchantPath, '/operator/people', '/operator/exceptions']
  const { page, person: owner } = await portal.openPageAs({ merchantId }, { path: '/operator' })
  await heading(page, 'Sem acesso')
  for (const path of shared) {
    await page.goto(`${portal.url}/portal${path}`)
    await heading(page, 'Sem acesso')
  }
  const asked = ['/operator/platform', ...shared]
  const answers = await Promise.all(asked.map(path => owner.get(path)))
  expect(answers.map(answer => answer.body.error.details.reason)).toEqual(asked.map(() => 'RoleNotAllowed'))
})
