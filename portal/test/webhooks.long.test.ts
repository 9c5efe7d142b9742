import { Webhook } from 'standardwebhooks'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { later } from '../../server/test/kit/delivery-kit.ts'
import { patienceMs } from '../../server/test/kit/patience.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { expectFitsPhone, openPortal, settle, shots } from './portal-kit.ts'

const portal = await openPortal()
const { trilho } = portal
// Another process resends.
const worker = await trilho.startServer({ workers: true })

async function openWebhooks() {
  const answer = { status: 200, headers: { 'content-type': 'text/plain' } }
  const sink = await openSink({
    instead: response => void response.writeHead(answer.status, answer.headers).end(said()),
  })
  const said = () => (answer.status === 200 ? 'thank you' : 'the database is away')
  const merchant = await trilho.newMerchant({ balance: '100' })
  const who = { merchantId: merchant.merchantId, roles: ['developer' as const] }
  const opened = await portal.openPageAs(who, { path: `/m/${merchant.merchantId}/webhooks` })
  await settle(opened.page)
  return { ...opened, merchant, sink, answer }
}

const faultsAmong = (complaints: string[]) => complaints.filter(text => !/responded with a status of 4/.test(text))
const rows = (page: Page) => page.getByRole('table', { name: 'Entregas' }).getByRole('row')
/** The list is reloaded every few seconds. */
async function expectRows(page: Page, text: string, count: number) {
  await expect.poll(() => rows(page).filter({ hasText: text }).count()).toBe(count)
}

test('a URL is set, a test event is sent to it, and its request and response are shown', async () => {
  const { page, sink, complaints } = await openWebhooks()
  await page.getByText('Nenhum evento ainda').waitFor()
  await shots(page, 'webhooks-empty')
  const address = page.getByLabel('Endereço (https)')
  await address.fill('loja.example')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Informe um endereço completo').waitFor()
  await address.fill('http://10.0.0.1/hook')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('O serviço não pode chamar este endereço').waitFor()
  await address.fill(sink.url)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Endereço salvo').waitFor()

  await page.getByRole('button', { name: 'Enviar teste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar evento de teste' })
  await dialog.getByText(sink.url).waitFor()
  await shots(page, 'webhooks-test')
  await dialog.getByRole('button', { name: 'Enviar agora' }).click()
  await dialog.getByText('Entregue').waitFor()
  await dialog.getByText(/HTTP 200/).waitFor()
  await shots(page, 'webhooks-tested')
  await dialog.getByRole('link', { name: 'Ver requisição e resposta' }).click()

  await page.getByRole('heading', { level: 1, name: 'Evento de teste' }).waitFor()
  await page.getByRole('region', { name: 'Resposta da tentativa 1' }).getByText('thank you').waitFor()
  await page.getByRole('region', { name: 'Corpo da requisição' }).getByText('"event": "Test"').waitFor()
  const headers = await page.getByRole('region', { name: 'Cabeçalhos da requisição' }).textContent()
  expect(headers).toContain(`POST ${sink.url}`)
  expect(headers).toContain('webhook-id: ')
  expect(sink.received[0]?.body.event).toBe('Test')
  await shots(page, 'delivery')
  await expectFitsPhone(page)
  expect(faultsAmong(complaints)).toEqual([])
})

test('a failing receiver has its next attempt shown, or failed if there is none; after recovery its event is resent, and then all others', async () => {
  const { page, merchant, sink, answer } = await openWebhooks()
  answer.status = 500
  const pay = async () => {
    const id = await merchant.createCashIn({ webhook: { url: sink.url } })
    await merchant.simulate('complete', id)
    return id
  }
  const first = await pay()
  await rows(page).filter({ hasText: 'Nova tentativa às' }).getByText('HTTP 500').waitFor()
  // 410: this one is not retried automatically.
  answer.status = 410
  await pay()
  // Both, once the next attempt of the first got the same response.
  await later(10_000, [trilho, worker])
  await expectRows(page, 'Falhou', 2)
  await shots(page, 'webhooks')

  await page.getByPlaceholder('Id da transação').fill(first)
  await expectRows(page, 'Falhou', 1)
  await page.reload()
  await settle(page)
  expect(await page.getByPlaceholder('Id da transação').inputValue()).toBe(first)
  await rows(page).filter({ hasText: 'Falhou' }).getByRole('link').click()
  // The newest comes first; there may be more by now.
  const newest = page.getByRole('region', { name: /Resposta da tentativa/ }).first()
  await newest.getByText('the database is away').waitFor()
  await page.getByText('só respostas 2xx contam').first().waitFor()
  await shots(page, 'delivery-failed')
  await settle(page)

  answer.status = 200
  await page.getByRole('button', { name: 'Reenviar' }).click()
  await newest.getByText('thank you').waitFor()
  await page.getByText('Entregue', { exact: true }).waitFor()
  await shots(page, 'delivery-resent')

  await page.getByRole('link', { name: 'Webhooks' }).first().click()
  await page.getByRole('button', { name: 'Reenviar falhas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reenviar o que não foi entregue' })
  await shots(page, 'webhooks-resend')
  await dialog.getByRole('button', { name: 'Reenviar' }).click()
  await page.getByText('1 evento volta a ser enviado').waitFor()
  await expectRows(page, 'Entregue', 2)
  await expectFitsPhone(page)
})

test('the secret is replaced, shown once, and the next events are signed with it', async () => {
  const { page, sink } = await openWebhooks()
  await page.getByRole('button', { name: 'Trocar segredo' }).click()
  await page
    .getByRole('dialog', { name: 'Trocar o segredo de assinatura?' })
    .getByRole('button', { name: 'Trocar segredo' })
    .click()
  const shown = page.getByRole('dialog', { name: 'Seu novo segredo' })
  const secret = (await shown.locator('pre').textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await shots(page, 'webhooks-secret')
  await shown.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByText('O segredo anterior também assina até').waitFor()

  await page.getByRole('button', { name: 'Enviar teste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar evento de teste' })
  await dialog.getByLabel('Outro endereço').fill(sink.url)
  await dialog.getByRole('button', { name: 'Enviar agora' }).click()
  await dialog.getByText('Entregue').waitFor()
  await dialog.getByRole('link', { name: 'Ver requisição e resposta' }).click()
  const verified = () => {
    const { text, headers } = sink.received.at(-1) ?? { text: '', headers: {} }
    try {
      return new Webhook(secret).verify(text, headers as Record<string, string>) as { event: string }
    } catch {
      return null
    }
  }
  // Every server has the new secret within three seconds: events sent before are sent again.
  await vi.waitUntil(
    async () => {
      if (verified() !== null) return true
      const before = sink.received.length
      await page.getByRole('button', { name: 'Reenviar' }).click()
      await vi.waitUntil(() => sink.received.length > before, { timeout: patienceMs })
      return verified() !== null
    },
    { timeout: patienceMs, interval: 500 },
  )
  expect(verified()).toMatchObject({ event: 'Test' })
})

test('an operator sees the webhooks of a merchant in English and can change nothing', async () => {
  const { merchant, sink } = await openWebhooks()
  await merchant.simulate('complete', await merchant.createCashIn({ webhook: { url: sink.url } }))
  const path = `/m/${merchant.merchantId}/webhooks`
  const { page } = await portal.openPageAs({ isOperator: true }, { path, language: 'en' })
  await page.getByRole('cell').getByText('Delivered').waitFor()
  expect(await page.getByRole('button', { name: /Save|Send test|Replace|Resend/ }).count()).toBe(0)
  await shots(page, 'webhooks-operator-en')
})
