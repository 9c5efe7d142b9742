import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type TestBank, testBank } from './kit/bank-process.ts'
import { interSdk, pythonWith } from './kit/install-clients.ts'
import { runPython } from './kit/published-clients.ts'
import { receiverOf } from './kit/receiver.ts'

const [withPypix, withInter] = [pythonWith(null), pythonWith(interSdk)]

/** What a script is given of a partner: its files, credentials and receiver, and the txid of its charge. */
async function givenOf(bank: TestBank, dialect: string) {
  const partner = bank.partner(dialect)
  const { url: webhook } = await receiverOf(partner)
  const { clientId, clientSecret, key } = JSON.parse(partner.read('partner.json').toString())
  const txid = crypto.randomUUID().replaceAll('-', '')
  const folder = join(bank.folder, 'partners', dialect)
  const place = { authority: join(folder, 'ca.pem'), cwd: bank.folder }
  const common = { url: bank.url, control: bank.control.url, dialect, webhook, clientId, clientSecret, key, txid }
  return { given: common, place, folder }
}

test.for(['inter', 'sicoob', 'sicredi', 'bb'])(
  'pypix-api charges, reads and refunds at %s',
  async (dialect, context) => {
    if ('missing' in withPypix) return context.skip(withPypix.missing)
    const bank = await testBank()
    // It knows neither the key of applications at Banco do Brasil nor that there is no list of charges.
    await bank.control.put(`/partners/${dialect}/switches`, { applicationKeyIn: null })
    const { given, place, folder } = await givenOf(bank, dialect)
    const seen = await runPython(
      withPypix.path,
      { ...place, script: 'pypix.py' },
      {
        ...given,
        certificate: join(folder, 'certificate.pem'),
        privateKey: join(folder, 'certificate.key'),
        lists: dialect !== 'bb',
      },
    )
    expect(seen).toMatchObject({
      webhook: { webhookUrl: given.webhook },
      charge: { txid: given.txid, status: 'ATIVA' },
      altered: { valor: { original: '12.00' }, revisao: 1 },
      paid: { status: 'CONCLUIDA', pix: [{ valor: '12.00' }] },
      ...(dialect === 'bb' ? {} : { charges: { cobs: [{ txid: given.txid }] } }),
      list: { pix: [{ txid: given.txid }] },
      received: { txid: given.txid, valor: '12.00' },
      refund: { valor: '2.00' },
      refunded: { status: 'DEVOLVIDO' },
      location: { tipoCob: 'cob' },
      locations: { loc: [{ id: 1 }, { id: 2 }] },
    })
  },
)

test("charges, refunds, payouts and statements are as Inter's own client expects them", async context => {
  // GitHub's own machines reach it: there it may not be missing.
  if ('missing' in withInter && process.env['GITHUB_ACTIONS'] !== undefined) throw new Error(withInter.missing)
  if ('missing' in withInter) return context.skip(withInter.missing)
  const bank = await testBank()
  const { given, place, folder } = await givenOf(bank, 'inter')
  const { txid, webhook } = given
  const file = join(bank.folder, 'statement.pdf')
  const certificate = join(folder, 'certificate.pfx')
  const seen = await runPython(withInter.path, { ...place, script: 'inter.py' }, { ...given, certificate, file })
  expect(seen).toMatchObject({
    webhook: { webhookUrl: webhook },
    payoutWebhook: { webhookUrl: webhook },
    charge: { txid, status: 'ATIVA', pixCopiaECola: expect.stringContaining('br.gov.bcb.pix') },
    altered: { valor: { original: '12.00' }, revisao: 1 },
    chosen: { txid: expect.stringMatching(/^\w{26,35}$/) },
    paid: { status: 'CONCLUIDA', pix: [{ valor: '12.00' }] },
    charges: expect.arrayContaining([txid]),
    received: { txid, valor: '12.00' },
    list: [expect.stringMatching(/^E/)],
    refund: { status: 'DEVOLVIDO', valor: '2.00' },
    location: { tipoCob: 'cob' },
    locations: 3,
    sent: { tipoRetorno: 'PROCESSADO' },
    payout: { transacaoPix: { status: 'PAGO', valor: 5, chave: 'joao@mail.test' } },
    balance: 100_005,
    refused: 'Webhook não encontrado.',
  })
  expect(seen['credits']).toContainEqual(expect.objectContaining({ tipoOperacao: 'C', valor: 12 }))
  expect(seen['credits']).not.toContainEqual(expect.objectContaining({ tipoOperacao: 'D' }))
  expect(seen['callbacks']).toContainEqual(expect.objectContaining({ sucesso: true }))
  expect(seen['payoutCallbacks']).toContainEqual(expect.objectContaining({ sucesso: true }))
  expect(readFileSync(file, 'latin1')).toMatch(/^%PDF-/)
})
