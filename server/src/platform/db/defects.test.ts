import { expect, test } from 'vitest'
import { ApiError } from '../http/errors.ts'
import { ExternalFault, withinTime } from '../lib/within-time.ts'
import { DatabaseFault } from './database-faults.ts'
import { isDefect } from './defects.ts'
import { RowLocked } from './settle-group.ts'

const withCode = (code: string, error = new Error(code)) => Object.assign(error, { code })
const thrown = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

test('a bank, a network, a time-out, a database that is away and a state that forbids it may pass', async () => {
  const passing = [
    new ExternalFault('the bank is away: HTTP 500'),
    new DatabaseFault('databaseBusy'),
    new RowLocked(),
    new ApiError('BankNotConnected'),
    new ApiError('TransactionStateNotAllowed'),
    await thrown(withinTime(new Promise(() => {}), 0.001)),
    await thrown(
      new Promise((_, reject) =>
        AbortSignal.timeout(1).addEventListener('abort', e => reject((e.target as AbortSignal).reason)),
      ),
    ),
    new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }),
    ...['ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT'].map(
      code => withCode(code),
    ),
    ...['08006', '57P01', '57014', '55P03', '53300', '40001', '40P01'].map(code => withCode(code)),
  ]
  expect(passing.filter(isDefect)).toEqual([])
})

test('every other error is a defect, a plain one of our own too', () => {
  const defects = [
    new Error('the books are not open'),
    new TypeError('undefined is not a function'),
    withCode('ERR_INVALID_ARG_TYPE', new TypeError('not a string')),
    withCode('ERR_INVALID_URL', new TypeError('Invalid URL')),
    withCode('UND_ERR_INVALID_ARG'),
    withCode('ENOENT'),
    new ApiError('TransactionNotFound'),
    ...['22P02', '23505', '42703', 'P0001', 'XX000'].map(code => withCode(code)),
    'a text',
    undefined,
  ]
  expect(defects.filter(error => !isDefect(error))).toEqual([])
})
