import { expect, test } from 'vitest'
import { openTrilho, times } from '../../server/test/kit/trilho.ts'
import { charge, connect } from './kit.ts'

test('a program that sends 300 charges on its open connections is not slowed down', async () => {
  const server = await openTrilho({ RATE_LIMIT: '500' })
  const { trilho, notes } = connect(server.url, await server.newMerchant())
  await Promise.all(
    times(10, async () => {
      for (const _ of times(30, () => null)) await trilho.pix.createCashIn(charge('1.00'))
    }),
  )
  expect(notes.filter(({ status }) => status !== 201 && status !== 200)).toEqual([])
})
