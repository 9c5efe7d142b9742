import { expect, test } from 'vitest'
import { testTaxNumbers } from '../src/money/rails/simulator/test-data.ts'
import { call } from './kit/api-client.ts'
import { openTrilho } from './kit/trilho.ts'

const trilho = await openTrilho()

test('openapi.json describes every public route, with all their reasons and every test document', async () => {
  const { status, body } = await call(`${trilho.url}/openapi.json`)
  expect(status).toBe(200)
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining([
      '/login',
      '/oauth/token',
      '/accounts/pix/cashin',
      '/accounts/balance',
      '/accounts/transactions/pix/{transactionId}',
    ]),
  )
  for (const word of [...body.components.schemas.Reason.enum, ...Object.keys(testTaxNumbers)])
    expect(body.info.description).toContain(word)
})

type Operation = { requestBody?: { required?: boolean }; parameters?: { in: string; required?: boolean }[] }

test('a body is required where openapi.json says so, and nowhere else', async () => {
  const api = await trilho.newMerchant()
  const { paths } = (await call(`${trilho.url}/openapi.json`)).body as {
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const writing = operations.filter(({ method }) => method === 'post' || method === 'put')
  expect(writing.length).toBeGreaterThan(15)
  for (const { method, path, operation } of writing) {
    const url = trilho.url + path.replaceAll(/\{\w+\}/g, '019a0000-0000-7000-8000-000000000000')
    const headers = { authorization: `Bearer ${api.token}` }
    const { status } = await call(url, { method: method.toUpperCase(), headers })
    const isRequired = operation.requestBody?.required === true
    expect([method, path, status === 400]).toEqual([method, path, isRequired])
  }
})
