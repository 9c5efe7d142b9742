import { sign } from 'node:crypto'
import type { Authority } from '../certificates/authority.ts'
import { bodyReader, object } from '../http/read-body.ts'
import { type Call, OtherAnswer, type Route } from '../http/routes.ts'
import { createLocation, readLocation, unlinkLocation } from '../truth/locations.ts'
import { chargeAt } from '../truth/receive-pix.ts'
import type { Truth } from '../truth/truth.ts'
import { locationView, payloadView } from './views.ts'
import { agrees, isAsked, isWithin, paged, readWindow } from './windows.ts'

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

/** Not below the standard's base: the address that a code leads to, open to payers. */
export const payloadRoute: Route = {
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
      text: signedPayload(truth, authority, params.token ?? ''),
    }),
}

/** The payload of a charge as a JWS, signed by the bank. */
export function signedPayload(truth: Truth, { caller }: Authority, token: string): string {
  const payload = payloadView(chargeAt(truth, token), truth.now())
  const header = {
    alg: 'ES256',
    typ: 'JWS',
    kid: caller.certificate.serialNumber,
    x5c: [caller.certificate.raw.toString('base64')],
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode(header)}.${encode(payload)}`
  const signature = sign('sha256', Buffer.from(signed), { key: caller.key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
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

function list({ truth, partner, query }: Call) {
  const window = readWindow(query)
  const found = [...truth.book.all('locations').values()].filter(
    location =>
      location.partner === partner.name &&
      isWithin(window, location.createdAt) &&
      isAsked(query, 'tipoCob', location.kind) &&
      agrees(query, 'txIdPresente', location.txid !== undefined),
  )
  const { items, parametros } = paged(window, query, ['txIdPresente', 'tipoCob'], found)
  return { parametros, loc: items.map(location => locationView(truth, location)) }
}
