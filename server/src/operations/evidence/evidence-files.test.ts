import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newPortalPerson, refusalOf } from '../../../test/kit/portal-client.ts'
import { dataFolder } from '../../../test/kit/server-process.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'
import { openSink } from '../../../test/kit/webhook-sink.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { readKept } from '../personal-data/kept-data.ts'
import { personHashes } from '../personal-data/person.ts'
import { runDataRequests } from '../personal-data/run-requests.ts'
import { storedName } from './evidence-files.ts'
import { untilDone } from '../../../test/kit/patience.ts'

const trilho = await openTrilho({ TRILHO_DATA: await dataFolder() })
const { needs, sql } = trilho
const operator = await newPortalPerson(trilho, { isOperator: true })
const [bank] = await sql<{ id: string }[]>`select id from bank_connections`
const pdf = Buffer.from('%PDF-1.4\nThe statement of the bank')
const sha256 = hash('sha256', pdf, 'hex')

const upload = (bytes: Buffer, { merchantId = platformId, fileName = 'statement.pdf', by = operator } = {}) =>
  by.post(`/operator/merchants/${merchantId}/evidence`, { fileName, file: bytes.toString('base64') })
const post = (more: object) =>
  operator.post(`/operator/bank-connections/${bank?.id}/balance/postings`, {
    name: 'ownMoneyAdded',
    amount: '10',
    reason: 'Own money was added',
    evidence: 'Statement, line 12',
    ...more,
  })

test('an adjustment has its evidence as a file, which operators download, and the audit entry its checksum', async () => {
  const uploaded = await upload(pdf)
  expect(uploaded.body.data).toMatchObject({ fileName: 'statement.pdf', sha256 })
  const { id } = uploaded.body.data
  expect((await post({ evidenceFileId: id })).status).toBe(201)
  const evidence = `Statement, line 12 (statement.pdf, sha256 ${sha256}, ${id})`
  expect(await sql`select evidence from adjustments`).toEqual([{ evidence }])
  const [entry] = await sql`select details from audit_entries where act = 'bank.postOwn'`
  expect(entry?.['details']).toMatchObject({ evidence })

  const path = `/operator/merchants/${platformId}/evidence/${id}`
  const { status, text } = await operator.get(path)
  expect([status, text]).toEqual([200, pdf.toString()])
  const member = await newPortalPerson(trilho, { merchantId: (await trilho.newMerchant()).merchantId })
  expect(refusalOf(await member.get(path))[0]).toBe(404)
})

test('a file of another type, too large, unknown or of another merchant is refused', async () => {
  expect(refusalOf(await upload(Buffer.from('<html></html>')))).toEqual([415, 'DocumentTypeNotAllowed'])
  const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])
  expect(refusalOf(await upload(large))[0]).toBe(413)
  const support = await newPortalPerson(trilho, { operatorRoles: ['support'] })
  expect(refusalOf(await upload(pdf, { by: support }))).toEqual([403, 'RoleNotAllowed'])
  const { merchantId } = await trilho.newMerchant()
  const { id } = (await upload(pdf, { merchantId })).body.data
  for (const evidenceFileId of [id, crypto.randomUUID()])
    expect(refusalOf(await post({ evidenceFileId }))).toEqual([404, 'DocumentNotFound'])
})

test('a file that no act refers to is deleted after a day', async () => {
  const { merchantId } = await trilho.newMerchant()
  const { id } = (await upload(pdf, { merchantId })).body.data
  trilho.clock.aheadMs = 25 * 3_600_000
  const later = await newPortalPerson(trilho, { isOperator: true })
  await upload(pdf, { merchantId, by: later })
  trilho.clock.aheadMs = 0
  expect(await sql`select 1 from evidence_files where id = ${id}`).toEqual([])
  await expect(needs.fileStorage.read(storedName(id))).rejects.toThrow('ENOENT')
})

test("evidence about an erased person's payment is deleted, and sealed for the term of the law", async () => {
  const shop = await trilho.newMerchant({ balance: '100' })
  const { merchantId } = shop
  const sink = await openSink()
  const paid = await shop.createCashIn({ payer: { name: 'Maria Souza', cpf: cpf.maria }, webhook: { url: sink.url } })
  await shop.simulate('complete', paid)
  const { id } = (await upload(pdf, { merchantId })).body.data
  await sql`update evidence_files set transaction_id = ${paid}, used_at = now() where id = ${id}`
  const owner = await newPortalPerson(trilho, { merchantId })
  await owner.post(`/merchants/${merchantId}/personal-data/erasure`, { taxNumber: cpf.maria })
  await untilDone(() => runDataRequests(needs))
  expect(await sql`select 1 from evidence_files where id = ${id}`).toEqual([])
  await expect(needs.fileStorage.read(storedName(id))).rejects.toThrow('ENOENT')
  const hashes = personHashes({ documents: [cpf.maria], keys: [] }, needs.auditKey.key)
  const kept = []
  for await (const row of readKept(needs, { personHashes: hashes, merchantId })) kept.push(row)
  const found = kept.filter(({ source }) => source === 'evidence_files')
  expect(found).toMatchObject([{ data: { bytes: pdf.toString('base64') } }])
})
