import { describe, expect, test } from 'vitest'
import { openTrilho } from '../../test/kit.ts'
import { newPortalPerson } from '../../test/portal-client.ts'

const trilho = await openTrilho()
const merchant = await trilho.newMerchant()
const owner = await newPortalPerson(trilho, { merchantId: merchant.merchantId })

describe('the guard of the portal', () => {
  test('who is signed in is told who they are, where they belong and what they may do', async () => {
    const { status, body } = await owner.get('/session')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ isSandbox: true, mustDo: null, person: { id: owner.id, isOperator: false } })
    expect(body.data.merchants).toMatchObject([{ id: merchant.merchantId, roles: ['owner'] }])
    expect(body.data.merchants[0].permissions).toContain('keys.manage')
    expect(body.data.merchants[0].permissions).not.toContain('platform.read')
  })

  test('without a session, and with a made-up one, the answer is 401', async () => {
    for (const cookie of ['', 'trilho=nonsense']) {
      const { status, body } = await owner.send('GET', '/session', undefined, { cookie })
      expect([status, body.error.details.reason]).toEqual([401, 'SessionInvalid'])
    }
  })
})
