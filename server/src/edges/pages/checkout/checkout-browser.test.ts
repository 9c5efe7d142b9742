import { expect, test, vi } from 'vitest'
import { openTrilho } from '../../../../test/kit/trilho.ts'
import { openPayersBrowser, windows } from '../../../../test/kit/payers-browser.ts'
import { openSink } from '../../../../test/kit/webhook-sink.ts'
import { requireRail } from '../../../money/rails/rails-of.ts'

const trilho = await openTrilho()
const rail = requireRail((await trilho.needs.railsOf(null)).initiations)
const sink = await openSink()
const { openPage, redirectUrl, goToBank, stateInShop } = await openPayersBrowser(trilho.url)
const api = await trilho.newMerchant()

const create = () => api.createInitiation({ redirectUrl, webhook: { url: sink.url } })

const settled = async (id: string) => ({
  events: (await sink.waitForEvents(id, 1)).map(event => event.body.transactionState),
  credited: (await trilho.sql`select 1 from postings where transaction_id = ${id}`).count,
})

const decisions = [
  ['Autorizar', 'Completed'],
  ['Recusar', 'Error'],
  ['Deixar o prazo acabar', 'Cancelled'],
  ['Autorizar, mas o pagamento falha', 'Error'],
] as const

test.each(windows.flatMap(window => decisions.map(row => [window, ...row] as const)))(
  'on a %s: %s leads to the shop as %s',
  async (window, decision, state) => {
    const { id, checkoutUrl } = await create()
    const { page, complaints } = await openPage(window)
    await goToBank(page, checkoutUrl)
    await page.getByRole('button', { name: decision, exact: true }).click()
    expect(await stateInShop(page)).toBe(state)
    expect(await settled(id)).toEqual({ events: [state], credited: state === 'Completed' ? 1 : 0 })
    expect(complaints).toEqual([])
  },
)

test('double clicks, all the way, pay once', async () => {
  const { id, checkoutUrl } = await create()
  const { page, complaints } = await openPage('phone')
  await page.goto(checkoutUrl)
  await page.getByRole('link', { name: 'Itaú' }).dblclick()
  await page.getByRole('button', { name: 'Continuar com Itaú' }).dblclick()
  await page.waitForURL(/\/sandbox\/bank/)
  await page.getByRole('button', { name: 'Autorizar', exact: true }).dblclick({ noWaitAfter: true })
  expect(await stateInShop(page)).toBe('Completed')
  expect(await settled(id)).toEqual({ events: ['Completed'], credited: 1 })
  expect((await trilho.sql`select 1 from consents where transaction_id = ${id}`).count).toBe(1)
  expect(complaints).toEqual([])
})

test('two tabs approve at once: one payment, and both end in the shop', async () => {
  const { id, checkoutUrl } = await create()
  const { page, newTab } = await openPage('desktop')
  const other = await newTab()
  await goToBank(page, checkoutUrl)
  await goToBank(other, checkoutUrl)
  await Promise.all([page, other].map(tab => tab.getByRole('button', { name: 'Autorizar', exact: true }).click()))
  expect(await Promise.all([stateInShop(page), stateInShop(other)])).toEqual(['Completed', 'Completed'])
  expect(await settled(id)).toEqual({ events: ['Completed'], credited: 1 })
})

test('back from the bank one can choose again, and the first choice is then worth nothing', async () => {
  const { id, checkoutUrl } = await create()
  const { page, newTab } = await openPage('phone')
  await goToBank(page, checkoutUrl, 'Nubank')
  const firstBank = page.url()
  await page.goBack()
  await page.getByRole('heading', { name: 'Confira antes de autorizar' }).waitFor()
  await page.getByRole('link', { name: 'Escolher outro banco' }).click()
  await page.getByText('Você já começou com Nubank').waitFor()
  await goToBank(page, checkoutUrl, 'Bradesco')
  const stale = await newTab()
  await stale.goto(firstBank)
  await stale.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await stale.getByRole('alert').waitFor()
  expect(await stale.getByRole('alert').textContent()).toContain('não vale mais')
  await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
  expect(await stateInShop(page)).toBe('Completed')
  expect(await settled(id)).toEqual({ events: ['Completed'], credited: 1 })
})

test('reload and back after the end show the end, with the way to the shop', async () => {
  const { id, checkoutUrl } = await create()
  const { page } = await openPage('phone')
  await goToBank(page, checkoutUrl)
  const bankUrl = page.url()
  await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await stateInShop(page)
  await page.goto(bankUrl)
  await page.getByRole('button', { name: 'Recusar' }).click()
  expect(await stateInShop(page)).toBe('Completed')
  for (const path of ['', '/consent?institution=18236120', '/bank']) {
    await page.goto(checkoutUrl + path)
    await page.reload()
    await page.getByRole('heading', { name: 'Pagamento concluído' }).waitFor()
  }
  expect(await page.getByRole('link', { name: 'Ver comprovante' }).getAttribute('href')).toContain('/receipts/')
  await page.getByRole('link', { name: 'Voltar para a loja' }).click()
  expect(await stateInShop(page)).toBe('Completed')
  expect(await settled(id)).toEqual({ events: ['Completed'], credited: 1 })
})

test('a bank that takes its time: the page waits by itself and ends in the shop', async () => {
  const { checkoutUrl } = await create()
  const { page } = await openPage('phone')
  vi.spyOn(rail, 'initiatePayment').mockResolvedValueOnce({ state: 'pending' })
  await goToBank(page, checkoutUrl)
  await page.getByRole('button', { name: 'Autorizar', exact: true }).click()
  await page.getByRole('heading', { name: 'Confirmando com o seu banco' }).waitFor()
  trilho.clock.aheadMs = 60_000
  await trilho.needs.bankOrders.stepAndWait()
  trilho.clock.aheadMs = 0
  expect(await stateInShop(page)).toBe('Completed')
})

test('by keyboard alone: search, choose, continue, authorise', async () => {
  const { checkoutUrl } = await create()
  const { page } = await openPage('desktop')
  await page.goto(checkoutUrl)
  await page.getByLabel('Buscar banco').focus()
  await page.keyboard.type('itau')
  expect(
    await page
      .getByRole('listitem')
      .filter({ visible: true, has: page.getByRole('link') })
      .allTextContents(),
  ).toEqual(['IItaú'])
  expect(await page.getByRole('status').textContent()).toBe('1 banco')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continuar com Itaú' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sandbox\/bank/)
  await page.getByRole('button', { name: 'Autorizar', exact: true }).focus()
  await page.keyboard.press('Enter')
  expect(await stateInShop(page)).toBe('Completed')
})

test('without JavaScript, in English, the whole way', async () => {
  const { id, checkoutUrl } = await create()
  const { page } = await openPage('phone', { javaScriptEnabled: false })
  await page.goto(checkoutUrl)
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByLabel('Find your bank').fill('caixa')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('1 bank').waitFor()
  await page.getByRole('link', { name: 'Caixa Econômica Federal' }).click()
  await page.getByRole('button', { name: 'Continue with Caixa Econômica Federal' }).click()
  await page.waitForURL(/\/sandbox\/bank/)
  await page.getByRole('button', { name: 'Authorise', exact: true }).click()
  expect(await stateInShop(page)).toBe('Completed')
  expect(await settled(id)).toEqual({ events: ['Completed'], credited: 1 })
})
