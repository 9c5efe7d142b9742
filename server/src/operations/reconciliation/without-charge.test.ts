import { expect, test } from 'vitest'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { selectWithoutCharge } from './sql.ts'

test('where more money waits for the name of its charge than a day asks about, each payment has its turn', async () => {
  const { needs, sql } = await openTrilho()
  const [bank] = await sql<{ id: string }[]>`select id from bank_connections limit 1`
  const connectionId = bank?.id ?? ''
  const ids = times(4, n => `E60701190202611181200${String(n).padStart(11, '0')}`)
  for (const endToEndId of ids)
    await needs.door.commit(write =>
      write.holdUnmatched(connectionId, { reason: 'NoCharge', amount: 5_000_000n, participant: null, endToEndId }),
    )
  const asked = new Set<string>()
  for (const day of times(60, n => n)) {
    const until = new Date(Date.now() + (day + 1) * 86_400_000)
    const found = await selectWithoutCharge(sql, connectionId, { from: new Date(0), until }, 1)
    expect(found).toHaveLength(1)
    for (const { endToEndId } of found) asked.add(endToEndId)
  }
  expect([...asked].toSorted()).toEqual(ids)
})
