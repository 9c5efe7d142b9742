import { expect, test } from 'vitest'
import { newPortalPerson } from '../../../test/kit/portal-client.ts'
import { openTrilho } from '../../../test/kit/trilho.ts'
import { auditBooks } from '../../operations/books-audit/audit-books.ts'

const trilho = await openTrilho()

test('a statement shows what is held in reserve, and its files count it as money of the account', async () => {
  const shop = await trilho.newMerchant()
  const operator = await newPortalPerson(trilho, { isOperator: true })
  const reserve = { percent: '10', amount: null, days: 30 }
  expect((await operator.put(`/operator/merchants/${shop.merchantId}/reserve`, reserve)).status).toBe(200)
  await shop.simulate('complete', await shop.createCashIn({ amount: '100' }))

  const { items } = (await shop.get('/accounts/statement')).body.data
  expect(items).toMatchObject([
    { kind: 'cashInSettled', available: '100.000000', reserved: '0.000000', reservedBalance: '0.000000' },
    { kind: 'reserveHeld', available: '-10.000000', reserved: '10.000000', reservedBalance: '10.000000' },
  ])
  const csv = (await shop.get('/accounts/statement?format=csv')).text
  expect(csv.trim().split('\n').at(-1)).toMatch(/,10\.000000,10\.000000\r?$/)
  const path = `/merchants/${shop.merchantId}/statement`
  const owner = await newPortalPerson(trilho, { merchantId: shop.merchantId })
  expect((await owner.get(path)).body.data.closing).toMatchObject({ available: '90.000000', reserved: '10.000000' })
  const ofx = (await owner.get(`${path}.ofx`)).bytes.toString('latin1')
  expect(ofx.match(/<TRNAMT>[^<\r\n]*/g)).toEqual(['<TRNAMT>100.00'])
  expect(ofx).toContain('<BALAMT>100.00')
  expect(await auditBooks(trilho)).toEqual([])
})
