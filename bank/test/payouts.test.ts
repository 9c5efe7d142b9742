import { expect, test } from 'vitest'
import { type TestBank, testBank } from './kit/bank-process.ts'
import { receiverOf } from './kit/receiver.ts'

const today = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' }

async function efi(bank: TestBank) {
  const shop = bank.partner('efi')
  const receiver = await receiverOf(shop)
  expect((await shop.put(`/v2/webhook/${shop.key}`, { webhookUrl: receiver.url })).status).toBe(201)
  receiver.received.splice(0)
  const order = (to: object, valor = '10.00') => ({ valor, pagador: { chave: shop.key }, favorecido: to })
  const pay = (id: string, to: object, valor?: string) => shop.put(`/v3/gn/pix/${id}`, order(to, valor))
  return { shop, receiver, pay }
}

test('efi: a payout is accepted, paid and reported; its id pays once; unknown ids are not found', async () => {
  const bank = await testBank()
  const { shop, receiver, pay } = await efi(bank)
  const sent = await pay('a1', { chave: 'joao@mail.test', cpf: '11144477735' })
  expect(sent).toMatchObject({ status: 201, body: { idEnvio: 'a1', status: 'EM_PROCESSAMENTO', valor: '10.00' } })
  const [callback] = await receiver.bodies(1)
  expect(callback.pix).toMatchObject([
    { endToEndId: sent.body.e2eId, tipo: 'SOLICITACAO', status: 'REALIZADO', gnExtras: { idEnvio: 'a1' } },
  ])
  expect(receiver.received[0]).toMatchObject({ path: '/hook/pix', caller: 'Simulated bank callbacks' })
  const path = '/v2/gn/pix/enviados'
  const read = await shop.get(`${path}/id-envio/a1`)
  expect(read.body).toMatchObject({ status: 'REALIZADO', endToEndId: sent.body.e2eId, idEnvio: 'a1' })
  expect(read.body.favorecido.identificacao).toEqual({ nome: 'João Pereira', cpf: '***.444.777-**' })
  expect(await pay('a1', { chave: 'joao@mail.test' })).toMatchObject({
    status: 409,
    body: { nome: 'id_envio_duplicado' },
  })
  expect(await shop.get(`${path}/id-envio/a2`)).toMatchObject({ status: 404, type: 'application/problem+json' })
  expect((await shop.get(`${path}/${sent.body.e2eId}`)).status).toBe(200)
  expect((await shop.get(path, { query: today })).body.pix).toHaveLength(1)
  expect((await shop.get('/v2/gn/saldo')).body).toEqual({ saldo: '99990.00' })
})

test('efi: every immediate refusal has a name', async () => {
  const bank = await testBank()
  const shop = bank.partner('efi')
  const to = { chave: 'joao@mail.test' }
  const order = { valor: '1.00', pagador: { chave: shop.key }, favorecido: to }
  expect((await shop.put('/v3/gn/pix/b1', order)).body.nome).toBe('webhook_nao_cadastrado')
  const { pay } = await efi(bank)
  expect(await pay('b1', { chave: 'nobody@mail.test' })).toMatchObject({
    status: 404,
    body: { nome: 'chave_favorecido_nao_encontrada' },
  })
  expect((await pay('b1', { ...to, cpf: '52998224725' })).body.nome).toBe('chave_nao_pertence_ao_documento')
  expect(await pay('b1', { ...to, extra: 1 })).toMatchObject({ status: 400, body: { nome: 'json_invalido' } })
  expect((await pay('b1', to, '1,00')).body.erros[0].chave).toBe('valor')
  const missing = await shop.get('/v2/cob/00000000000000000000000000')
  expect(missing).toMatchObject({ status: 400, body: { nome: 'cobranca_nao_encontrada' } })
  const { txid } = await shop.charge()
  const again = { calendario: { expiracao: 60 }, valor: { original: '1.00' }, chave: shop.key }
  expect(await shop.put(`/v2/cob/${txid}`, again)).toMatchObject({ status: 409, body: { nome: 'txid_duplicado' } })
  expect((await shop.get(`/v2/cob/${txid}`)).body.calendario.expiracao).toBe(3600)
  await bank.control.put('/partners/efi/scopes', { scopes: ['cob.read'] })
  shop.useToken(null)
  expect(await shop.put('/v3/gn/pix/b2', order)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
})

test('efi: a refused payout returns the money with the reason; a paid one can be returned in parts', async () => {
  const bank = await testBank()
  const { shop, receiver, pay } = await efi(bank)
  await pay('c1', { chave: 'fechada@mail.test' })
  const [refused] = await receiver.bodies(1)
  expect(refused.pix[0]).toMatchObject({
    status: 'NAO_REALIZADO',
    horario: null,
    gnExtras: { erro: { codigo: 'AC07' } },
  })
  await bank.control.put('/settings', { payoutDelayMs: null })
  await pay('c2', {
    contaBanco: {
      nome: 'Ana',
      cpf: '12345678909',
      codigoBanco: '00000000',
      agencia: '1',
      conta: '12',
      tipoConta: 'cacc',
    },
  })
  expect((await shop.get('/v2/gn/saldo')).body.saldo).toBe('99990.00')
  await bank.control.post('/payouts/c2/complete')
  await bank.control.post('/payouts/c2/return', { amount: '4.00' })
  const bodies = await receiver.bodies(3)
  expect(bodies[2].pix[0]).toMatchObject({ tipo: 'DEVOLUCAO_RECEBIDA', devolucoes: [{ valor: '4.00' }] })
  expect((await shop.get('/v2/gn/saldo')).body.saldo).toBe('99994.00')
  expect((await bank.control.call('POST', '/payouts/c2/return', { amount: '6.01' })).status).toBe(409)
  expect((await bank.control.call('POST', '/payouts/c2/refuse')).status).toBe(409)
  await bank.control.put('/settings', { payoutDelayMs: 0 })
  await pay('c3', { chave: 'joao@mail.test' }, '999999.00')
  expect((await receiver.bodies(4))[3].pix[0]).toMatchObject({
    status: 'NAO_REALIZADO',
    gnExtras: { erro: { codigo: 'AM04' } },
  })
})

test('inter: a repeated key gets the same response and pays once; numbers are numbers; the callback is an array', async () => {
  const bank = await testBank()
  const shop = bank.partner('inter')
  const receiver = await receiverOf(shop)
  const hook = '/banking/v2/webhooks/pix-pagamento'
  expect((await shop.put(hook, { webhookUrl: receiver.url })).status).toBe(204)
  expect((await shop.get(hook)).body.webhookUrl).toBe(receiver.url)
  const order = { valor: 10.5, descricao: 'x', destinatario: { tipo: 'CHAVE', chave: '+5511998765432' } }
  const headers = { 'x-id-idempotente': crypto.randomUUID() }
  const first = await shop.post('/banking/v2/pix', order, { headers })
  expect(first).toMatchObject({ status: 200, body: { tipoRetorno: 'PROCESSADO' } })
  const [[callback]] = (await receiver.bodies(1)) as [[{ valor: string }]]
  expect(callback).toMatchObject({
    codigoSolicitacao: first.body.codigoSolicitacao,
    status: 'EFETIVADO',
    valor: '10.50',
  })
  expect(receiver.received[0]?.path).toBe('/hook')
  expect((await shop.post('/banking/v2/pix', order, { headers })).body).toEqual(first.body)
  const read = await shop.get(`/banking/v2/pix/${first.body.codigoSolicitacao}`)
  expect(read.body.transacaoPix).toMatchObject({ status: 'PAGO', valor: 10.5 })
  expect(read.body.transacaoPix.dataHoraMovimento).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
  expect(await shop.get('/banking/v2/pix/nothing')).toMatchObject({ status: 404, body: { title: expect.any(String) } })
  const unknown = { ...order, destinatario: { tipo: 'CHAVE', chave: 'nobody@mail.test' } }
  expect(await shop.post('/banking/v2/pix', unknown)).toMatchObject({
    status: 400,
    body: { violacoes: expect.any(Array) },
  })
  expect((await shop.get('/banking/v2/saldo')).body.disponivel).toBe(99_989.5)
})

test('inter: if a person must approve, nothing is paid before; the statement names the payer', async () => {
  const bank = await testBank()
  const shop = bank.partner('inter')
  await bank.control.put('/partners/inter/switches', { humanApproval: true })
  const order = { valor: 10, destinatario: { tipo: 'CHAVE', chave: '52998224725' } }
  const send = async () => (await shop.post('/banking/v2/pix', order)).body
  const [yes, no] = [await send(), await send()]
  expect(yes.tipoRetorno).toBe('APROVACAO')
  const status = async (id: string) => (await shop.get(`/banking/v2/pix/${id}`)).body.transacaoPix.status
  expect(await status(yes.codigoSolicitacao)).toBe('AGUARDANDO_APROVACAO')
  await bank.control.post(`/payouts/${yes.codigoSolicitacao}/approve`)
  await bank.control.post(`/payouts/${no.codigoSolicitacao}/disapprove`)
  await expect.poll(() => status(yes.codigoSolicitacao)).toBe('PAGO')
  expect(await status(no.codigoSolicitacao)).toBe('REPROVADO')
  await bank.control.post(`/keys/${shop.key}/pay`, { amount: '7.00', payer: { name: 'João', taxId: '11144477735' } })
  expect((await shop.get('/pix/v2/pix', { query: today })).body.pix).toEqual([])
  const day = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
  const query = { dataInicio: day, dataFim: day }
  const { transacoes } = (await shop.get('/banking/v2/extrato', { query })).body
  expect(transacoes.map((t: { tipoOperacao: string; valor: number }) => [t.tipoOperacao, t.valor])).toEqual([
    ['C', 100_000],
    ['D', 10],
    ['C', 7],
  ])
  const whole = await shop.get('/banking/v2/extrato/completo', { query })
  expect(whole.body.transacoes[2].detalhes).toMatchObject({ nomePagador: 'João', cpfCnpjPagador: '11144477735' })
})

test('sicoob: the key is looked up first, and the id of that look-up pays once', async () => {
  const bank = await testBank()
  const shop = bank.partner('sicoob')
  const receiver = await receiverOf(shop)
  const path = '/pix-pagamentos/v2/pagamentos'
  expect((await shop.put(`${path}/webhook`, { webhookUrl: receiver.url })).status).toBe(204)
  const found = await shop.post(path, { chave: 'joao@mail.test' })
  expect(found.body).toMatchObject({
    chave: 'joao@mail.test',
    tipo: 'EMAIL',
    proprietario: { identificador: '11144477735', nome: 'João Pereira', tipo: 'FISICO' },
  })
  const { endToEndId } = found.body
  expect((await shop.get(`${path}/${endToEndId}`)).body.estado).toBe('NÃO_REALIZADO')
  const order = { endToEndId, valor: '199,99', meioIniciacao: 'CHAVE' }
  expect((await shop.post(`${path}/confirmacao`, { ...order, valor: '199.99' })).status).toBe(400)
  const sent = await shop.post(`${path}/confirmacao`, order)
  expect(sent.body).toMatchObject({ estado: 'EM_PROCESSAMENTO', valor: 199.99 })
  const [callback] = await receiver.bodies(1)
  expect(callback.payload).toMatchObject({ id: endToEndId, estado: 'FINALIZADO_SUCESSO', valor: '199.99' })
  expect(receiver.received[0]?.path).toBe('/hook/lancamento')
  expect((await shop.post(`${path}/confirmacao`, order)).body.estado).toBe('FINALIZADO')
  const unknown = await shop.post(path, { chave: 'nobody@mail.test' })
  expect(unknown).toMatchObject({ status: 404, body: { mensagens: [{ codigo: 404 }] } })
  expect((await shop.get(`${path}/E000`)).status).toBe(404)
  const { movements } = await bank.control.ledger()
  expect(movements.filter(m => m.reference === endToEndId).map(m => m.kind)).toEqual(['payoutHeld', 'payoutSettled'])
})

test('sicoob: the code of a charge is its brcode, missing values are null, a refund gets 200', async () => {
  const bank = await testBank()
  const shop = bank.partner('sicoob')
  const { body, txid } = await shop.charge('5.00')
  expect(body.brcode).toMatch(/^000201.*6304[0-9A-F]{4}$/)
  expect(body).toMatchObject({ devedor: null, solicitacaoPagador: null })
  expect('pixCopiaECola' in body).toBe(false)
  await bank.control.post(`/charges/sicoob/${txid}/pay`)
  const { endToEndId } = (await shop.get(`/pix/api/v2/cob/${txid}`)).body.pix[0]
  expect((await shop.put(`/v2/pix/${endToEndId}/devolucao/r1`, { valor: '1.00' })).status).toBe(200)
})

test('a payout to a partner of the same bank is a Pix there, and its refund returns to the payer', async () => {
  const bank = await testBank()
  const { shop, pay } = await efi(bank)
  const other = bank.partner('standard')
  await pay('d1', { chave: other.key })
  const received = async () => (await other.get('/v2/pix', { query: today })).body.pix
  await expect.poll(received).toHaveLength(1)
  const [{ endToEndId }] = await received()
  await other.put(`/v2/pix/${endToEndId}/devolucao/r1`, { valor: '4.00' })
  const sent = async () => (await shop.get('/v2/gn/pix/enviados/id-envio/d1')).body
  await expect.poll(sent).toMatchObject({ endToEndId, devolucoes: [{ valor: '4.00' }] })
  expect((await shop.get('/v2/gn/saldo')).body.saldo).toBe('99994.00')
})
