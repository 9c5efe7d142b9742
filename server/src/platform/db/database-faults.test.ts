import { expect, test } from 'vitest'
import { DatabaseFault, toFault } from './database-faults.ts'

const kindOf = (code: string, message = '') => {
  const fault = toFault(Object.assign(new Error(message), { code }))
  return fault instanceof DatabaseFault ? fault.kind : null
}

test.each([
  'failure on connection marked as essential: 127.0.0.1:5691',
  'postmaster was shut down, exiting',
  'connection to the remote node 127.0.0.1:5691 failed with the following error: Connection refused',
  'could not establish any connections to the node 127.0.0.1:5691 after 5000 ms',
])('a lost node of a distributed database is a fault of the database, not of the program: %s', message => {
  expect(kindOf('XX000', message)).toBe('databaseAway')
})

test('any other internal error of PostgreSQL stays an error', () => {
  expect(kindOf('XX000', 'cache lookup failed for type 42')).toBeNull()
})
