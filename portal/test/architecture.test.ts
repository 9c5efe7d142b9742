import { expect, test } from 'vitest'
import { reasons } from '../../server/src/platform/http/reasons.ts'
import { kinds } from '../../server/src/tenancy/notifications/kinds.ts'
import { floatsOfAmounts } from '../../server/test/kit/floats-of-amounts.ts'
import { circlesIn } from '../../server/test/kit/import-circles.ts'
import { readSource } from '../../server/test/kit/source-files.ts'
import { stateName } from '../src/tenancy/audit-log/state-names.ts'

/** A floor uses the floors before it. Within a floor a folder uses the folders before it. */
// biome-ignore format: a table is read in columns
const floors: Record<string, string[]> = {
  platform:   ['kit'],
  tenancy:    ['access-keys', 'notifications', 'members', 'people', 'audit-log', 'company'],
  money:      ['webhooks', 'transactions', 'refunds'],
  products:   ['files', 'pix', 'approvals', 'company-payments', 'disputes', 'transaction-search', 'statements', 'reminders', 'bills', 'customers', 'payment-links',
               'payout-batches', 'withdrawals'],
  operations: ['home', 'people', 'approvals', 'banks', 'evidence', 'merchants', 'disputes', 'reviews', 'exceptions', 'reconciliation', 'balance-proofs', 'recovery',
               'volumes', 'overview', 'alarms', 'personal-data', 'navigation.ts', 'search'],
  edges:      ['sandbox', 'shell', 'routes.tsx', 'main.tsx'],
}

const { files, imports } = readSource(new URL('../src/', import.meta.url))

/** The kit and the top-level files are in no floor's folder. */
const isAtTop = (name: string) => name === 'kit' || /\.tsx?$/.test(name)
const order = Object.entries(floors).flatMap(([floor, folders]) =>
  folders.map(folder => (isAtTop(folder) ? folder : `${floor}/${folder}`)),
)
const folderOf = (name: string) => (name.startsWith('kit/') ? 'kit' : name.split('/').slice(0, 2).join('/'))
const placeOf = (name: string) => order.indexOf(folderOf(name))

test('every folder is a row of the table of floors', () => {
  expect(files.map(f => f.name).filter(name => placeOf(name) === -1)).toEqual([])
})

test('a folder imports only from the folders before its own', () => {
  const wrong = imports.filter(
    ({ from, to }) => !to.startsWith('..') && folderOf(from) !== folderOf(to) && placeOf(to) >= placeOf(from),
  )
  expect(wrong).toEqual([])
})

test('there are no import cycles', () => {
  expect(circlesIn(imports)).toEqual([])
})

test('no amount of money becomes a float, except for the height of a bar', () => {
  expect(files.flatMap(floatsOfAmounts)).toEqual([
    'kit/flow-chart.tsx: Number(bar.in)',
    'kit/flow-chart.tsx: Number(bar.out)',
  ])
})

/** Words, and the tables of banks. */
const isTable = (name: string) => /\/(words|bacen-pix\/(presets|call-form|call-kinds))\.ts$/.test(name)

test('the portal imports only types, words and the tables of banks from the server', () => {
  expect(imports.filter(({ to, isType }) => to.startsWith('..') && !isType && !isTable(to))).toEqual([])
})

test('what the portal imports from the server imports types only', () => {
  const tables = readSource(new URL('../../server/src/', import.meta.url)).files.filter(f => isTable(f.name))
  expect(tables.length).toBeGreaterThan(2)
  expect(tables.filter(f => /^import (?!type )/m.test(f.text)).map(f => f.name)).toEqual([])
})

test('the empty state of a filtered list is one component of the kit', () => {
  const sayers = files.filter(f => /\bnothingFound(Hint)?\b/.test(f.text)).map(f => f.name)
  expect(sayers.toSorted()).toEqual(['kit/empty-list.tsx', 'kit/kit-texts.ts'])
})

test('every screen is a separate file, loaded when it is opened', () => {
  const routes = files.find(f => f.name === 'routes.tsx')?.text ?? ''
  const lazy = new Set(Array.from(routes.matchAll(/import\('\.\/([^']+)'\)/g), ([, path]) => path))
  const screens = files
    .map(f => f.name)
    .filter(name => name.endsWith('-screen.tsx') && !/^(kit|edges\/shell)\//.test(name))
  expect(screens.filter(name => !lazy.has(name))).toEqual([])
})

test('every notification leads to a screen', () => {
  const routes = files.find(f => f.name === 'routes.tsx')?.text ?? ''
  const screens = new Set(
    Array.from(routes.matchAll(/of(Merchant|Platform)\('([^']+)'/g), ([, of, path = '']) =>
      `${of === 'Merchant' ? '/m/*' : '/operator'}${path}`.replaceAll(/\$\w+/g, '*'),
    ),
  )
  const paths = Object.values(kinds).map(({ path }) => path.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, '*'))
  expect(paths.filter(path => !screens.has(path))).toEqual([])
})

/** Reasons that no screen can get: refusals of the public API, and of calls the portal never makes. */
const notForPeople = new Set([
  'AuthenticationTokenInvalid',
  'AccessKeyUnauthorized',
  'ScopeNotAllowed',
  'NetworkNotAllowed',
  'RecipientNotAllowed',
  'AddressNotFound',
  'MethodNotAllowed',
  'PixKeyTypeNotAllowed',
  'PaymentTypeMismatch',
  'AmountMismatch',
  'ContentEncodingNotSupported',
  'RateLimitExceeded', // shown with the time to wait
])

test('every reason that a person can get has a text in Portuguese', () => {
  const words = files
    .filter(f => /^kit\/(sign-in-)?failure-words\.ts$/.test(f.name))
    .map(f => f.text)
    .join('\n')
  const hasText = (reason: string) => new RegExp(`^  ${reason}: \\{`, 'm').test(words)
  expect(Object.keys(reasons).filter(reason => !notForPeople.has(reason) && !hasText(reason))).toEqual([])
})

test.each([
  ['key.revoke', 'Revoked', 'Revogada', 'Revoked'],
  ['link.close', 'Closed', 'Fechado', 'Closed'],
  ['merchant.suspend', 'Suspended', 'Suspenso', 'Suspended'],
  ['batch.approve', 'Pending', 'Aguarda aprovação', 'Awaiting approval'],
  ['request.approve', 'Pending', 'Aguarda aprovação', 'Awaiting approval'],
  ['receiver.reject', 'Rejected', 'Recusado', 'Rejected'],
  ['receiver.approveAccount', 'Pending', 'Em análise', 'In review'],
  ['receiver.rejectAccount', 'Rejected', 'Recusada', 'Rejected'],
  ['dispute.defend', 'Defended', 'Defesa enviada', 'Defended'],
  ['exception.settle', 'Ended', 'Encerrada', 'Ended'],
  ['charge.cancel', 'Registered', 'Aguarda pagamento', 'Awaiting payment'],
])('the audit log shows the state after %s in words: %s is %s and %s', (act, state, pt, en) => {
  expect([stateName(act, state, 'pt'), stateName(act, state, 'en')]).toEqual([pt, en])
})

test('nobody hides a type by a cast to never, or asks for an id that browsers have over https only', () => {
  const wrong = files.filter(f => /\bas never\b|crypto\.randomUUID\(/.test(f.text))
  expect(wrong.map(f => f.name)).toEqual([])
})

test('colours come from the theme, or from a style beside its component with one for light and one for dark', () => {
  const wrong = files.filter(f => f.name !== 'kit/theme.ts' && /['"]#[0-9a-f]{6}['"]/i.test(f.text))
  expect(wrong.map(f => f.name).filter(name => name !== 'kit/logo.tsx')).toEqual([])
})

test('no file without a meaningful name, and none over 250 lines except the texts in two languages and the route table', () => {
  const names = files.map(f => f.name)
  expect(names.filter(name => /(^|\/)(utils?|helpers?|common|misc|types)(\/|\.tsx?$)/.test(name))).toEqual([])
  const mayBeLong = /texts\.ts$|^routes\.tsx$/
  expect(files.filter(f => f.text.split('\n').length > 250 && !mayBeLong.test(f.name)).map(f => f.name)).toEqual([])
})
