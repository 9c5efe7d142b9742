import { expect, test } from 'vitest'
import { Agent, request } from 'undici'
import { cashInBody } from './kit/api-client.ts'
import { cleanUp } from './kit/clean-up.ts'
import { openTrilho, times } from './kit/trilho.ts'

const trilho = await openTrilho()
const agent = new Agent({ connections: 4_000, headersTimeout: 120_000, connect: { timeout: 120_000 } })
cleanUp(() => agent.close())

async function createCashIn(token: string) {
  const { statusCode, headers, body } = await request(`${trilho.url}/accounts/pix/cashin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(cashInBody()),
    dispatcher: agent,
  })
  return { status: statusCode, retryAfter: headers['retry-after'], answer: await body.text() }
}

test('above saturation a flood gets 503 at once, other merchants keep their slots, and no response is lost', async () => {
  const [flooding, other] = [await trilho.newMerchant(), await trilho.newMerchant()]
  const statuses: Record<number, number> = {}
  let refused = () => {}
  const hundredRefused = new Promise<void>(resolve => (refused = resolve))
  const { floods, others } = await trilho.sql.begin(async tx => {
    // The database is blocked, as under too much load: nothing is written until this ends.
    await tx`lock table transactions in access exclusive mode`
    const flood = times(3_300, async () => {
      const answer = await createCashIn(flooding.token)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (statuses[503] === 100) refused()
      return answer
    })
    await hundredRefused
    return { floods: flood, others: times(50, () => createCashIn(other.token)) }
  })
  const answers = await Promise.all(floods)
  const refusals = answers.filter(({ status }) => status === 503)
  expect(answers.length - refusals.length).toBe(statuses[201])
  expect(new Set(refusals.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']))
  expect(JSON.parse(refusals[0]?.answer ?? '').error).toMatchObject({
    name: 'ServiceUnavailableError',
    details: { reason: 'ServerOverloaded' },
  })
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(times(50, () => 201))
  const [row] = await trilho.sql`select count(*)::int as stored from transactions`
  expect(row?.stored).toBe((statuses[201] ?? 0) + 50)
})

test('event loop delay and batch sizes are metrics', async () => {
  const text = await (await fetch(`${trilho.url}/metrics`)).text()
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
  expect(text).toMatch(/^trilho_batch_size_bucket\{le="256",batch="open credit"\} \d+$/m)
})
