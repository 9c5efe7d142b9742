import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, DoneWithoutData, done, doneWithoutData } from '../../../platform/http/envelope.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { findPerson, readPerson } from '../find-person.ts'
import { actorOf, signedInOf } from '../portal-edge.ts'
import { sendLink } from '../links/send-link.ts'
import { shownToOperator } from '../links/show-link.ts'
import {
  InvitedOperatorView,
  InviteOperatorRequest,
  PeopleQuery,
  PeopleView,
  PersonParams,
  ShownLinkView,
} from '../portal-schemas.ts'
import { changesOf } from '../../audit-log/changes.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { disablePerson, enablePerson } from './disable-person.ts'
import { inviteOperator } from './invite-operator.ts'
import { listPeople } from './list-people.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { personView } from './views.ts'

type Shown = { isDisabled: boolean; hasSecondFactor: boolean }
type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Mailer }

/** Everybody who may sign in, for the platform's operators. */
export async function operatorPeopleRoutes(app: App, needs: Needs) {
  /** For the log: whom it is about, and what an act changes. */
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
    config: { may: 'platform.manage', confirmed: true },
    schema: { body: InviteOperatorRequest, response: { 201: Done(InvitedOperatorView) } },
    handler: async (request, reply) => {
      const { email, name } = request.body
      const id = (await findPerson(needs, email))?.id ?? uuidv7(needs.clock().getTime())
      const by = { ...signedInOf(request).person, address: request.ip }
      const act = { act: 'person.create', subject: id, details: { email, name, isOperator: true } } as const
      const { personId, link } = await recordAudit(needs, actorOf(request), act, () =>
        inviteOperator(needs, { id, email, name, by }),
      )
      return reply.code(201).send(done({ personId, link: shownToOperator(needs, link) }))
    },
  })

  app.post('/operator/people/:personId/send-link', {
    config: { may: 'platform.manage', confirmed: true, optionalBody: true },
    schema: { params: PersonParams, response: { 200: Done(ShownLinkView) } },
    handler: async request => {
      const person = await readPerson(needs, request.params.personId)
      const act = { act: 'person.sendLink', subject: person.id } as const
      const link = await recordAudit(needs, actorOf(request), act, () => sendLink(needs, person))
      return done({ link: shownToOperator(needs, link) })
    },
  })

  app.post('/operator/people/:personId/disable', {
    config: { may: 'platform.manage', confirmed: true, optionalBody: true },
    schema: { params: PersonParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { personId } = request.params
      const details = await toBe(personId, { isDisabled: true })
      const act = { act: 'person.disable', subject: personId, details } as const
      await recordAudit(needs, actorOf(request), act, () => disablePerson(needs, personId))
      return doneWithoutData
    },
  })

  app.post('/operator/people/:personId/enable', {
    config: { may: 'platform.manage', confirmed: true, optionalBody: true },
    schema: { params: PersonParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { personId } = request.params
      const details = await toBe(personId, { isDisabled: false })
      const act = { act: 'person.enable', subject: personId, details } as const
      await recordAudit(needs, actorOf(request), act, () => enablePerson(needs, personId))
      return doneWithoutData
    },
  })

  app.post('/operator/people/:personId/reset-second-factor', {
    config: { may: 'platform.manage', confirmed: true, optionalBody: true },
    schema: { params: PersonParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { personId } = request.params
      const byId = signedInOf(request).person.id
      const details = await toBe(personId, { hasSecondFactor: false })
      const act = { act: 'person.resetSecondFactor', subject: personId, details } as const
      await recordAudit(needs, actorOf(request), act, () => resetSecondFactor(needs, { personId, byId }))
      return doneWithoutData
    },
  })
}
