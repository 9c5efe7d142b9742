import { sign } from 'node:crypto'
import type { Authority } from '../certificates/authority.ts'
import { bodyReader, object } from '../http/read-body.ts'
import { type Call, OtherAnswer, type Route } from '../http/routes.ts'
import { createLocation, readLocation, unlinkLocation } from '../truth/locations.ts'
import { dayOf, isDay } from '../truth/calendar.ts'
import { isExpired, lastRevision } from '../truth/charges.ts'
import { chargeAt } from '../truth/receive-pix.ts'
import { Refusal } from '../truth/truth.ts'
import { duePayloadView, locationView, payloadView } from './views.ts'
import { agrees, ifPresent, isAsked, isWithin, oneOf, paged, readWindow } from './windows.ts'

const readNew = bodyReader<{ tipoCob: 'cob' | 'cobv' }>(
  'loc',
  object(['tipoCob'], { tipoCob: { enum: ['cob', 'cobv'] } }),
)

const resource = 'PayloadLocation'

export const locationRoutes: Route[] = [
  { name: 'postLoc', method: 'POST', path: '/loc', scope: 'payloadlocation.write', resource, status: 201, act: post },
  { name: 'getLoc', method: 'GET', path: '/loc/:id', scope: 'payloadlocation.read', resource, status: 200, act: get },
  { name: 'listLoc', method: 'GET', path: '/loc', scope: 'payloadlocation.read', resource, status: 200, act: list },
  {
    name: 'unlinkLoc',
    method: 'DELETE',
    path: '/loc/:id/txid',
    scope: 'payloadlocation.write',
    resource,
    status: 200,
    act: unlink,
  },
]

/** Not below the standard's base: the addresses that codes lead to, open to payers. */
const payloadRoute: Route = {
  name: 'payload',
  method: 'GET',
  path: '/qr/v2/:token',
  scope: null,
  resource: 'Cob',
  status: 200,
  act: ({ truth, authority, params }) =>
    new OtherAnswer({
      status: 200,
      type: 'application/jose',
      text: signed(authority, payloadView(chargeAt(truth, params.token ?? ''), truth.now())),
    }),
}

const duePayloadRoute: Route = {
  name: 'duePayload',
  method: 'GET',
  path: '/qr/v2/cobv/:token',
  scope: null,
  resource: 'CobPayload',
  status: 200,
  act: call =>
    new OtherAnswer({ status: 200, type: 'application/jose', text: signed(call.authority, duePayload(call)) }),
}

export const payloadRoutes = [payloadRoute, duePayloadRoute]

/** `DPP` is the day on which the payer wants to pay, `codMun` the municipality, whose holidays count. */
function duePayload({ truth, params, query }: Call): object {
  const charge = chargeAt(truth, params.token ?? '')
  const { due } = lastRevision(charge)
  if (!due) throw new Refusal('not found', 'A location não é de uma cobrança com vencimento.')
  const today = dayOf(truth.now())
  const [municipality, day] = [query.get('codMun') ?? '', query.get('DPP') ?? today]
  if (municipality !== '' && !/^\d{7}$/.test(municipality))
    throw new Refusal('bad query', 'codMun não respeita o schema.', 'codMun')
  if (!isDay(day)) throw new Refusal('bad query', 'DPP não respeita o schema.', 'DPP')
  if (day < today) throw new Refusal('bad query', 'DPP é anterior ao momento presente.', 'DPP')
  if (isExpired(charge, truth.now(), { day, municipality }))
    throw new Refusal('bad query', 'DPP é superior à validade da cobrança.', 'DPP')
  return duePayloadView(truth, charge, due, { day, municipality })
}

/** A payload as a JWS, signed by the bank. */
function signed({ caller }: Authority, payload: object): string {
  const header = {
    alg: 'ES256',
    typ: 'JWS',
    kid: caller.certificate.serialNumber,
    x5c: [caller.certificate.raw.toString('base64')],
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode(header)}.${encode(payload)}`
  const signature = sign('sha256', Buffer.from(text), { key: caller.key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

function post(call: Call) {
  const { tipoCob } = readNew(call)
  return locationView(call.truth, createLocation(call.truth, call.partner.name, tipoCob))
}

function get({ truth, partner, params }: Call) {
  return locationView(truth, readLocation(truth, partner.name, params.id ?? ''))
}

function unlink({ truth, partner, params }: Call) {
  return locationView(truth, unlinkLocation(truth, partner.name, params.id ?? ''))
}

const filters = { ...ifPresent('txId'), tipoCob: oneOf('cob', 'cobv') }

function list({ truth, partner, query, switches }: Call) {
  const window = readWindow(query, filters, switches)
  const found = [...truth.book.all('locations').values()].filter(
    location =>
      location.partner === partner.name &&
      isWithin(window, location.createdAt) &&
      isAsked(query, 'tipoCob', location.kind) &&
      agrees(query, 'txIdPresente', location.txid !== undefined),
  )
  const { items, parametros } = paged(window, query, filters, found)
  return { parametros, [switches.locationList]: items.map(location => locationView(truth, location)) }
}
