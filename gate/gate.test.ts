import { expect, test } from 'vitest'
import { evidenceIn } from './evidence.ts'
import { faultsOf, isPassedOver, quarantine } from './quarantine.ts'
import { failuresOf, summarise } from './read-report.ts'
import type { ReportLine } from './reporter.ts'

const file = 'server/test/some.test.ts'
const began = (title: string) => ({ type: 'began', file, title }) as const
const ended = (title: string, state: 'passed' | 'failed' | 'skipped') =>
  ({ type: 'ended', file, title, state, errors: state === 'failed' ? ['wrong'] : [], line: 7 }) as const

test('a report says what passed, what failed and where, and what was under way when the run was cut', () => {
  const report = summarise([began('a'), ended('a', 'passed'), began('b'), began('c'), ended('b', 'failed')])
  expect(report).toMatchObject({
    passed: 1,
    failures: [{ file, line: 7, title: 'b', errors: ['wrong'] }],
    pending: [{ file, title: 'c' }],
    isWhole: false,
  })
})

test('a step of tests that was cut has failed as a whole, beside what was under way', () => {
  const report = summarise([began('a'), ended('a', 'passed'), began('b')])
  expect(failuresOf(report, 'cut after 20 minutes', 'its last lines')).toEqual([
    { file, line: 0, title: 'b', errors: ['was under way: cut after 20 minutes'] },
    { file: '', line: 0, title: 'cut after 20 minutes', errors: ['its last lines'] },
  ])
})

const over: ReportLine = { type: 'run', errors: [] }
test.each([
  ['a command that ends well', null, '', []],
  ['a command that says nothing and exits with 1', null, 'exit status 1', ['exit status 1']],
  ['tests that passed', summarise([began('a'), ended('a', 'passed'), over]), '', []],
  [
    'tests that passed, and an exit with 1',
    summarise([ended('a', 'passed'), over]),
    'exit status 1',
    ['exit status 1'],
  ],
  ['a failed test', summarise([ended('a', 'failed'), over]), 'exit status 1', ['a']],
  ['no test', summarise([over]), '', ['ran no test']],
  ['no report', summarise([]), '', ['ended without a report']],
])('of %s the gate says what failed', (_what, report, ending, titles) => {
  expect(failuresOf(report, ending, '').map(({ title }) => title)).toEqual(titles)
})

test('a file that cannot be loaded and an error of no test are failures', () => {
  const report = summarise([
    { type: 'file', file, ms: 3, errors: ['SyntaxError'] },
    { type: 'run', errors: ['an unhandled rejection'] },
  ])
  expect(report.failures).toMatchObject([{ file, errors: ['SyntaxError'] }, { errors: ['an unhandled rejection'] }])
  expect(report.isWhole).toBe(true)
})

const at = (line: string) => `\n    at server/test/some.test.ts:7  ${line}`

test.each([
  ['Property failed after 3 tests\nCounterexample: [1]', "a property's counterexample"],
  [`expected [ 'x' ] to deeply equal []${at('expect(await auditBooks(needs)).toEqual([])')}`, 'the audit of the books'],
  [`expected [ {} ] to be null${at('expect(findViolation(history, account)).toBeNull()')}`, 'a history that cannot be'],
  [
    `expected [ {}, {} ] to have a length of 1 but got 2${at('expect(sink.eventsOf(id)).toHaveLength(1)')}`,
    'an event lost or doubled',
  ],
  ['deadlock detected', 'a deadlock'],
  ['the shared PostgreSQL ended meanwhile: it was process 1, now it is process 2', 'a database that ended'],
  ['new row violates check constraint "balance"', 'an invariant'],
])('what says "%s" gets no second look', (message, what) => {
  expect(evidenceIn([message])).toBe(what)
})

test.each([
  'Test timed out in 180000ms.',
  'awaited 2 events of 7f for 60 s; instead: 1 of it (Registered), 9 of all\n    at kit/webhook-sink.ts:61  await sink.waitForEvents(id, 2)',
  `expected 503 to be 200${at('expect(answer.status).toBe(200)')}`,
])('what says "%s" may get a second look', message => {
  expect(evidenceIn([message])).toBeNull()
})

test('a quarantine has a reason, an end within 14 days, and room for three', () => {
  const row = { file, since: '2026-03-01', until: '2026-03-15', reason: 'its bank is slow' }
  expect(faultsOf([row, row, row], '2026-03-15')).toEqual([])
  expect(faultsOf([row, row, row, row], '2026-03-15')).toHaveLength(1)
  expect(faultsOf([{ ...row, until: '2026-03-16' }], '2026-03-15')).toHaveLength(1)
  expect(faultsOf([{ ...row, until: 'soon' }], '2026-03-15')).toHaveLength(1)
  expect(faultsOf([{ ...row, reason: '' }], '2026-03-15')).toHaveLength(1)
  expect(faultsOf([row], '2026-03-16')).toEqual([`${file}: its quarantine ended on 2026-03-15`])
  expect(faultsOf(quarantine, '2026-01-01')).toEqual([])
})

test('a failure in quarantine is passed over, unless it is evidence in itself', () => {
  const rows = [{ file, since: '2026-03-01', until: '2026-03-15', reason: 'its bank is slow' }]
  expect(isPassedOver({ file, evidence: null }, rows)).toBe(true)
  expect(isPassedOver({ file, evidence: 'a deadlock' }, rows)).toBe(false)
  expect(isPassedOver({ file: 'server/test/other.test.ts', evidence: null }, rows)).toBe(false)
})
