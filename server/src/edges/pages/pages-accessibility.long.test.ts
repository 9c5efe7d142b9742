import { expect, test } from 'vitest'
import { axeFaults } from '../../../test/kit/axe.ts'
import { linksOf } from '../../../test/kit/payment-links.ts'
import { openPayersBrowser, sizes } from '../../../test/kit/payers-browser.ts'
import { cpf, openTrilho } from '../../../test/kit/trilho.ts'

const trilho = await openTrilho()
const api = await trilho.newMerchant()
const links = linksOf(trilho, api)
const { openPage } = await openPayersBrowser(trilho.url)
const { page } = await openPage('phone', { bypassCSP: true })

async function charge(request: Parameters<typeof api.requestCashIn>[0]) {
  const { transaction, payment } = (await api.requestCashIn(request)).body.data
  return { id: transaction.id as string, url: (payment.qrCodeLocation as string).replace('/qr/', '/pay/') }
}
async function paid(amount: string) {
  const made = await charge({ amount })
  await api.simulate('complete', made.id)
  return made
}
const receiptOf = async (id: string): Promise<string> => (await api.read(id)).body.data.transaction.receiptUrl

async function boletoBill(simulation?: string): Promise<string> {
  const address = { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50010-000' }
  const payer = { name: 'Maria da Silva', cpf: cpf.maria, address }
  const terms = { fine: { kind: 'Fixed', amount: '3' }, rebate: { kind: 'Fixed', amount: '1' } }
  const bill = { payer, amount: '100', dueDate: '2030-01-10', methods: ['pix', 'boleto'], ...terms }
  const { id, url } = (await api.post('/bills', bill)).body.data
  if (simulation !== undefined) await api.simulate(simulation, id)
  return url
}

/** The pages of payers besides the checkout. */
const pages: Record<string, () => Promise<string>> = {
  'a charge to pay': async () =>
    (await charge({ amount: '9999999999.999999', transaction: { orderDescription: 'W'.repeat(1024) } })).url,
  'a paid charge': async () => (await paid('10')).url,
  'a bill with a boleto': async () => boletoBill(),
  'a bill whose boleto is paid': async () => boletoBill('pay-boleto'),
  'a receipt': async () => receiptOf((await paid('10')).id),
  'the receipt of a payment that was partly returned': async () => {
    const { id } = await paid('1234.56')
    await api.refund(id, { amount: '234.56' })
    return receiptOf(id)
  },
  'a payment link': async () => (await links.make()).url,
  'a link that is sold out': async () => {
    const { url } = await links.make({ stock: 1 })
    await links.complete(await links.openCharge(url))
    return url
  },
  'a fixed code': async () => (await api.post('/static-qrs', { title: 'Balcão' })).body.data.url,
}

test.each(Object.entries(pages))(
  'axe finds nothing wrong with %s: phone, desktop, light, dark',
  async (_, addressOf) => {
    const address = await addressOf()
    for (const [size, colorScheme] of [
      [sizes.phone, 'light'],
      [sizes.desktop, 'light'],
      [sizes.desktop, 'dark'],
    ] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await page.goto(address)
      expect(await axeFaults(page)).toEqual([])
    }
  },
)

test('axe finds nothing wrong with an amount that the link refuses', async () => {
  const { url } = await links.make({ amount: undefined, minAmount: '5.00', asksPayer: true })
  await page.setViewportSize(sizes.phone)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(url)
  await page.getByLabel('Quanto você quer pagar?').fill('4')
  await page.getByLabel('Seu nome').fill('Maria da Silva')
  await page.getByLabel('Seu CPF').fill('529.982.247-25')
  await page.getByRole('button', { name: 'Pagar com Pix' }).click()
  await page.getByText('Confira o valor.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axeFaults(page)).toEqual([])
})
