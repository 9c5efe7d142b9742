import { expect, test } from 'vitest'
import { businessDayFrom } from '../../server/src/platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../server/src/platform/brazil/sao-paulo.ts'
import { openMailbox } from '../../server/test/kit/mailbox.ts'
import { cpf } from '../../server/test/kit/trilho.ts'
import { closeNotices, expectFitsPhone, openPortal, settle, shots, windows } from './portal-kit.ts'
import { untilDone } from '../../server/test/kit/patience.ts'

const mailbox = await openMailbox()
const portal = await openPortal(mailbox.settings)
const { trilho } = portal
const today = dayOf(new Date())
const due = businessDayFrom(addDays(today, 20))
const at = (day: string) => ({ to: new Date(`${day}T13:00:00-03:00`).toISOString() })

test.each(windows)(
  'a plan is made and a text changed on a %s; a bill shows what was sent, and its payer stops and resumes it',
  async window => {
    const shop = await trilho.newMerchant()
    const { merchantId } = shop
    const email = `maria-${window}@example.com`
    const { id: customerId } = (
      await shop.post('/customers', { name: 'Maria da Silva', document: cpf.maria, email, phone: '+5511912345678' })
    ).body.data
    const { id } = (await shop.post('/bills', { customerId, amount: '100.00', dueDate: due })).body.data
    const { page, complaints } = await portal.openPageAs(
      { merchantId, roles: ['finance'] },
      { path: `/m/${merchantId}/bills`, window },
    )
    await page.getByRole('link', { name: 'Lembretes' }).click()
    await page.getByText('Nenhum lembrete ainda').waitFor()
    await page.getByRole('switch', { name: 'Enviar lembretes' }).click({ force: true })
    await page.getByRole('checkbox', { name: '7 dias antes' }).check()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Lembretes salvos').waitFor()
    const card = page.getByRole('article', { name: 'No vencimento' })
    await card.getByText('chegou o vencimento').first().waitFor()
    await card.getByRole('button', { name: 'Alterar: No vencimento' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alterar: No vencimento' })
    await dialog.getByLabel('Mensagem').fill('Oi {nome}')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Use só os campos da lista').waitFor()
    await dialog.getByLabel('Mensagem').fill('Oi {name}, hoje vence: {amount}. <b>Obrigada!</b>')
    await dialog
      .getByRole('region', { name: 'Como fica' })
      .getByText('hoje vence: R$ 150,00. <b>Obrigada!</b>')
      .waitFor()
    await settle(page)
    await shots(page, 'reminder-text')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await card.getByText('Texto seu').waitFor()
    await page.getByRole('tab', { name: 'Inglês' }).click()
    await page.getByText('your bill of R$ 150.00 is due').first().waitFor()
    await closeNotices(page)
    await settle(page)
    await shots(page, 'reminders')
    if (window === 'phone') await expectFitsPhone(page)

    await shop.put('/sandbox/clock', at(addDays(due, -7)))
    await shop.put('/sandbox/clock', at(due))
    await untilDone(() => trilho.needs.mailer.sendDue())
    expect(mailbox.mails.findLast(({ to }) => to === email)?.text).toContain('Oi Maria da Silva, hoje vence')
    await page.goto(`${trilho.url}/portal/m/${merchantId}/reminders`)
    await page.getByRole('table', { name: 'O que foi enviado' }).getByText('7 dias antes').waitFor()
    await settle(page)
    await shots(page, 'reminders-sent')

    await page.goto(`${trilho.url}/portal/m/${merchantId}/bills/${id}`)
    const section = page.getByRole('heading', { name: 'Lembretes' }).locator('xpath=ancestor::section')
    await section.getByText('E-mail enviado').first().waitFor()
    await section.getByText('Próximo lembrete').waitFor()
    const whatsApp = section.getByRole('link', { name: 'Lembrar por WhatsApp' })
    const href = decodeURIComponent((await whatsApp.getAttribute('href')) ?? '')
    expect(href).toMatch(/^https:\/\/wa\.me\/5511912345678\?text=.*Oi Maria da Silva/)
    // WhatsApp itself is not opened.
    await whatsApp.evaluate(link => link.addEventListener('click', event => event.preventDefault()))
    await whatsApp.click()
    await section.getByText('Enviado no portal').waitFor()
    await section.getByRole('button', { name: 'Parar lembretes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Parar lembretes' }).click()
    await section.getByText('Lembretes interrompidos pela sua equipe').waitFor()
    expect(await whatsApp.count()).toBe(0)
    await closeNotices(page)
    await settle(page)
    await shots(page, 'bill-reminders')
    if (window === 'phone') await expectFitsPhone(page)

    await page.goto(`${trilho.url}/portal/m/${merchantId}/customers/${customerId}`)
    await page.getByText('Lembretes interrompidos pela sua equipe').waitFor()
    await settle(page)
    await shots(page, 'customer-reminders')
    await page.getByRole('button', { name: 'Retomar lembretes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retomar lembretes' }).click()
    await page.getByText('Recebe lembretes').waitFor()
    expect((await shop.get(`/bills/${id}/reminders`)).body.data.isRefused).toBe(false)
    expect(complaints).toEqual([])
  },
)

test.each(windows)('what is open is a picture, a table and a file, by how late it is, on a %s', async window => {
  const shop = await trilho.newMerchant()
  const { merchantId } = shop
  const make = async (dueDate: string, amount: string) =>
    (
      await shop.post('/bills', {
        payer: { name: 'Rosa Prado', cpf: cpf.ana },
        amount,
        dueDate,
        payableDaysAfterDue: 120,
        fine: { kind: 'Percent', rate: '2' },
      })
    ).body.data.id as string
  for (const [days, amount] of [
    [0, '400.00'],
    [40, '300.00'],
    [80, '200.00'],
    [95, '100.00'],
    [200, '1000.00'],
  ] as const)
    await make(addDays(today, days), amount)
  const paid = await make(today, '7.00')
  await shop.put(`/sandbox/transactions/complete/${paid}`)
  await shop.put('/sandbox/clock', { forward: 100 * 86_400 })
  const { page, complaints } = await portal.openPageAs(
    { merchantId, roles: ['viewer'] },
    { path: `/m/${merchantId}/bills`, window },
  )
  await page.getByRole('link', { name: 'Em aberto por atraso' }).click()
  await page.getByRole('img', { name: /Mais de 90 dias: R\$\s400,00/ }).waitFor()
  const rows = page.getByRole('table', { name: 'Em aberto por atraso' }).getByRole('row')
  const said = (await rows.allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '))
  for (const [name, amount] of [
    ['A vencer', '1.000,00'],
    ['Até 30 dias de atraso', '300,00'],
    ['31 a 60 dias', '300,00'],
    ['61 a 90 dias', '0,00'],
    ['Mais de 90 dias', '400,00'],
  ] as const)
    expect(said.find(text => text.includes(name))).toContain(amount)
  await settle(page)
  await shots(page, 'ageing')
  if (window === 'phone') await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Exportar' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^cobrancas-em-aberto-.*\.csv$/)
  const lines = (await (await file.createReadStream()).toArray()).join('').trim().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines[1]).toContain('Mais de 90 dias;100;')
  expect(lines[1]).toContain(';400,00;408,00;')
  expect(complaints).toEqual([])
})
