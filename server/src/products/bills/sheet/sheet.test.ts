import { expect, test } from 'vitest'
import { decodeBars } from '../../../../test/kit/decode-bars.ts'
import { pagesOfPdf, rectanglesOfPdf, textOfPdf } from '../../../../test/kit/pdf-text.ts'
import { cpf, openTrilho } from '../../../../test/kit/trilho.ts'
import { formatTypedLine } from '../../../platform/brazil/boleto.ts'
import { businessDayFrom } from '../../../platform/brazil/business-days.ts'
import { addDays, dayOf } from '../../../platform/brazil/sao-paulo.ts'
import { barcodeMm } from '../boletos/draw-barcode.ts'

const trilho = await openTrilho()
const due = businessDayFrom(addDays(dayOf(new Date()), 20))
const spelled = (day: string) => day.split('-').toReversed().join('/')
const address = { street: 'Rua das Flores, 12', city: 'Recife', state: 'PE', postalCode: '50010-000' }
const payer = { name: 'Maria da Silva', cpf: cpf.maria, address }
const methods = ['pix', 'boleto']

type Shop = Awaited<ReturnType<typeof trilho.newMerchant>>
async function make(shop: Shop, more: object = {}) {
  const { status, body } = await shop.post('/bills', { payer, amount: '100.00', dueDate: due, methods, ...more })
  expect(status).toBe(201)
  return body.data
}

/** The sheet as anybody with the address of the payer's page gets it. */
async function open(url: string) {
  const response = await fetch(url)
  const pdf = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, pdf, text: textOfPdf(pdf) }
}
const sheetOf = (bill: { url: string }, language = 'pt') => open(`${bill.url}.pdf?lang=${language}`)
const inText = (words: string) => words.replaceAll(/\s/g, '')

test('the sheet of a bill with a boleto has all that a bank needs of it, and bars that are its barcode', async () => {
  const shop = await trilho.newMerchant()
  const bill = await make(shop, {
    orderId: 'm-12',
    description: 'Mensalidade',
    fine: { kind: 'Percent', rate: '2.50' },
    interest: { kind: 'PercentPerMonth', rate: '1' },
    rebate: { kind: 'Fixed', amount: '5' },
    discount: { kind: 'Fixed', until: [{ date: due, amount: '10' }] },
  })
  const { status, headers, pdf, text } = await sheetOf(bill)
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ])
  const until = spelled(bill.payableUntil)
  for (const words of [
    'Padaria São João Ltda',
    'Maria da Silva',
    spelled(due),
    'R$ 85,00',
    'R$ 100,00',
    'm-12',
    'Mensalidade',
    bill.boleto.bankNumber,
    formatTypedLine(bill.boleto.typedLine),
    `Desconto de R$ 10,00 até ${spelled(due)}.`,
    'Abatimento de R$ 5,00.',
    `Após ${spelled(due)}, multa de 2,5%.`,
    `Após ${spelled(due)}, juros de 1% ao mês.`,
    `Não receber após ${until}.`,
    bill.qrCode,
    'Ambiente de testes',
  ])
    expect(text).toContain(inText(words))
  const bars = rectanglesOfPdf(pdf).filter(({ height }) => Math.abs(height - (barcodeMm.height * 72) / 25.4) < 0.1)
  expect(decodeBars(bars)).toBe(bill.boleto.barcode)
  const [first, last] = [bars.at(0), bars.at(-1)]
  const widthMm = (((last?.x ?? 0) + (last?.width ?? 0) - (first?.x ?? 0)) * 25.4) / 72
  expect(widthMm).toBeCloseTo(barcodeMm.width, 1)
})

test("the payer's sheet hides the document and the address; the merchant's has them", async () => {
  const shop = await trilho.newMerchant()
  const bill = await make(shop)
  const payers = (await sheetOf(bill)).text
  expect(payers).not.toMatch(/529\.?982\.?247|Flores/)
  const response = await fetch(`${trilho.url}/bills/${bill.id}/pdf?lang=en`, {
    headers: { authorization: `Bearer ${shop.token}` },
  })
  const merchants = textOfPdf(Buffer.from(await response.arrayBuffer()))
  for (const words of ['529.982.247-25', 'Rua das Flores, 12, Recife - PE, 50010-000', 'Pay with Pix', 'Beneficiário'])
    expect(merchants).toContain(inText(words))
})

test('a bill that is paid by Pix only has a sheet with its terms and no boleto; an ordinary charge has none', async () => {
  const shop = await trilho.newMerchant()
  const bill = await make(shop, { methods: ['pix'], fine: { kind: 'Fixed', amount: '3' } })
  const { text } = await sheetOf(bill, 'en')
  expect(text).toContain(inText('a fine of R$ 3.00'))
  expect(text).not.toContain('Pagador')
  const { payment } = (await shop.requestCashIn({})).body.data
  expect((await open(`${payment.qrCodeLocation.replace('/qr/', '/pay/')}.pdf`)).status).toBe(404)
  const other = await trilho.newMerchant()
  expect((await other.get(`/bills/${bill.id}/pdf`)).body.error.details.reason).toBe('BillNotFound')
})

test('what is paid, cancelled or expired says so, and has neither code nor boleto', async () => {
  const shop = await trilho.newMerchant()
  const sheetAfter = async (end: (id: string) => Promise<unknown>) => {
    const bill = await make(shop, { payableDaysAfterDue: 0 })
    await end(bill.id)
    const { text } = await sheetOf(bill)
    expect(text).not.toContain(inText(bill.qrCode))
    expect(text).not.toContain(inText(formatTypedLine(bill.boleto.typedLine)))
    return text
  }
  expect(await sheetAfter(id => shop.simulate('complete', id))).toContain(inText('Paga em'))
  expect(await sheetAfter(id => shop.simulate('pay-boleto', id))).toContain(inText('Boleto pago em'))
  expect(await sheetAfter(id => shop.post(`/bills/${id}/cancel`, {}))).toContain(inText('Não vale mais. Não pague.'))
  const late = await make(shop, { payableDaysAfterDue: 0 })
  await shop.put('/sandbox/clock', { forward: 40 * 86_400 })
  expect((await sheetOf(late)).text).toContain(inText('Não vale mais. Não pague.'))
})

test('an overdue bill asks for the amount of the day', async () => {
  const shop = await trilho.newMerchant()
  const bill = await make(shop, { fine: { kind: 'Fixed', amount: '3' } })
  await shop.put('/sandbox/clock', { forward: 25 * 86_400 })
  const { text } = await sheetOf(bill)
  for (const words of ['Vencida. Ainda pode ser paga', 'R$ 103,00']) expect(text).toContain(inText(words))
})

test('the longest bill is one sheet, whose lines that have no room are one', async () => {
  const shop = await trilho.newMerchant()
  const lines = Array.from({ length: 50 }, (_, i) => ({ description: `${i} ${'W'.repeat(190)}`, amount: '2.00' }))
  const wide = { street: 'W'.repeat(200), city: 'W'.repeat(200), state: 'SP', postalCode: '01310100' }
  const until = [0, 1, 2].map(early => ({ date: addDays(due, -early), amount: '1' }))
  const bill = await make(shop, {
    lines,
    payer: { name: 'W'.repeat(200), cpf: cpf.maria, address: wide },
    description: 'W'.repeat(140),
    orderId: 'W'.repeat(255),
    fine: { kind: 'Percent', rate: '2' },
    interest: { kind: 'PercentPerYearInBusinessDays', rate: '12' },
    rebate: { kind: 'Fixed', amount: '1' },
    discount: { kind: 'Fixed', until },
  })
  const { pdf, text } = await sheetOf(bill)
  expect(pagesOfPdf(pdf)).toBe(1)
  for (const words of ['Mais 45 itens', 'R$ 90,00', `Não receber após ${spelled(bill.payableUntil)}`])
    expect(text).toContain(inText(words))
})
