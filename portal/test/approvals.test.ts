import { describe, expect, test } from 'vitest'
import { linkIn, openMailbox } from '../../server/test/kit/mailbox.ts'
import { newPersonWithPassword, newPortalPerson } from '../../server/test/kit/portal-client.ts'
import { expectFitsPhone, openPortal, settle, shots, windows } from './portal-kit.ts'

const mailbox = await openMailbox()
const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }
const portal = await openPortal({ ...production, ...mailbox.settings })
const { trilho } = portal

test('a single operator sees on every screen that nobody checks what they do', async () => {
  const lonely = await openPortal(production)
  const { page, complaints } = await lonely.openPageAs({ isOperator: true }, { path: '/operator', language: 'en' })
  await page.getByText('The platform has a single operator').waitFor()
  await shots(page, 'approvals-alone')
  await page.getByRole('link', { name: 'See people' }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  await page.getByText('The platform has a single operator').waitFor()
  expect(complaints).toEqual([])
})

describe('two operators', async () => {
  const olga = await newPortalPerson(trilho, { isOperator: true, name: 'Olga Lima', hasPassword: true })
  const otto = await newPortalPerson(trilho, { isOperator: true, name: 'Otto Reis', hasPassword: true })
  const { merchantId } = await trilho.newMerchant()
  for (const { put, name } of [olga, otto]) await put('/profile', { name, language: 'en' })

  test.each(windows)('one asks for other fees, the other sees what will happen and approves (%s)', async window => {
    const first = await portal.openPageOf(olga, { path: `/operator/merchants/${merchantId}`, window })
    expect(await first.page.getByText('The platform has a single operator').count()).toBe(0)
    await first.page.getByRole('button', { name: 'Change: Billing plan' }).click()
    const fixed = window === 'phone' ? '0.75' : '0.50'
    await first.page.getByRole('dialog').getByRole('textbox').first().fill(fixed)
    await first.page.getByRole('button', { name: 'Save' }).click()
    await first.page.getByText('Request sent: another operator must approve it').waitFor()
    await first.page.getByRole('heading', { level: 1, name: 'Change the billing plan of a merchant' }).waitFor()
    await first.page.getByText('You cannot approve your own request').waitFor()
    expect(await first.page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    await shots(first.page, `approvals-own-${window}`)

    const { page } = await portal.openPageOf(otto, { path: '/operator/approvals', window })
    await page
      .getByRole('link', { name: /Change the billing plan/ })
      .first()
      .waitFor()
    if (window === 'desktop') await page.getByRole('link', { name: /1 wait for your decision/ }).waitFor()
    await shots(page, `approvals-list-${window}`)
    await page
      .getByRole('link', { name: /Change the billing plan/ })
      .first()
      .click()
    await page.getByText(`R$ ${fixed}`).waitFor()
    await settle(page)
    await shots(page, `approvals-decide-${window}`)
    if (window === 'phone') await expectFitsPhone(page)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved and done').waitFor()
    const { plan } = (await olga.get(`/operator/merchants/${merchantId}`)).body.data
    expect(plan.fixed).toBe(`${fixed}0000`)
  })

  test('the rules are there to read: which action needs whom', async () => {
    const { page } = await portal.openPageOf(otto, { path: '/operator/approvals' })
    await page.getByRole('tab', { name: 'Rules' }).click()
    const row = page.getByRole('row', { name: /Connect a bank/ })
    expect(await row.textContent()).toContain('Always')
    expect(await row.textContent()).toContain('Treasury')
    await shots(page, 'approvals-rules')
  })

  test('an owner stops another owner, by the link in the mail without signing in', async () => {
    const ana = await newPersonWithPassword(trilho, { merchantId })
    const form = { name: 'Rita Nova', email: 'rita@example.com', note: 'Ana has left' }
    const { requested } = (await olga.post(`/operator/merchants/${merchantId}/successor`, form)).body.data
    await otto.post(`/operator/approvals/${requested.id}/approve`)
    const owner = await portal.openPageAs({ merchantId }, { path: `/m/${merchantId}/members`, language: 'en' })
    await owner.page.getByText('Rita Nova will be another owner').waitFor()
    await shots(owner.page, 'successor-team')
    await trilho.needs.mailer.sendDue()
    const path = new URL(linkIn(await mailbox.mailTo(ana.email))).pathname.replace('/portal', '')
    const { page } = await portal.openPage({ path, language: 'en', window: 'phone' })
    await page.getByRole('button', { name: 'Stop it' }).waitFor()
    await expectFitsPhone(page)
    await shots(page, 'successor-stop')
    await page.getByRole('button', { name: 'Stop it' }).click()
    await page.getByRole('heading', { name: 'Stopped' }).waitFor()
    const state = (await olga.get(`/operator/approvals/${requested.id}`)).body.data.state
    expect(state).toBe('Stopped')
  })

  test('roles: support reads and is offered nothing to change; the administrator gives somebody other roles', async () => {
    const { page } = await portal.openPageAs(
      { operatorRoles: ['support'], name: 'Sara Dias' },
      { path: `/operator/merchants/${merchantId}`, language: 'en' },
    )
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(page)
    for (const name of [/^Change:/, /Suspend/, /Invite/])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    await shots(page, 'roles-support')

    const people = await portal.openPageOf(olga, { path: '/operator/people?search=Sara' })
    await people.page.getByRole('button', { name: 'Actions of Sara Dias' }).click()
    await people.page.getByRole('menuitem', { name: 'Change roles' }).click()
    await people.page.getByRole('checkbox', { name: 'Treasury' }).check()
    await shots(people.page, 'roles-dialog')
    await people.page.getByRole('button', { name: 'Save' }).click()
    await people.page.getByText('Support → ').or(people.page.getByText('Support, Treasury')).first().waitFor()
    await shots(people.page, 'roles-request')
  })
})
