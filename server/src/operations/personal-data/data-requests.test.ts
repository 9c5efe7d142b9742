import { describe, expect, test } from 'vitest'
import { newPersonWithPassword, newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { dataFolder } from '../../../test/kit/server-process.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { verifyAuditLog } from '../../tenancy/audit-log/verify-audit-log.ts'
import type { Sql } from '../../platform/db/db.ts'
import { runDataRequests } from './run-requests.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'a secret for tests that is long enough' }
const form = { taxNumber: '529.982.247-25', name: 'Maria Quitéria' }
const hourMs = 60 * 60_000

type Trilho = Awaited<ReturnType<typeof openTrilho>>
const workOff = async ({ needs }: Pick<Trilho, 'needs'>) => {
  await untilDone(() => runDataRequests(needs))
}

describe('at the platform', async () => {
  const trilho = await openTrilho({ ...production, TRILHO_DATA: await dataFolder() })
  const compliance = { operatorRoles: ['compliance'], hasPassword: true } as const
  const olga = await newPortalPerson(trilho, { ...compliance, operatorRoles: ['compliance'], name: 'Olga' })
  const otto = await newPortalPerson(trilho, { ...compliance, operatorRoles: ['compliance'], name: 'Otto' })
  const support = await newPortalPerson(trilho, { operatorRoles: ['support'], hasPassword: true })
  const shop = await trilho.newMerchant({ balance: '100' })
  const path = '/operator/personal-data'

  const askBoth = async (kind: 'access' | 'erasure', person: object) => {
    const asked = await olga.post(`${path}/${kind}`, person)
    expect(asked.status).toBe(202)
    const { id } = asked.body.data.requested
    expect(refusalOf(await olga.post(`/operator/approvals/${id}/approve`))).toEqual([409, 'ApproverNotAllowed'])
    expect((await otto.post(`/operator/approvals/${id}/approve`)).status).toBe(200)
    return (await olga.get(path)).body.data.items[0]
  }

  test('a request needs two people of compliance, and nothing in its trail names the person', async () => {
    await shop.createCashIn({
      payer: { name: 'Maria Quitéria', cpf: cpf.maria },
      webhook: { url: 'https://shop.example.com/' },
    })
    for (const kind of ['access', 'erasure'])
      expect(refusalOf(await support.post(`${path}/${kind}`, form))).toEqual([403, 'RoleNotAllowed'])
    expect(refusalOf(await support.get(path))).toEqual([403, 'RoleNotAllowed'])
    expect(await olga.get(path)).toMatchObject({ body: { data: { items: [] } } })

    const request = await askBoth('access', form)
    expect(request).toMatchObject({ kind: 'access', state: 'Running', person: '***.982.247-**', requestedBy: 'Olga' })
    expect(refusalOf(await olga.get(`${path}/${request.id}/file?format=json`))).toEqual([404, 'DataRequestNotFound'])
    await workOff(trilho)
    const [done] = (await otto.get(path)).body.data.items
    expect(done).toMatchObject({
      state: 'Done',
      found: expect.arrayContaining([{ table: 'transactions', rows: 1 }]),
      kept: [],
    })
    const json = await olga.get(`${path}/${request.id}/file?format=json`)
    expect(
      json.body.rows.find((row: { table: string }) => row.table === 'transactions').data.counterparty,
    ).toMatchObject({ name: 'Maria Quitéria' })
    const page = await otto.get(`${path}/${request.id}/file?format=html`)
    expect([page.headers.get('content-type'), page.headers.get('content-disposition')]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('attachment'),
    ])
    expect(page.text).toContain('Maria Quitéria')

    const trail =
      await trilho.sql`select t::text as text from audit_entries t union all select t::text from operator_requests t union all select t::text from personal_data_requests t`
    // Ids and hashes may have any figures.
    const words = trail.map(row => row.text.replaceAll(/[\da-f-]{32,}/g, '')).join()
    expect(words).not.toMatch(/Maria|529\.?982/)
    const entries = await trilho.sql`select act from audit_entries where subject = ${request.id} order by at, sequence`
    expect(entries.map(entry => entry.act)).toEqual(['personalData.access', 'personalData.read', 'personalData.read'])

    trilho.clock.aheadMs += 8 * 24 * hourMs
    await workOff(trilho)
    trilho.clock.aheadMs -= 8 * 24 * hourMs
    expect(refusalOf(await olga.get(`${path}/${request.id}/file?format=json`))).toEqual([404, 'DataRequestNotFound'])
  })

  test('a person must be named by more than a name, and by a genuine number', async () => {
    expect(refusalOf(await olga.post(`${path}/access`, { name: 'Maria Quitéria' }))).toEqual([409, 'PersonNotNamed'])
    expect(refusalOf(await olga.post(`${path}/access`, { taxNumber: '529.982.247-26' }))).toEqual([
      409,
      'CounterpartyTaxNumberInvalid',
    ])
    expect((await olga.post(`${path}/access`, { email: 'no address' })).status).toBe(400)
    expect(refusalOf(await olga.get(`${path}/nothing`))).toEqual([404, 'DataRequestNotFound'])
  })

  test('the register shows where personal data is', async () => {
    const { tables, keepPaymentsDays } = (await support.get(`${path}/register`)).body.data
    expect(keepPaymentsDays).toBe(3653)
    expect(tables).toContainEqual({
      table: 'payout_recipients',
      columns: ['tax_number', 'name', 'pix_key', 'created_by'],
      whose: ['recipient', 'member'],
      isKept: false,
      isDeleted: true,
    })
  })

  test('the only owner of a merchant stays until there is another one, and nothing is erased before', async () => {
    const { merchantId } = await trilho.newMerchant()
    const owner = await newPersonWithPassword(trilho, { merchantId, name: 'Rita Solano' })
    await askBoth('erasure', { email: owner.email })
    await workOff(trilho)
    const [failed] = (await olga.get(path)).body.data.items
    expect(failed).toMatchObject({ state: 'Failed', fault: 'LastOwner', found: [] })
    expect(await trilho.sql`select name from people where id = ${owner.id}`).toEqual([{ name: 'Rita Solano' }])

    await newPersonWithPassword(trilho, { merchantId })
    await askBoth('erasure', { email: owner.email })
    await workOff(trilho)
    expect(await trilho.sql`select name, disabled_at is not null as gone from people where id = ${owner.id}`).toEqual([
      { name: '***', gone: true },
    ])
  })
})

describe('an erasure', async () => {
  const trilho = await openTrilho({ TRILHO_DATA: await dataFolder() })
  const { needs, sql } = trilho
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const sink = await openSink()
  const payer = { name: 'Maria Quitéria', cpf: cpf.maria }

  async function newShop() {
    const shop = await trilho.newMerchant({ balance: '100' })
    const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId })
    const pay = async (by: object = payer) => {
      const id = await shop.createCashIn({ payer: by, webhook: { url: sink.url } })
      await shop.simulate('complete', id)
      await expect
        .poll(
          async () =>
            (await sql`select 1 from webhook_events where transaction_id = ${id} and stage = 'Finished'`).count,
        )
        .toBe(1)
      return id
    }
    const payerOf = async (id: string) => (await shop.read(id)).body.data.payment.payer.name
    return { ...shop, owner, pay, payerOf, path: `/merchants/${shop.merchantId}/personal-data` }
  }

  test('of a merchant ends with its own rows, and its owner needs nobody else', async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const [here, there] = [await shop.pay(), await other.pay()]
    const viewer = await newPortalPerson(trilho, {
      merchantId: shop.merchantId,
      roles: ['finance', 'developer', 'approver', 'viewer'],
    })
    expect(refusalOf(await viewer.post(`${shop.path}/erasure`, form))).toEqual([403, 'RoleNotAllowed'])
    expect(refusalOf(await operator.post(`${shop.path}/erasure`, form))).toEqual([403, 'RoleNotAllowed'])
    const first = await shop.owner.post(`${shop.path}/erasure`, form)
    const again = await shop.owner.post(`${shop.path}/erasure`, form)
    expect(again.body.data.id).toBe(first.body.data.id)
    await workOff(trilho)
    expect([await shop.payerOf(here), await other.payerOf(there)]).toEqual(['***', 'Maria Quitéria'])
    expect(refusalOf(await other.owner.get(`${other.path}/${first.body.data.id}`))).toEqual([
      404,
      'DataRequestNotFound',
    ])

    const access = (await shop.owner.post(`${shop.path}/access`, form)).body.data
    await workOff(trilho)
    const { body } = await shop.owner.get(`${shop.path}/${access.id}/file?format=json`)
    const kept = body.rows.filter((row: { keptUntil: string | null }) => row.keptUntil !== null)
    expect(JSON.stringify(kept)).toContain('Maria Quitéria')
    expect(JSON.stringify(body)).not.toContain(there)
    expect((await shop.owner.get(`${shop.path}/${access.id}`)).body.data.kept).toContainEqual({
      table: 'transactions',
      rows: 1,
    })
  })

  test('by an e-mail seals what the law requires under the document, too, so that nobody can hide it', async () => {
    const shop = await newShop()
    const key = { type: 'EMAIL', value: 'maria@mail.test' }
    const payout = await shop.createCashOut({ recipient: payer, key, webhook: { url: sink.url } })
    await shop.simulate('complete', payout)
    const before = new Date(trilho.needs.clock().getTime() - 9 * 24 * 60 * 60_000)
    await sql`
      update transactions set completed_at = ${before}, created_at = ${before}
       where merchant_id = ${shop.merchantId} and id = ${payout}`
    await expect
      .poll(
        async () =>
          (await sql`select 1 from webhook_events where transaction_id = ${payout} and stage <> 'Finished'`).count,
      )
      .toBe(0)
    await shop.owner.post(`${shop.path}/erasure`, { email: key.value })
    await workOff(trilho)
    const access = (await shop.owner.post(`${shop.path}/access`, { taxNumber: cpf.maria })).body.data
    await workOff(trilho)
    expect((await shop.owner.get(`${shop.path}/${access.id}`)).body.data.kept).toContainEqual({
      table: 'transactions',
      rows: 1,
    })
  })

  test('or an access shows what the audit log says of the person, and not who else acted', async () => {
    const shop = await newShop()
    const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId, name: 'Rita Solano' })
    const paid = await shop.pay()
    const refund = { amount: '1', formKey: crypto.randomUUID() }
    expect((await owner.post(`/merchants/${shop.merchantId}/transactions/${paid}/refund`, refund)).status).toBeLessThan(
      300,
    )
    const { id } = (await owner.post(`${shop.path}/access`, form)).body.data
    await workOff(trilho)
    const { status, body } = await owner.get(`${shop.path}/${id}/file?format=json`)
    expect([status, JSON.stringify(body).includes(paid)]).toEqual([200, true])
    expect(JSON.stringify(body)).not.toContain('Rita Solano')
  })

  test('leaves entries of the audit log that a later access shows without who else acted', async () => {
    const shop = await newShop()
    const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId, name: 'Rita Solano' })
    const recipient = { ...payer, key: { type: 'CPF', value: cpf.maria } }
    expect((await owner.post(`/merchants/${shop.merchantId}/payout-recipients`, recipient)).status).toBe(200)
    await shop.pay()
    await owner.post(`${shop.path}/erasure`, form)
    await workOff(trilho)
    const { id } = (await owner.post(`${shop.path}/access`, form)).body.data
    await workOff(trilho)
    const { body } = await owner.get(`${shop.path}/${id}/file?format=json`)
    const entries = body.rows.filter((row: { table: string }) => row.table === 'audit_entries')
    expect(JSON.stringify(entries)).toContain('Maria Quitéria')
    expect(JSON.stringify(entries)).not.toContain('Rita Solano')
  })

  test('or an access of a merchant learns nothing from payments of another merchant', async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const key = 'quiteria@mail.test'
    const paid = { recipient: payer, key: { type: 'EMAIL', value: key } }
    await other.simulate('complete', await other.createCashOut(paid))
    for (const email of [key, other.owner.email]) {
      const access = (await shop.owner.post(`${shop.path}/access`, { email })).body.data
      await workOff(trilho)
      const { body } = await shop.owner.get(`${shop.path}/${access.id}/file?format=json`)
      expect(body.person).toMatchObject({ keys: [email], documents: [], names: [] })
      expect(body.rows).toEqual([])
    }
  })

  test('leaves people of the same name, and numbers that only look alike', async () => {
    const shop = await newShop()
    const same = await shop.pay({ name: 'Maria Quitéria', cpf: cpf.ana })
    const alike = await shop.createCashIn({
      payer: { name: 'Ana Lima', cpf: cpf.ana },
      transaction: { orderId: `9${cpf.maria}`, orderDescription: 'x.maria@example.com' },
    })
    await shop.owner.post(`${shop.path}/erasure`, { ...form, email: 'maria@example.com' })
    await workOff(trilho)
    expect(await shop.payerOf(same)).toBe('Maria Quitéria')
    expect((await shop.read(alike)).body.data.transaction).toMatchObject({
      orderId: `9${cpf.maria}`,
      orderDescription: 'x.maria@example.com',
    })
  })

  test('waits for what is in use, and goes on when it is finished', async () => {
    const shop = await newShop()
    const open = await shop.createCashIn({ payer, webhook: { url: sink.url } })
    const done = await shop.pay()
    const { id } = (await shop.owner.post(`${shop.path}/erasure`, form)).body.data
    await workOff(trilho)
    const state = async () => (await shop.owner.get(`${shop.path}/${id}`)).body.data
    expect(await state()).toMatchObject({ state: 'Running', waiting: 1, person: '***.982.247-**' })
    expect([await shop.payerOf(open), await shop.payerOf(done)]).toEqual(['Maria Quitéria', '***'])
    await shop.simulate('complete', open)
    await expect
      .poll(
        async () =>
          (await sql`select 1 from webhook_events where transaction_id = ${open} and stage = 'Finished'`).count,
      )
      .toBe(1)
    trilho.clock.aheadMs += hourMs
    await workOff(trilho)
    expect(await state()).toMatchObject({ state: 'Done', waiting: 0, person: null })
    expect(await shop.payerOf(open)).toBe('***')
  })

  test('that is interrupted anywhere goes on where it was, and does nothing twice', async () => {
    const shop = await newShop()
    const ids = [await shop.pay(), await shop.pay()]
    const { id } = (await shop.owner.post(`${shop.path}/erasure`, form)).body.data
    for (let commits = 1; ; commits++) {
      let left = commits
      const begin: Sql['begin'] = (work, options) => {
        if (left-- === 0) throw new Error('the process has died')
        return sql.begin(work, options)
      }
      trilho.clock.aheadMs += hourMs
      await runDataRequests({
        ...needs,
        sql: Object.assign((...query: Parameters<Sql>) => sql(...query), { ...sql, begin }) as Sql,
      })
      const [row] = await sql<{ state: string }[]>`select state from personal_data_requests where id = ${id}`
      if (row?.state === 'Done') break
      expect(row?.state).toBe('Running')
    }
    for (const one of ids) expect(await shop.payerOf(one)).toBe('***')
    expect(
      await sql`select row_key from kept_personal_data where request_id = ${id} and source = 'transactions'`,
    ).toHaveLength(2)
    expect((await verifyAuditLog(needs)).fault).toBeNull()
  })
})
