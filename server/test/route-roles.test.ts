import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openOperatorActions } from '../src/tenancy/people/operator-requests/operator-actions.ts'
import { type OperatorAct, actionRules } from '../src/tenancy/people/operator-requests/second-person.ts'
import { whenNeededWords } from '../src/tenancy/people/operator-requests/words.ts'
import { type PortalRoute, watchPortalRoutes } from './kit/portal-route-list.ts'
import { byPath, identities, mayCall } from './kit/route-roles.ts'
import { openTrilho } from './kit/trilho.ts'

const routes = watchPortalRoutes()
await openTrilho()

const declaredBy = ({ act }: PortalRoute) => [act ?? []].flat()
const operatorActOf = (route: PortalRoute): OperatorAct[] =>
  route.path.startsWith('/operator')
    ? declaredBy(route).filter((act): act is OperatorAct => Object.hasOwn(actionRules, act))
    : []

function table(): string {
  const heads = ['Route', 'Permission', ...identities, 'Second operator']
  const rows = byPath(routes).map(route => [
    `\`${route.method} ${route.path}\``,
    route.may ?? '',
    ...identities.map(identity => (mayCall(route, identity) ? '✓' : '')),
    [...new Set(operatorActOf(route).map(act => whenNeededWords[actionRules[act].needs][1]))].join(', '),
  ])
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map(row => (row[at] ?? '').length)))
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`
  return [
    line(heads),
    line(
      heads.map(() => '-'),
      '-',
    ),
    ...rows.map(row => line(row)),
  ].join('\n')
}

const document = new URL('../../docs/roles.md', import.meta.url)

test('docs/roles.md has every route of the portal, who may call it and when a second operator is needed', () => {
  const stored = readFileSync(document, 'utf8')
  const [before] = stored.split('| Route ')
  const written = `${before}${table()}\n`
  if (process.env['TRILHO_RECORD'] === 'yes') writeFileSync(document, written)
  expect(written, 'TRILHO_RECORD=yes npx vitest run server/test/route-roles.test.ts writes it').toBe(
    readFileSync(document, 'utf8'),
  )
})

test('every act of operators is in the table of second persons, with the permission of its route', () => {
  const ofOperators = byPath(routes).filter(({ method, path }) => method !== 'GET' && path.startsWith('/operator'))
  const others = new Set(['notifications.choose'])
  for (const route of ofOperators) {
    const found = declaredBy(route).filter(act => !act.startsWith('operatorRequest.') && !others.has(act))
    const unknown = found.filter(act => !Object.hasOwn(actionRules, act))
    expect([route.path, unknown]).toEqual([route.path, []])
    // The first owner of a new merchant is invited by its own row.
    for (const act of operatorActOf(route))
      if (act !== 'member.invite') expect([route.path, actionRules[act].may]).toEqual([route.path, route.may])
  }
})

test('a portal starts only if each act that may need a second operator is defined as one that can be requested', () => {
  const actions = openOperatorActions({} as Parameters<typeof openOperatorActions>[0])
  const perform = () => Promise.resolve()
  const needed = (Object.keys(actionRules) as OperatorAct[]).filter(act => actionRules[act].needs !== 'never')
  for (const act of needed.filter(one => one !== 'bank.assign')) actions.define(act, { perform })
  expect(() => actions.requireAll()).toThrow('bank.assign')
  actions.define('bank.assign', { perform })
  actions.requireAll()
})
