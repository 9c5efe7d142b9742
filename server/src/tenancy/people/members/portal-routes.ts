import type { FastifyRequest } from 'fastify'
import type { App } from '../../../platform/http/app-type.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { Done, done, DoneWithoutData, doneWithoutData } from '../../../platform/http/envelope.ts'
import type { Mailer } from '../../../platform/lib/mail.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import type { ReadMerchant } from '../../merchants/read-merchant.ts'
import { findPerson } from '../find-person.ts'
import type { Role } from '../permissions.ts'
import { auditOf, signedInOf } from '../portal-edge.ts'
import {
  InvitedView,
  InviteMemberRequest,
  MemberParams,
  MembersView,
  PageQuery,
  RolesRequest,
} from '../portal-schemas.ts'
import { changesOf } from '../../audit-log/changes.ts'
import { sentBy } from '../token-urls/make-token-url.ts'
import { changeRoles, removeMember } from './change-member.ts'
import { inviteAgain, inviteMember } from './invite-member.ts'
import { listMembers, nameMember } from './list-members.ts'
import { memberView } from './views.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  publicUrl: () => string
  mailer: Mailer
  readMerchant: ReadMerchant
}

type Roles = { roles: readonly Role[] }

const inviterOf = (request: FastifyRequest) => ({ ...signedInOf(request).person, address: request.ip })

/** Who may do what for a merchant. */
export async function memberPortalRoutes(app: App, needs: Needs) {
  /** The link belongs to the invited person, so owners do not see it. */
  const shown = ({ personId, link }: { personId: string; link: string | null }) =>
    done({ personId, sentBy: link === null ? null : sentBy(needs) })

  app.get('/merchants/:merchantId/members', {
    config: { may: 'members.read' },
    schema: { querystring: PageQuery, response: { 200: Done(MembersView) } },
    handler: async request => {
      const { limit = 25, cursor } = request.query
      const { items, nextCursor } = await listMembers(needs, { merchantId: request.merchantId, limit, cursor })
      return done({ items: items.map(memberView), nextCursor })
    },
  })

  app.post('/merchants/:merchantId/members', {
    config: { may: 'members.manage', act: 'member.invite', confirmed: true },
    schema: { body: InviteMemberRequest, response: { 201: Done(InvitedView) } },
    handler: async (request, reply) => {
      const { merchantId, body } = request
      const id = (await findPerson(needs, body.email))?.id ?? uuidv7(needs.clock().getTime())
      const audit = auditOf(request, { subject: id, details: body })
      const invited = await inviteMember(needs, { ...body, id, merchantId, by: inviterOf(request), audit })
      return reply.code(201).send(shown(invited))
    },
  })

  app.put('/merchants/:merchantId/members/:personId', {
    config: { may: 'members.manage', act: 'member.changeRoles', confirmed: true },
    schema: { params: MemberParams, body: RolesRequest, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { merchantId } = request
      const { personId } = request.params
      const { roles } = request.body
      const before = await nameMember(needs, { merchantId, personId })
      const details = { ...before, roles, ...changesOf<Roles>({ roles: before.roles ?? [] }, { roles }) }
      const audit = auditOf(request, { subject: personId, details })
      await changeRoles(needs, { merchantId, personId, roles, audit })
      return doneWithoutData
    },
  })

  app.delete('/merchants/:merchantId/members/:personId', {
    config: { may: 'members.manage', act: 'member.remove' },
    schema: { params: MemberParams, response: { 200: DoneWithoutData } },
    handler: async request => {
      const { merchantId } = request
      const { personId } = request.params
      const details = await nameMember(needs, { merchantId, personId })
      await removeMember(needs, { merchantId, personId, audit: auditOf(request, { subject: personId, details }) })
      return doneWithoutData
    },
  })

  app.post('/merchants/:merchantId/members/:personId/invite', {
    config: { may: 'members.manage', act: 'member.invite', optionalBody: true },
    schema: { params: MemberParams, response: { 200: Done(InvitedView) } },
    handler: async request => {
      const { merchantId } = request
      const { personId } = request.params
      const details = { ...(await nameMember(needs, { merchantId, personId })), again: true }
      const audit = auditOf(request, { subject: personId, details })
      return shown(await inviteAgain(needs, { merchantId, personId, by: inviterOf(request), audit }))
    },
  })
}
