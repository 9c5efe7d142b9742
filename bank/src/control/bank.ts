import { enrolPartner, partnerFolder, renewPartner } from '../certificates/enrol-partner.ts'
import { switchesFor, switchesOf } from '../dialects/switches.ts'
import { amountText, keyText, object, plainReader } from '../http/read-body.ts'
import type { Bank } from '../open-bank.ts'
import { kindOfKey } from '../truth/key-directory.ts'
import { accountOf, moveMoney, outside } from '../truth/move-money.ts'
import type { DialectName, Movement, Partner, Settings } from '../truth/records.ts'
import { Refusal, changeSettings } from '../truth/truth.ts'
import { amountOf, shown } from './amounts.ts'
import type { ControlCall, ControlRoute } from './route.ts'

const text = { type: 'string' }
const delay = { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] }
const readSettings = plainReader<Partial<Omit<Settings, 'openingBalance'>> & { openingBalance?: string }>(
  object([], {
    tokenSeconds: { type: 'integer', minimum: 1 },
    payoutDelayMs: delay,
    boletoDelayMs: delay,
    refundDelayMs: delay,
    callbackRetrySeconds: { type: 'array', maxItems: 20, items: { type: 'number', minimum: 0 } },
    openingBalance: { type: 'string', pattern: '^\\d{1,10}\\.\\d{2}$' },
  }),
)
const readAdvance = plainReader<{ seconds: number }>(object(['seconds'], { seconds: { type: 'number' } }))
const readPartner = plainReader<{ name: string; dialect: DialectName; key?: string }>(
  object(['name', 'dialect'], { name: text, dialect: { enum: Object.keys(switchesOf) }, key: keyText }),
)
const readScopes = plainReader<{ scopes: string[] }>(object(['scopes'], { scopes: { type: 'array', items: text } }))
const readAmount = plainReader<{ amount: string }>(object(['amount'], { amount: amountText }))
const readKey = plainReader<{ name: string; taxId: string; ispb?: string; refuses?: string; partner?: string }>(
  object(['name', 'taxId'], { name: text, taxId: text, ispb: text, refuses: text, partner: text }),
)

export const bankControl: ControlRoute[] = [
  {
    method: 'GET',
    path: '/settings',
    act: ({ truth }) => shown({ now: truth.now().toISOString(), ...truth.settings() }),
  },
  {
    method: 'PUT',
    path: '/settings',
    act({ truth }, { body }) {
      const { openingBalance, ...rest } = readSettings(body)
      const opening = openingBalance === undefined ? {} : { openingBalance: amountOf(openingBalance) }
      return shown(changeSettings(truth, { ...rest, ...opening }))
    },
  },
  {
    method: 'POST',
    path: '/clock/advance',
    act({ truth }, { body }) {
      const { seconds } = readAdvance(body)
      changeSettings(truth, { clockOffsetMs: truth.settings().clockOffsetMs + Math.round(seconds * 1000) })
      return { now: truth.now().toISOString() }
    },
  },
  {
    method: 'GET',
    path: '/partners',
    act: bank => [...bank.truth.book.all('partners').values()].map(p => partnerRow(bank, p)),
  },
  {
    method: 'POST',
    path: '/partners',
    act: (bank, { body }) => partnerRow(bank, enrolPartner(bank.truth, bank.authority, bank.folder, readPartner(body))),
  },
  {
    method: 'PUT',
    path: '/partners/:name/switches',
    act(bank, { params, body }) {
      const partner = partnerNamed(bank, params.name)
      const unknown = Object.keys(body as object).filter(name => !(name in switchesOf.standard))
      if (unknown.length > 0) throw new Refusal('malformed', `no such switch: ${unknown.join(', ')}`)
      return keep(bank, { ...partner, switches: { ...partner.switches, ...(body as object) } })
    },
  },
  {
    method: 'POST',
    path: '/partners/:name/renew',
    act: (bank, { params }) =>
      partnerRow(bank, renewPartner(bank.truth, bank.authority, bank.folder, partnerNamed(bank, params.name))),
  },
  {
    method: 'PUT',
    path: '/partners/:name/scopes',
    act: (bank, { params, body }) =>
      keep(bank, { ...partnerNamed(bank, params.name), scopes: readScopes(body).scopes }),
  },
  {
    method: 'POST',
    path: '/partners/:name/deposit',
    act: (bank, call) => moveUnasked(bank, call, account => ({ from: outside, to: account, kind: 'opening' })),
  },
  {
    method: 'POST',
    path: '/partners/:name/fee',
    act: (bank, call) => moveUnasked(bank, call, account => ({ from: account, to: outside, kind: 'fee' })),
  },
  {
    method: 'DELETE',
    path: '/partners/:name/webhooks',
    act({ truth }, { params }) {
      const ids = [...truth.book.all('webhooks')].filter(([, { partner }]) => partner === params.name).map(([id]) => id)
      truth.book.change(() => ids.forEach(id => truth.book.remove('webhooks', id)))
      return { removed: ids.length }
    },
  },
  { method: 'GET', path: '/keys', act: ({ truth }) => [...truth.book.all('keys').values()] },
  {
    method: 'PUT',
    path: '/keys/:key',
    act({ truth }, { params, body }) {
      const { name, taxId, ispb = '60701190', ...rest } = readKey(body)
      const key = params.key ?? ''
      const kind = kindOfKey(key)
      if (kind === null) throw new Refusal('malformed', `${key} has the form of no key`)
      truth.book.change(() => truth.book.put('keys', key, { key, kind, owner: { name, taxId }, ispb, ...rest }))
    },
  },
  {
    method: 'DELETE',
    path: '/keys/:key',
    act: ({ truth }, { params }) => truth.book.change(() => truth.book.remove('keys', params.key ?? '')),
  },
]

/** Money that comes or goes without a Pix. */
function moveUnasked(
  bank: Bank,
  { params, body }: ControlCall,
  way: (account: string) => Pick<Movement, 'from' | 'to' | 'kind'>,
): void {
  const { name } = partnerNamed(bank, params.name)
  const movement = { ...way(accountOf(name)), amount: amountOf(readAmount(body).amount), reference: name }
  bank.truth.book.change(() => moveMoney(bank.truth, movement))
}

function partnerNamed({ truth }: Bank, name = ''): Partner {
  const partner = truth.book.get('partners', name)
  if (!partner) throw new Refusal('not found', `there is no partner ${name}`)
  return partner
}

function keep(bank: Bank, partner: Partner) {
  bank.truth.book.change(() => bank.truth.book.put('partners', partner.name, partner))
  return partnerRow(bank, partner)
}

/** Without its secret: that is in the partner's folder. */
function partnerRow({ folder, truth }: Bank, partner: Partner) {
  const keys = [...truth.book.all('keys').values()].filter(key => key.partner === partner.name).map(({ key }) => key)
  const { name, dialect, owner, clientId, scopes } = partner
  return {
    name,
    dialect,
    owner,
    clientId,
    scopes,
    keys,
    switches: switchesFor(partner),
    folder: partnerFolder(folder, name),
  }
}
