import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done, DoneWithoutData, doneWithoutData } from '../../../platform/http/envelope.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { findPerson, readPerson } from '../find-person.ts'
import { hasSecondFactor } from '../one-time-codes.ts'
import { askingOf, auditOf, signedInOf } from '../portal-edge.ts'
import type { OperatorActions } from '../operator-requests/operator-actions.ts'
import { Requested } from '../operator-requests/portal-schemas.ts'
import { configOf } from '../operator-requests/second-person.ts'
import { requestedView } from '../operator-requests/views.ts'
import type { OperatorRole } from '../permissions.ts'
import { sendTokenUrl, shownToOperator } from '../token-urls/make-token-url.ts'
import {
  InvitedOperatorView,
  InviteOperatorRequest,
  OperatorRolesRequest,
  PeopleQuery,
  PeopleView,
  PersonParams,
  ShownLinkView,
} from '../portal-schemas.ts'
import { changesOf } from '../../audit-log/changes.ts'
import { disablePerson, enablePerson, listPeople, refuseOwnReset, resetSecondFactor } from './people.ts'
import { changeOperatorRoles, inviteOperator, refuseKnown } from './invite-operator.ts'
import { personView } from './views.ts'

type Roles = { roles: readonly OperatorRole[] }
type Shown = { isDisabled: boolean; hasSecondFactor: boolean }
type Needs = {
  sql: Sql
  clock: () => Date
  publicUrl: () => string
  mailer: Mailer
  operatorActions: Pick<OperatorActions, 'define'>
}

/** Everybody who may sign in, for the platform's operators. */
export async function operatorPeopleRoutes(app: App, needs: Needs) {
  /** For the audit log: the person, and what the action changes. */
  async function toBe(personId: string, after: Partial<Shown>) {
    const person = await readPerson(needs, personId)
    const { name, email } = person
    const before = { isDisabled: person.disabledAt !== null, hasSecondFactor: hasSecondFactor(person) }
    return { name, email, ...changesOf<Shown>(before, after) }
  }

  const create = needs.operatorActions.define<InviteOperatorRequest, { personId: string; link: string | null }>(
    'person.create',
    {
      perform: (input, { audit, by }) => inviteOperator(needs, { ...input, id: audit.subject, by, audit }),
      basis: ({ email }) => refuseKnown(needs, email),
    },
  )
  const changeRoles = needs.operatorActions.define<{ personId: string; roles: OperatorRole[] }, void>(
    'person.changeRoles',
    {
      perform: (input, { audit }) => changeOperatorRoles(needs, { ...input, audit }),
      basis: async ({ personId }) => (await readPerson(needs, personId)).operatorRoles,
    },
  )
  const enable = needs.operatorActions.define<{ personId: string }, void>('person.enable', {
    perform: ({ personId }, { audit }) => enablePerson(needs, personId, audit),
  })
  const resetCodes = needs.operatorActions.define<{ personId: string }, void>('person.resetSecondFactor', {
    perform: ({ personId }, { audit, by }) => resetSecondFactor(needs, { personId, byId: by.id, audit }),
    basis: async ({ personId }) => (await readPerson(needs, personId)).totpConfirmedAt,
  })

  app.get('/operator/people', {
    config: { may: 'platform.read' },
    schema: { querystring: PeopleQuery, response: { 200: Done(PeopleView) } },
    handler: async request => {
      const { search = '', limit = 25, cursor } = request.query
      const { items, nextCursor } = await listPeople(needs, { search, limit, cursor })
      return done({ items: items.map(personView), nextCursor })
    },
  })

  app.post('/operator/people', {
    config: configOf('person.create'),
    schema: { body: InviteOperatorRequest, response: { 201: Done(InvitedOperatorView), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const { email, name, roles } = request.body
      const id = (await findPerson(needs, email))?.id ?? uuidv7(needs.clock().getTime())
      const asked = { subject: id, details: { email, name, roles }, input: { email, name, roles } }
      const outcome = await create(askingOf(request), asked)
      if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
      const { personId, link } = outcome.result
      return reply.code(201).send(done({ personId, link: shownToOperator(needs, link) }))
    },
  })

  app.put('/operator/people/:personId/roles', {
    config: configOf('person.changeRoles'),
    schema: {
      params: PersonParams,
      body: OperatorRolesRequest,
      response: { 200: DoneWithoutData, 202: Done(Requested) },
    },
    handler: async (request, reply) => {
      const { personId } = request.params
      const { roles } = request.body
      const { name, email, operatorRoles } = await readPerson(needs, personId)
      const details = { name, email, ...changesOf<Roles>({ roles: operatorRoles }, { roles }) }
      const outcome = await changeRoles(askingOf(request), { subject: personId, details, input: { personId, roles } })
      if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
      return doneWithoutData
    },
  })

  app.post('/operator/people/:personId/send-link', {
    config: { may: 'operators.manage', act: 'person.sendLink', confirmed: true, optionalBody: true },
    schema: { params: PersonParams, response: { 200: Done(ShownLinkView) } },
    handler: async request => {
      const person = await readPerson(needs, request.params.personId)
      const link = await sendTokenUrl(needs, person, auditOf(request, { subject: person.id }))
      return done({ link: shownToOperator(needs, link) })
    },
  })

  app.post('/operator/people/:personId/disable', {
    config: { may: 'operators.manage', act: 'person.disable', confirmed: true, optionalBody: true },
    schema: { params: PersonParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { personId } = request.params
      const details = await toBe(personId, { isDisabled: true })
      await disablePerson(needs, personId, auditOf(request, { subject: personId, details }))
      return doneWithoutData
    },
  })

  app.post('/operator/people/:personId/enable', {
    config: { ...configOf('person.enable'), optionalBody: true },
    schema: { params: PersonParams, response: { 200: DoneWithoutData, 202: Done(Requested) } },
    handler: async (request, reply) => {
      const { personId } = request.params
      const details = await toBe(personId, { isDisabled: false })
      const { isOperator: isRaise } = await readPerson(needs, personId)
      const outcome = await enable(askingOf(request), { subject: personId, details, input: { personId }, isRaise })
      if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
      return doneWithoutData
    },
  })

  app.post('/operator/people/:personId/reset-second-factor', {
    config: { ...configOf('person.resetSecondFactor'), optionalBody: true },
    schema: { params: PersonParams, response: { 200: DoneWithoutData, 202: Done(Requested) } },
    handler: async (request, reply) => {
      const { personId } = request.params
      refuseOwnReset(personId, signedInOf(request).person.id)
      const details = await toBe(personId, { hasSecondFactor: false })
      const { isOperator: isRaise } = await readPerson(needs, personId)
      const outcome = await resetCodes(askingOf(request), { subject: personId, details, input: { personId }, isRaise })
      if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
      return doneWithoutData
    },
  })
}
