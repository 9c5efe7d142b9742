export type Step = {
  name: string
  command: string[]
  env?: Record<string, string>
  /** After this it is cut, and what it was at is named. */
  minutes: number
  /** Whether vitest runs it: its files are known one by one, and may get a second look. */
  isTests: boolean
}

const check = (name: string, ...command: string[]): Step => ({ name, command, minutes: 10, isTests: false })

/** A defect that lets hundreds of tests wait in vain is named by the first ones. */
const vitest = ['vitest', 'run', '--bail=30', '--reporter=default', '--reporter=./gate/reporter.ts']
const tests = (name: string, minutes: number, ...words: string[]): Step => ({
  name,
  command: [...vitest, ...words],
  minutes,
  isTests: true,
})
const tier = (name: string, minutes: number) => tests(name, minutes, '--mode', name)

/** Races, and what any order of calls may do, with three processes behind one port; crashes are tested so by default. */
const threeProcesses: Step = {
  ...tests(
    'three processes',
    10,
    'server/test/lifecycle.property.test.ts',
    'server/test/money.property.test.ts',
    'server/test/real-bank.property.test.ts',
    'server/test/lock-order.machine.test.ts',
    'server/src/products/pix/create-cash-out.test.ts',
    'server/src/money/refunds/refund-transaction.test.ts',
  ),
  env: { TRILHO_TEST_PROCESSES: '3' },
}

/** Everything that must hold before a change lands, in this order; the steps of a row at once. A red one does not keep the next from running. */
export const steps: Step[][] = [
  [
    check('types', 'npm', 'run', '--silent', 'types'),
    check('lint', 'npm', 'run', '--silent', 'lint'),
    check('format', 'npm', 'run', '--silent', 'format'),
    check('openapi', 'npm', 'run', '--silent', 'openapi:check'),
    check('sdk', 'npm', 'run', '--silent', 'sdk:check'),
    check('build', 'npm', 'run', '--silent', 'build'),
    check('smoke', 'bash', '.ci/smoke'),
  ],
  [tier('quick', 20)],
  [tier('bank', 15)],
  [tier('machine', 15)],
  [tier('timing', 10)],
  [tier('long', 35)],
  [threeProcesses],
]
