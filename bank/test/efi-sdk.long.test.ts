import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type TestBank, testBank } from './kit/bank-process.ts'
import { fileOfPackage } from './kit/install-clients.ts'
import { trustAuthority } from './kit/published-clients.ts'
import { receiverOf } from './kit/receiver.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the package describes its answers by schemas, which we apply
type Answer = any
type Issue = { code: string; path: PropertyKey[]; message: string; errors?: Issue[][] }
type Schema = { safeParse(value: unknown): { success: boolean; error?: { issues: Issue[] } } }
type Client = Record<string, (...args: unknown[]) => Promise<Answer>>
type Sdk = Record<string, Schema> & { EfiPay: new (options: object) => Client }
type Endpoints = { endpoints: { APIS: Record<string, { URL: { SANDBOX: string } }> } }

const always = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' }
const itau = '0d8a1d6c-5c3b-4b0f-9d5e-1f6f0c0a9b02'

const folder = fileOfPackage('sdk-node-apis-efi/dist/esm')

/** Efí's package, unchanged but for its addresses, with its own credentials at the bank. */
async function clientOf(bank: TestBank) {
  const sdk: Sdk = await import(join(folder, 'index.js'))
  const { endpoints }: Endpoints = await import(join(folder, 'constants/endpoints.js'))
  Object.assign(endpoints.APIS['PIX']!.URL, { SANDBOX: bank.url })
  Object.assign(endpoints.APIS['OPENFINANCE']!.URL, { SANDBOX: `${bank.url}/v1` })
  const partner = bank.partner('efi')
  trustAuthority(partner.ca)
  const { clientId, clientSecret } = JSON.parse(partner.read('partner.json').toString())
  const client = new sdk.EfiPay({
    sandbox: true,
    client_id: clientId,
    client_secret: clientSecret,
    certificate: join(bank.folder, 'partners/efi/certificate.pfx'),
    validateMtls: false,
  })
  /** Calls a method, and compares its answer with what the package documents. */
  const call = async (method: string, schema: string | null, ...args: unknown[]): Promise<Answer> => {
    const answer = await client[method]!(...args).catch((error: unknown) => {
      throw new Error(`${method}: ${JSON.stringify(error)}`, { cause: error })
    })
    if (schema === null) return answer
    const issues = sdk[`${schema}ResponseSchema`]!.safeParse(answer).error?.issues ?? []
    expect({ method, wrong: issues.filter(isWrong), answer }).toMatchObject({ method, wrong: [] })
    return answer
  }
  return { client, call, partner }
}

/** Not: fields that a client does not know; banks add some, and the central bank has clients ignore them. */
const isWrong = ({ code, errors }: Issue): boolean =>
  code === 'invalid_union' && errors ? errors.every(issues => issues.some(isWrong)) : code !== 'unrecognized_keys'

test("charges, webhooks, refunds and locations are as Efí's own client documents them", async () => {
  const bank = await testBank()
  const { client, call, partner } = await clientOf(bank)
  const receiver = await receiverOf(partner)
  const chave = partner.key
  await call('pixConfigWebhook', 'PixConfigWebhook', { chave }, { webhookUrl: receiver.url })
  await call('pixDetailWebhook', 'PixDetailWebhook', { chave })
  await call('pixListWebhook', 'PixListWebhook', always)
  const body = { calendario: { expiracao: 3600 }, valor: { original: '10.00' }, chave }
  const debtor = { devedor: { cpf: '52998224725', nome: 'Maria da Silva' }, solicitacaoPagador: 'Pedido 1' }
  const made = await call('pixCreateImmediateCharge', 'PixCreateImmediateCharge', { ...body, ...debtor })
  const txid = crypto.randomUUID().replaceAll('-', '')
  await call('pixCreateCharge', 'PixCreateCharge', { txid }, body)
  await call('pixUpdateCharge', 'PixUpdateCharge', { txid }, { valor: { original: '12.00' } })
  await bank.control.post(`/charges/efi/${txid}/pay`)
  const charge = await call('pixDetailCharge', 'PixDetailCharge', { txid })
  await call('pixListCharges', 'PixListCharges', { ...always, status: 'CONCLUIDA' })
  const e2eId: string = charge.pix[0].endToEndId
  await call('pixDetailReceived', 'PixDetailReceived', { e2eId, exibirCodigoBanco: true })
  await call('pixReceivedList', 'PixListReceived', { ...always, txIdPresente: true, exibirCodigoBanco: true })
  await call('pixDevolution', 'PixDevolution', { e2eId, id: 'r1' }, { valor: '2.00' })
  await expect
    .poll(async () => (await call('pixDetailDevolution', 'PixDetailDevolution', { e2eId, id: 'r1' })).status)
    .toBe('DEVOLVIDO')
  await call('pixDetailCharge', 'PixDetailCharge', { txid })

  const { id } = made.loc
  const qrCode = await call('pixGenerateQRCode', 'PixGenerateQRCode', { id })
  expect(qrCode.qrcode).toBe(made.pixCopiaECola)
  expect(qrCode.imagemQrcode).toMatch(/^data:image\/\w+/)
  await call('pixDetailLocation', 'PixDetailLocation', { id })
  await call('pixUnlinkTxidLocation', 'PixUnlinkTxidLocation', { id })
  await expect(client['pixGenerateQRCode']!({ id })).rejects.toMatchObject({ nome: expect.any(String) })
  await call('pixCreateLocation', 'PixCreateLocation', { tipoCob: 'cob' })
  expect((await call('pixLocationList', 'PixLocationList', { ...always, tipoCob: 'cob' })).locs).toHaveLength(3)
  await expect(client['pixListCharges']!({ ...always, status: 'PAGA' })).rejects.toMatchObject({
    nome: 'valor_invalido',
  })

  const before = (await receiver.bodies(1)).length
  await call('pixResendWebhook', null, { tipo: 'PIX_RECEBIDO', e2eids: [e2eId] })
  expect((await receiver.bodies(before + 1)).at(-1)).toMatchObject({ pix: [{ endToEndId: e2eId }] })
  expect((await call('pixGetReceipt', null, { e2eid: e2eId })).toString('latin1')).toMatch(/^%PDF-/)
  await call('pixDeleteWebhook', null, { chave })
})

test("payouts, keys, settings, reports and special returns are as Efí's own client documents them", async () => {
  const bank = await testBank()
  await bank.control.put('/settings', { tokenSeconds: 1_000_000 })
  const { client, call, partner } = await clientOf(bank)
  const receiver = await receiverOf(partner)
  const chave = partner.key
  await call('pixConfigWebhook', 'PixConfigWebhook', { chave }, { webhookUrl: receiver.url })
  const pagador = { chave }
  const idEnvio = () => crypto.randomUUID().replaceAll('-', '')
  const first = idEnvio()
  const favorecido = { chave: 'joao@mail.test', cpf: '11144477735' }
  const sent = await call('pixSend', 'PixSend', { idEnvio: first }, { valor: '5.00', pagador, favorecido })
  expect(sent.e2eId).toBe(sent.endToEndId)
  await expect
    .poll(async () => (await call('pixSendDetailId', 'PixSendDetailId', { idEnvio: first })).status)
    .toBe('REALIZADO')
  await bank.control.post(`/payouts/${first}/return`, { amount: '2.00' })
  await call('pixSendDetail', 'PixSendDetail', { e2eId: sent.endToEndId })
  await call('pixSendList', 'PixSendList', { ...always, status: 'REALIZADO' })
  expect((await call('pixGetReceipt', null, { idEnvio: first })).toString('latin1')).toMatch(/^%PDF-/)

  // A code of another customer of the bank is paid, and its charge with it.
  const other = bank.partner('standard')
  const { txid, body } = await other.charge('3.00')
  await call('pixQrCodePay', 'PixQrCodePay', { idEnvio: idEnvio() }, { pagador, pixCopiaECola: body.pixCopiaECola })
  await expect.poll(async () => (await other.get(`/v2/cob/${txid}`)).body.status).toBe('CONCLUIDA')

  const { chave: evp } = await call('pixCreateEvp', 'PixCreateEvp')
  expect((await call('pixListEvp', 'PixListEvp')).chaves).toEqual([evp])
  const own = { valor: '1.00', pagador, favorecido: { chave: evp } }
  await call('pixSendSameOwnership', 'PixSendSameOwnership', { idEnvio: idEnvio() }, own)
  const foreign = client['pixSendSameOwnership']!({ idEnvio: idEnvio() }, { ...own, favorecido })
  await expect(foreign).rejects.toMatchObject({ nome: 'chave_nao_pertence_ao_documento' })
  await call('pixDeleteEvp', null, { chave: evp })
  expect((await call('pixListEvp', 'PixListEvp')).chaves).toEqual([])

  await call('getAccountBalance', 'GetAccountBalance', { bloqueios: true })
  const recebimento = {
    txidObrigatorio: false,
    qrCodeEstatico: { recusarTodos: false },
    webhook: { notificacao: { tarifa: false, pagador: false }, notificar: { pixSemTxid: true } },
  }
  const settings = { pix: { receberSemChave: true, chaves: { [chave]: { recebimento } } } }
  await call('updateAccountConfig', null, settings)
  expect(await call('listAccountConfig', 'ListAccountConfig')).toEqual(settings)
  const seen = receiver.received.length
  await bank.control.post(`/keys/${chave}/pay`, { amount: '7.00' })
  expect((await receiver.bodies(seen + 1)).at(-1)).toEqual({ pix: [expect.not.objectContaining({ gnExtras: {} })] })
  await call('pixKeysBucket', 'PixKeysBucket')

  const [pix] = await bank.control.get<{ endToEndId: string }[]>('/pix')
  await bank.control.post(`/pix/${pix!.endToEndId}/report`, { comment: 'golpe' })
  const listed = await call('medList', 'MedList', always)
  await call('medDefense', null, listed.infracoes[0], { analise: 'rejeitado', justificativa: 'Produto entregue.' })
  await bank.control.post(`/infractions/${listed.infracoes[0].idInfracao}/cancel`)
  expect((await call('medList', 'MedList', always)).infracoes).toMatchObject([{ status: 'CANCELADA_EFI' }])

  await bank.control.post('/clock/advance', { seconds: 86_400 })
  const day = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
  const order = { dataMovimento: day, tipoRegistros: { pixRecebido: true, pixEnviadoChave: true, saldoDia: true } }
  const report = await call('createReport', 'CreateReport', order)
  await call('detailReport', 'DetailReport', { id: report.id })
  await bank.control.post('/clock/advance', { seconds: 60 })
  expect(await call('detailReport', 'DetailReport', { id: report.id })).toContain('PR;')
})

test("shared payments are as Efí's own client documents them", async () => {
  const bank = await testBank()
  const { call, partner } = await clientOf(bank)
  const favorecido = { cpf: '11144477735', conta: '1234567' }
  const config = {
    descricao: 'Loja e entregador',
    lancamento: { imediato: true },
    split: {
      divisaoTarifa: 'assumir_total',
      minhaParte: { tipo: 'porcentagem', valor: '60.00' },
      repasses: [{ tipo: 'porcentagem', valor: '40.00', favorecido }],
    },
  }
  const { id } = await call('pixSplitConfig', 'PixSplitConfig', {}, config)
  await call('pixSplitConfigId', 'PixSplitConfigId', { id }, { ...config, descricao: 'Loja' })
  const shown = await call('pixSplitDetailConfig', 'PixSplitDetailConfig', { id })
  expect(shown).toMatchObject({ revisao: 1, descricao: 'Loja' })
  const { txid } = await partner.charge('10.00')
  await call('pixSplitLinkCharge', null, { txid, splitConfigId: id })
  expect((await call('pixSplitDetailCharge', 'PixSplitDetailCharge', { txid })).config).toMatchObject({ id })
  const { pix } = await bank.control.post<{ pix: { endToEndId: string }[] }>(`/charges/efi/${txid}/pay`, {})
  const refund = { e2eid: pix[0]!.endToEndId, id: 'r1' }
  await call('pixSplitDevolution', 'PixSplitDevolution', refund, { valor: '10.00' })
  const other = (await partner.charge('10.00')).txid
  await call('pixSplitLinkCharge', null, { txid: other, splitConfigId: id })
  await call('pixSplitUnlinkCharge', null, { txid: other })
  const { txid: due } = await partner.dueCharge('2099-01-01')
  await call('pixSplitLinkDueCharge', null, { txid: due, splitConfigId: id })
  // Its schema wants seconds of a charge that has a day.
  expect((await call('pixSplitDetailDueCharge', null, { txid: due })).config).toMatchObject({ id })
  await call('pixSplitUnlinkDueCharge', null, { txid: due })
})

test("Open Finance is as Efí's own client documents it", async () => {
  const bank = await testBank()
  const { client, call, partner } = await clientOf(bank)
  const config = { redirectURL: 'https://shop.test/return', webhookURL: 'http://127.0.0.1:9/hook' }
  await call('ofConfigUpdate', 'OpenFinanceConfig', { ...config, generateTxIdForInic: true })
  await call('ofConfigDetail', 'OpenFinanceConfig')
  await call('ofListParticipants', 'OfListParticipants', { nome: 'ita' })
  const pagador = { idParticipante: itau, cpf: '52998224725' }
  const pagamento = { valor: '12.30', idProprio: 'ours', infoPagador: 'Pedido' }
  const start = (favorecido: object, more: object = {}) =>
    call('ofStartPixPayment', 'OpenFinanceStartPayment', { pagador, favorecido, pagamento: { ...pagamento, ...more } })
  const { identificadorPagamento: identificador } = await start({ chave: partner.key })
  await call('ofListPixPayment', 'OfListPixPayment', { identificador })
  await bank.control.post(`/initiations/${identificador}/authorise`)
  const listed = await call('ofListPixPayment', 'OfListPixPayment', { inicio: '2020-01-01', fim: '2099-01-01' })
  const { endToEndId } = listed.pagamentos[0]
  expect((await call('pixDetailReceived', 'PixDetailReceived', { e2eId: endToEndId })).txid).toMatch(/^\w{1,25}$/)
  const refund = [{ endToEndId, valor: '2.30' }]
  await call('ofDevolutionPix', 'OfDevolutionPix', { identificadorPagamento: identificador }, refund)

  const account = { nome: 'Shop Ltda', documento: '11222333000181', codigoBanco: '09089356', conta: '12345' }
  await start({ contaBanco: { ...account, agencia: '0001', tipoConta: 'TRAN' } })
  const refused = { nome: 'json_invalido' }
  const tryStart = (more: object) =>
    client['ofStartPixPayment']!({ pagador, favorecido: { contaBanco: { ...account, ...more } }, pagamento })
  await expect(tryStart({ agencia: '1', tipoConta: 'TRAN' })).rejects.toMatchObject(refused)
  await expect(tryStart({ agencia: '0001', tipoConta: 'SLRY' })).rejects.toMatchObject(refused)
})
