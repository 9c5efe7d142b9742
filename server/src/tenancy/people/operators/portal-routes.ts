import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done, DoneWithoutData, doneWithoutData } from '../../../platform/http/envelope.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { findPerson, readPerson } from '../find-person.ts'
import { auditOf, signedInOf } from '../portal-edge.ts'
import { sendTokenUrl, shownToOperator } from '../token-urls/make-token-url.ts'
import {
  InvitedOperatorView,
  InviteOperatorRequest,
  PeopleQuery,
  PeopleView,
  PersonParams,
  ShownLinkView,
} from '../portal-schemas.ts'
import { changesOf } from '../../audit-log/changes.ts'
import { disablePerson, enablePerson, listPeople, resetSecondFactor } from './people.ts'
import { inviteOperator } from './invite-operator.ts'
import { personView } from './views.ts'

type Shown = { isDisabled: boolean; hasSecondFactor: boolean }
type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Mailer }

/** Everybody who may sign in, for the platform's operators. */
export async function operatorPeopleRoutes(app: App, needs: Needs) {
  /** For the audit log: the person, and what the action changes. */
  async function toBe(personId: string, after: Partial<Shown>) {
    const { name, email, disabledAt, totpConfirmedAt } = await readPerson(needs, personId)
    const before = { isDisabled: disabledAt !== null, hasSecondFactor: totpConfirmedAt !== null }
    return { name, email, ...changesOf<Shown>(before, after) }
  }

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
    config: { may: 'platform.manage', act: 'person.create', confirmed: true },
    schema: { body: InviteOperatorRequest, response: { 201: Done(InvitedOperatorView) } },
    handler: async (request, reply) => {
      const { email, name } = request.body
      const id = (await findPerson(needs, email))?.id ?? uuidv7(needs.clock().getTime())
      const by = { ...signedInOf(request).person, address: request.ip }
      const audit = auditOf(request, { subject: id, details: { email, name, isOperator: true } })
      const { personId, link } = await inviteOperator(needs, { id, email, name, by, audit })
      return reply.code(201).send(done({ personId, link: shownToOperator(needs, link) }))
    },
  })

  app.post('/operator/people/:personId/send-link', {
    config: { may: 'platform.manage', act: 'person.sendLink', confirmed: true, optionalBody: true },
    schema: { params: PersonParams, response: { 200: Done(ShownLinkView) } },
    handler: async request => {
      const person = await readPerson(needs, request.params.personId)
      const link = await sendTokenUrl(needs, person, auditOf(request, { subject: person.id }))
      return done({ link: shownToOperator(needs, link) })
    },
  })

  app.post('/operator/people/:personId/disable', {
    config: { may: 'platform.manage', act: 'person.disable', confirmed: true, optionalBody: true },
    schema: { params: PersonParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { personId } = request.params
      const details = await toBe(personId, { isDisabled: true })
      await disablePerson(needs, personId, auditOf(request, { subject: personId, details }))
      return doneWithoutData
    },
  })

  app.post('/operator/people/:personId/enable', {
    config: { may: 'platform.manage', act: 'person.enable', confirmed: true, optionalBody: true },
    schema: { params: PersonParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { personId } = request.params
      const details = await toBe(personId, { isDisabled: false })
      await enablePerson(needs, personId, auditOf(request, { subject: personId, details }))
      return doneWithoutData
    },
  })

  app.post('/operator/people/:personId/reset-second-factor', {
    config: { may: 'platform.manage', act: 'person.resetSecondFactor', confirmed: true, optionalBody: true },
    schema: { params: PersonParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { personId } = request.params
      const byId = signedInOf(request).person.id
      const details = await toBe(personId, { hasSecondFactor: false })
      await resetSecondFactor(needs, { personId, byId, audit: auditOf(request, { subject: personId, details }) })
      return doneWithoutData
    },
  })
}
