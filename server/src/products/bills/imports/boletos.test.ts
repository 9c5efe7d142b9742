import { expect, test } from 'vitest'
import { fileOf, importsOf, inTenDays } from '../../../../test/kit/bill-imports.ts'
import { newPortalPerson } from '../../../../test/kit/portal-client.ts'
import { readSpreadsheet } from '../../../../test/kit/spreadsheet.ts'
import { cpf, openTrilho } from '../../../../test/kit/trilho.ts'
import { sicoobBoletos } from '../../../money/rails/bacen-pix/dialects/sicoob-boletos.ts'
import type { BoletoRail } from '../../../money/rails/boleto-rail.ts'
import { previewImport } from './make-import.ts'

/** Spreadsheets whose bills can be paid by boleto, too. */
const trilho = await openTrilho()
const { needs } = trilho

type Row = { line: number; faults: { field: string; code: string }[] }
const faultsOf = (rows: Row[]) =>
  rows.map(({ line, faults }) => [line, ...faults.map(({ field, code }) => `${field} ${code}`).toSorted()])

test('rows that ask for a boleto make one, and both files of the result have what its payer types', async () => {
  const shop = await trilho.newMerchant()
  const imports = importsOf(shop, needs)
  const home = { street: 'Rua B', number: '2', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  await shop.post('/customers', { name: 'Ana Lima', document: cpf.ana, externalId: 'ana', address: home })
  const headings = 'Cliente;Nome;CPF;Valor;Vencimento;Pedido;Formas de pagamento;Endereço;Bairro;Cidade;UF;CEP'
  const file = fileOf(
    headings,
    `;Maria;${cpf.maria};10,00;${inTenDays};o-1;Pix e Boleto;Rua A, 1;Bela Vista;São Paulo;SP;01310-100`,
    `ana;;;20,00;${inTenDays};o-2;boleto;;;;;`,
    `;Maria;${cpf.maria};30,00;${inTenDays};o-3;pix;;;;;`,
  )
  const { rows, ...counts } = await imports.preview(file)
  expect(counts).toMatchObject({ valid: 3, invalid: 0 })
  expect(rows.map(({ methods }: { methods: string[] }) => methods)).toEqual([
    ['pix', 'boleto'],
    ['pix', 'boleto'],
    ['pix'],
  ])
  const { id } = await imports.make(file)
  expect(await imports.rows(id)).toMatchObject([{ methods: ['pix', 'boleto'], typedLine: null }, {}, {}])
  await imports.finish(id)
  const made = await imports.rows(id)
  const bills = await Promise.all(
    made.map(async ({ billId }: { billId: string }) => (await shop.get(`/bills/${billId}`)).body.data),
  )
  const lines = bills.map(({ boleto }) => boleto?.typedLine ?? null)
  expect(lines).toEqual([expect.stringMatching(/^\d{47}$/), expect.stringMatching(/^\d{47}$/), null])
  expect(made.map(({ typedLine }: { typedLine: string }) => typedLine)).toEqual(lines)
  expect((await imports.result(id)).split('\r\n')[1]).toMatch(new RegExp(`,,,pix boleto,${lines[0]}$`))
  const finance = await newPortalPerson(trilho, { merchantId: shop.merchantId, roles: ['finance'] })
  const { text } = await finance.get(`/merchants/${shop.merchantId}/bills/imports/${id}/result`)
  expect(readSpreadsheet(text)).toMatchObject([
    { 'Formas de pagamento': 'Pix, Boleto', 'Linha digitável': lines[0] },
    { 'Linha digitável': lines[1] },
    { 'Formas de pagamento': 'Pix', 'Linha digitável': '' },
  ])
})

test('a preview says which rows lack what a boleto needs at the bank of the merchant', async () => {
  const shop = await trilho.newMerchant()
  const home = { street: 'Rua B', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  await shop.post('/customers', { name: 'Ana', document: cpf.ana, externalId: 'ana', address: { city: 'Recife' } })
  await shop.post('/customers', { name: 'Bia', document: cpf.maria, externalId: 'bia', address: home })
  const file = fileOf(
    'Cliente;Nome;CPF;Valor;Vencimento;Formas de pagamento;Só este pagador;Endereço;Bairro;Cidade;UF;CEP',
    `;Maria;${cpf.maria};10,00;${inTenDays};boleto;;;;;;`,
    `;Maria;${cpf.maria};10,00;${inTenDays};boleto;;Rua A;;Recife;PE;50010-000`,
    `;Maria;${cpf.maria};10,00;${inTenDays};cartão;;;;;;`,
    `;Maria;${cpf.maria};10,00;${inTenDays};boleto;sim;Rua A;;Recife;PE;50010-000`,
    `ana;;;10,00;${inTenDays};boleto;;;;;;`,
    `bia;;;10,00;${inTenDays};boleto;;;;;;`,
    `;Maria;${cpf.maria};10,00;${inTenDays};;;;;;;`,
  )
  const of = async (with_: typeof needs) => {
    const { rows } = await previewImport(with_, { merchantId: shop.merchantId, file: Buffer.from(file, 'base64') })
    return faultsOf(rows)
  }
  const always = [
    [2, 'street required'],
    [4, 'methods unreadable'],
    [5, 'onlyThisPayer invalid'],
    [6, 'customer noAddress'],
  ]
  const atBank = (boletos: (rail: BoletoRail) => BoletoRail | null): typeof needs => ({
    ...needs,
    railsOf: async (...args) => {
      const rails = await needs.railsOf(...args)
      return { ...rails, boletos: rails.boletos && boletos(rails.boletos) }
    },
  })
  expect(await of(needs)).toEqual([always[0], [3], ...always.slice(1), [7], [8]])
  const settings = { clientNumber: '1', accountNumber: '2', pixKey: '' }
  const sicoob = sicoobBoletos({ settings } as never, {} as never, needs.clock)
  expect(await of(atBank(() => sicoob))).toEqual([
    [2, 'street required'],
    [3, 'district required'],
    ...always.slice(1),
    [7, 'customer noAddress'],
    [8],
  ])
  expect((await of(atBank(() => null))).filter(([, fault]) => fault === 'methods noBoletos')).toHaveLength(5)
})
