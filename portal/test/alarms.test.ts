import { expect, test } from 'vitest'
import { evaluateAlarms } from '../../server/src/operations/alarms/evaluate-alarms.ts'
import { newPortalPerson } from '../../server/test/kit/portal-client.ts'
import { openSink } from '../../server/test/kit/webhook-sink.ts'
import { callAlarmWebhook } from '../../server/src/operations/alarms/call-webhook.ts'
import { expectFitsPhone, openPortal, shots } from './portal-kit.ts'

const sink = await openSink({ status: 503 })
const portal = await openPortal({
  ALARM_WEBHOOK_URL: sink.url,
  ALARM_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
})
const { trilho } = portal
const { needs, sql } = trilho

async function evaluate() {
  await sql`update alarm_rounds set next_at = '2000-01-01'`
  await evaluateAlarms(needs)
}

/** The audit of the books has found wrong rows, and a dispute is near its deadline. */
async function raiseTwo() {
  await sql`insert into platform_checks (name, at, took_ms, faults) values ('books', now(), 10, 3)`
  const shop = await trilho.newMerchant()
  const transactionId = await shop.createCashIn({ amount: '80' })
  await shop.simulate('complete', transactionId)
  const { id } = (await shop.post('/sandbox/disputes', { transactionId, amount: '30' })).body.data
  await sql`update disputes set answer_until = now() + interval '20 hours' where id = ${id}`
  await evaluate()
  await callAlarmWebhook(needs)
}

test('an operator sees alarms in the menu, opens one, reads what to do, and acknowledges it; it ends by itself', async () => {
  const operator = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Lima' })
  const first = await portal.openPageOf(operator, { path: '/operator/alarms' })
  await first.page.getByText('As regras ainda não foram medidas').waitFor()
  await raiseTwo()
  const { page, complaints } = await portal.openPageOf(operator, { path: '/operator/alarms' })
  await page.getByRole('link', { name: /Alarmes.*2 alarmes abertos/ }).waitFor()
  await shots(page, 'alarms')
  await page.getByRole('tab', { name: 'Regras' }).click()
  await page.getByRole('row').filter({ hasText: 'ALARM_EXCEPTION_AMOUNT' }).getByText('de R$ 5000 ou mais').waitFor()
  await shots(page, 'alarms-rules')
  await page.getByRole('tab', { name: 'Abertos' }).click()
  await page.getByRole('link', { name: 'A auditoria dos livros falhou' }).click()

  await page.getByRole('heading', { level: 1, name: 'A auditoria dos livros falhou' }).waitFor()
  await page.getByText('Linhas erradas: 3.').waitFor()
  await page.getByText('Não mude linhas à mão.').waitFor()
  await page.getByText('Sem sucesso: HTTP 503').waitFor()
  await shots(page, 'alarm')
  await page.getByRole('button', { name: 'Reconhecer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reconhecer' })
  await dialog.getByRole('button', { name: 'Reconhecer' }).click()
  await dialog.getByText('Informe em pelo menos 3 caracteres').waitFor()
  await dialog.getByLabel('O que você vai fazer').fill('Comparo com o backup da noite.')
  await shots(page, 'alarm-acknowledge')
  await dialog.getByRole('button', { name: 'Reconhecer' }).click()
  await page.getByText('“Comparo com o backup da noite.”').waitFor()
  expect(await page.getByRole('button', { name: 'Reconhecer' }).count()).toBe(0)
  await page.getByRole('link', { name: /Alarmes.*1 alarme aberto/ }).waitFor()
  await shots(page, 'alarm-acknowledged')
  await expectFitsPhone(page)

  await sql`update platform_checks set faults = 0`
  await evaluate()
  await page.goto(`${portal.url}/portal/operator/alarms?show=ended`)
  await page.getByRole('row').filter({ hasText: 'A auditoria dos livros falhou' }).getByText('Olga Lima').waitFor()
  await shots(page, 'alarms-ended')
  await expectFitsPhone(page)
  await page.goto(`${portal.url}/portal/operator/audit-log`)
  await page.getByRole('link', { name: 'Reconheceu um alarme' }).click()
  await page.getByRole('heading', { level: 1, name: 'A auditoria dos livros falhou' }).waitFor()
  expect(complaints).toEqual([])
})

test('in English, on a phone', async () => {
  const { page, complaints } = await portal.openPageAs(
    { isOperator: true },
    { path: '/operator/alarms', language: 'en', window: 'phone' },
  )
  await page.getByRole('link', { name: 'A dispute is near its deadline' }).click()
  await page.getByText('Where the merchant has not answered, contact it.').waitFor()
  await shots(page, 'alarm-phone')
  expect(complaints).toEqual([])
})
