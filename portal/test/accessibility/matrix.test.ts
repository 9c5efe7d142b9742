import { expect, test } from 'vitest'
import { readSource } from '../../../server/test/kit/source-files.ts'
import { accountStates } from './account-states.ts'
import { approvalsStates } from './approvals-states.ts'
import { banksStates } from './banks-states.ts'
import { operatorStates } from './operator-states.ts'
import { payingStates } from './paying-states.ts'
import { peopleStates } from './people-states.ts'
import { receivingStates } from './receiving-states.ts'
import { routes } from './route-table.ts'

/** A file of `*-states.ts` each, with the data that its states need. `npm run test:long` opens them and runs axe. */
const states: Record<string, { opens?: string }[]>[] = [
  peopleStates,
  receivingStates,
  payingStates,
  accountStates,
  operatorStates,
  banksStates,
  approvalsStates,
]
const checked = states.flatMap(part => Object.entries(part))

test('axe checks every route of the portal, each at least once without a dialog', () => {
  expect(routes.length).toBeGreaterThan(40)
  const whole = new Set(
    checked.filter(([, list]) => list.some(({ opens }) => opens === undefined)).map(([path]) => path),
  )
  expect(
    routes.filter(path => !whole.has(path)),
    'Add these routes to portal/test/accessibility/*-states.ts: a row for each state (empty, filled, dialogs, errors), and the data it needs to the world of that file',
  ).toEqual([])
  expect(
    checked.map(([path]) => path).filter(path => !routes.includes(path)),
    'These paths are no longer in portal/src/routes.tsx: remove their rows',
  ).toEqual([])
})

/** Frames that other files fill: those are listed instead. */
const frames = new Set(['kit/form-dialog.tsx', 'kit/confirm-action.tsx', 'kit/secret-once.tsx'])

test('axe checks every dialog of the portal', () => {
  const { files } = readSource(new URL('../../src/', import.meta.url))
  const dialogs = files
    .filter(
      ({ name, text }) =>
        /<(FormDialog|Modal|Drawer|ConfirmAction|SecretOnce|Popover)\b/.test(text) && !frames.has(name),
    )
    .map(({ name }) => name)
  const opened = new Set(checked.flatMap(([, list]) => list.map(({ opens }) => opens)))
  expect(dialogs.length).toBeGreaterThan(40)
  expect(
    dialogs.filter(name => !opened.has(name)),
    'No state opens these dialogs: add a row with `opens` to portal/test/accessibility/*-states.ts',
  ).toEqual([])
  const names = new Set(files.map(({ name }) => name))
  expect(
    [...opened].filter(name => name !== undefined && !names.has(name)),
    'No such file in portal/src',
  ).toEqual([])
})
