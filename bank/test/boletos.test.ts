import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type TestBank, testBank } from './kit/bank-process.ts'

const base = '/cobranca-bancaria/v3'
const dayMs = 86_400_000
const day = (after = 0) => new Date(Date.now() - 3 * 3_600_000 + after * dayMs).toISOString().slice(0, 10)

/** A partner of the dialect `sicoob`, and a registration that the bank takes. */
function sicoobAt(bank: TestBank) {
  const file = readFileSync(join(bank.folder, 'partners', 'sicoob', 'partner.json'), 'utf8')
  const { clientNumber, accountNumber } = JSON.parse(file)
  const contract = { numeroCliente: Number(clientNumber), codigoModalidade: 1 }
  const boleto = {
    ...contract,
    numeroContaCorrente: Number(accountNumber),
    codigoEspecieDocumento: 'DM',
    dataEmissao: day(),
    seuNumero: 'A1',
    identificacaoEmissaoBoleto: 2,
    identificacaoDistribuicaoBoleto: 2,
    valor: 25.5,
    dataVencimento: day(10),
    dataLimitePagamento: day(20),
    tipoDesconto: 0,
    tipoMulta: 0,
    tipoJurosMora: 3,
    numeroParcela: 1,
    pagador: {
      numeroCpfCnpj: '52998224725',
      nome: 'Maria da Silva',
      endereco: 'Rua A, 1',
      bairro: 'Boa Vista',
      cidade: 'Recife',
      cep: '50010000',
      uf: 'PE',
    },
    codigoCadastrarPIX: 1,
  }
  const query = { numeroCliente: clientNumber as string, codigoModalidade: '1' }
  return { shop: bank.partner('sicoob'), contract, boleto, query }
}

/** What the only file of an archive has. */
function rowsIn(base64: string) {
  const bytes = Buffer.from(base64, 'base64')
  const start = 30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28)
  return JSON.parse(inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(18))).toString())
}

test('sicoob registers a boleto at once, twice if asked twice, and finds it by its own number only', async () => {
  const { shop, boleto, query } = sicoobAt(await testBank())
  const [first, second] = [await shop.post(`${base}/boletos`, boleto), await shop.post(`${base}/boletos`, boleto)]
  const { nossoNumero, codigoBarras, qrCode, ...made } = first.body.resultado
  expect([first.status, codigoBarras, qrCode]).toEqual([200, expect.stringMatching(/^\d{44}$/), expect.any(String)])
  expect('situacaoBoleto' in made).toBe(false)
  expect(second.body.resultado.nossoNumero).not.toBe(nossoNumero)
  const read = (by: Record<string, string>) => shop.get(`${base}/boletos`, { query: { ...query, ...by } })
  expect((await read({ nossoNumero: String(nossoNumero) })).body.resultado).toMatchObject({
    seuNumero: 'A1',
    situacaoBoleto: 'Em Aberto',
  })
  expect((await read({ codigoBarras })).body.resultado.nossoNumero).toBe(nossoNumero)
  expect([(await read({ nossoNumero: '999' })).status, (await read({ seuNumero: 'A1' })).status]).toEqual([204, 406])
  const listed = await shop.get(`${base}/pagadores/52998224725/boletos`, {
    query: { ...query, dataInicio: day(10), dataFim: day(10) },
  })
  expect(listed.body.resultado).toHaveLength(2)
})

test.each<[string, object, number]>([
  ['of another contract', { numeroCliente: 1 }, 400],
  ['of another account', { numeroContaCorrente: 1 }, 400],
  ['with an empty property', { mensagensInstrucao: [''] }, 406],
  ['with a null property', { valorAbatimento: null }, 406],
  ['with a long number of ours', { seuNumero: '1234567890123456789' }, 406],
  ['with a fine from the due date on', { tipoMulta: 2, valorMulta: 2, dataMulta: day(10) }, 400],
  ['with a fine after the last day', { tipoMulta: 2, valorMulta: 2, dataMulta: day(21) }, 400],
  ['due before today', { dataVencimento: day(-2) }, 400],
  ['in parts of a centavo', { valor: 1.005 }, 406],
])('sicoob refuses a boleto %s in its own shape of errors', async (_what, changes, status) => {
  const { shop, boleto } = sicoobAt(await testBank())
  const refused = await shop.post(`${base}/boletos`, { ...boleto, ...changes })
  expect(refused).toMatchObject({
    status,
    body: { mensagens: [{ mensagem: expect.any(String), codigo: `${status}` }] },
  })
})

test('sicoob refuses a payer without a district', async () => {
  const { shop, boleto } = sicoobAt(await testBank())
  const { bairro: _bairro, ...payer } = boleto.pagador
  expect((await shop.post(`${base}/boletos`, { ...boleto, pagador: payer })).status).toBe(406)
})

test('sicoob reports what was paid in a file, after a first question that comes too early, and moves the day of the credit on', async () => {
  const bank = await testBank()
  const { shop, contract, boleto, query } = sicoobAt(bank)
  const { nossoNumero } = (await shop.post(`${base}/boletos`, boleto)).body.resultado
  await bank.control.post('/boletos/A1/pay')
  const path = `${base}/boletos/movimentacoes`
  async function report() {
    const order = { numeroCliente: contract.numeroCliente, tipoMovimento: 5, dataInicial: day(), dataFinal: day() }
    const { codigoSolicitacao } = (await shop.post(path, order)).body.resultado
    const of = { query: { ...query, codigoSolicitacao: String(codigoSolicitacao) } }
    expect((await shop.get(path, of)).body.mensagens).toMatchObject([{ codigo: '5004' }])
    const [idArquivo] = (await shop.get(path, of)).body.resultado.idArquivos
    const file = await shop.get(`${path}/download`, { query: { ...of.query, idArquivo: String(idArquivo) } })
    return rowsIn(file.body.resultado.arquivo)
  }
  const [row] = await report()
  expect(row).toMatchObject({ numeroTitulo: nossoNumero, seuNumero: 'A1', valorLiquido: 25.5, idTipoOpFinanceira: 58 })
  expect(row.dataPrevisaoCredito.slice(0, 10) > day()).toBe(true)
  await bank.control.post('/boletos/A1/settle')
  expect((await report())[0].dataPrevisaoCredito).toBe(`${day()}T00:00:00-03:00`)
  expect((await shop.post(`${base}/boletos/${nossoNumero}/baixar`, contract)).status).toBe(400)
  const long = { ...contract, tipoMovimento: 5, dataInicial: day(-2), dataFinal: day() }
  expect((await shop.post(path, long)).status).toBe(400)
})
