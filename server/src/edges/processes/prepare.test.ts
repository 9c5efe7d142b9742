import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { countProcesses } from './prepare.ts'

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(32) }

test.each([
  // settings, and the number of processes on one, three, four and sixteen cores
  [{}, [1, 1, 1, 1]],
  [{ TRILHO_ROLE: 'api' }, [1, 1, 1, 1]],
  [{ PROCESSES: '3' }, [3, 3, 3, 3]],
  [production, [1, 1, 3, 15]],
  [{ ...production, TRILHO_ROLE: 'api' }, [1, 1, 3, 15]],
  [{ ...production, PROCESSES: '1' }, [1, 1, 1, 1]],
  [{ ...production, PROCESSES: '5' }, [5, 5, 5, 5]],
  [{ ...production, TRILHO_ROLE: 'worker' }, [1, 1, 1, 1]],
  [{ ...production, TRILHO_ROLE: 'worker', PROCESSES: '5' }, [1, 1, 1, 1]],
])('with %o there are %o processes', (settings, counts) => {
  const config = readConfig(settings)
  expect([1, 3, 4, 16].map(cores => countProcesses(config, cores))).toEqual(counts)
})
