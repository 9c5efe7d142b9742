import type { Audit } from '../../tenancy/audit-log/act.ts'
import { type Sql, forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { type EvidenceNeeds, withEvidenceFile } from '../evidence/evidence-files.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { findOverAll } from './find-transactions.ts'
import {
  BanksForm,
  FoundTransactions,
  LimitsForm,
  MerchantDetail,
  MerchantsPage,
  MerchantsQuery,
  NewMerchant,
  NewMerchantForm,
  OwnerForm,
  OwnerInvited,
  PlanForm,
  PlatformView,
  PolicyForm,
  ReserveForm,
  RevealedTaxNumber,
  SearchQuery,
  SuccessorForm,
  Suspended,
  SuspensionForm,
  WriteOffForm,
} from './portal-schemas.ts'
import { readPlatform } from './read-platform.ts'
import {
  foundTransaction,
  limitsView,
  merchantItem,
  planView,
  platformView,
  policyView,
  readPlan,
  reserveView,
} from './views.ts'
import type { FastifyRequest } from 'fastify'
import { finalLimits, isRaised, raisedNames } from '../../tenancy/merchants/limits.ts'
import type { Remembered } from '../../platform/lib/remember.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { Mailer } from '../../platform/lib/mail.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { listMerchants } from '../../tenancy/merchants/list-merchants.ts'
import { type Merchant, readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { findPerson } from '../../tenancy/people/find-person.ts'
import type { Inviter } from '../../tenancy/people/members/invite-member.ts'
import { shownToOperator } from '../../tenancy/people/token-urls/make-token-url.ts'
import type { OperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import { Requested } from '../../tenancy/people/operator-requests/portal-schemas.ts'
import { configOf } from '../../tenancy/people/operator-requests/second-person.ts'
import { successorAct } from '../../tenancy/people/operator-requests/successors.ts'
import { requestedView } from '../../tenancy/people/operator-requests/views.ts'
import { askingOf, auditOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { bankNames, nameBanks } from './assigned-banks.ts'
import { defineTerms, readBanks, readLimits, readPolicy, readReserve } from './terms.ts'
import { inviteOwner, readMerchantDetail, registerMerchant } from './merchants.ts'
import type { RevealToOperator } from '../../products/transaction-search/reveal-to-operator.ts'
import { waitForPayouts } from '../../money/bank-orders/hold-payouts.ts'
import type { MerchantState } from '../../tenancy/merchants/states.ts'
import { resumeMerchant, suspendMerchant } from '../../tenancy/merchants/suspension.ts'

/** The platform as a whole, for its operators. */
export async function platformPortalRoutes(app: App, needs: Parameters<typeof readPlatform>[0]) {
  app.get('/operator/platform', {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(PlatformView) } },
    handler: async () => done(platformView(await readPlatform(needs))),
  })

  app.get('/operator/transactions', {
    config: { may: 'platform.read' },
    schema: { querystring: SearchQuery, response: { 200: Done(FoundTransactions) } },
    handler: async request => {
      const found = await findOverAll(forReports(needs, platformId), request.query.search)
      return done({ items: found.map(foundTransaction) })
    },
  })
}

type Needs = EvidenceNeeds & {
  sql: Sql
  clock: () => Date
  storageKey: Buffer
  publicUrl: () => string
  mailer: Mailer
  readMerchant: Remembered<Merchant>
  limitRaiseWaitMs: number
  door: Door
  operatorActions: Pick<OperatorActions, 'define'>
  revealToOperator: RevealToOperator
}

type Invitation = { merchantId: string; id: string; by: Inviter; audit: Audit }

const limit = 25

/** What the platform's operators do with merchants: all that is the platform's to decide, nothing that is theirs. */
export async function operatorMerchantRoutes(app: App, needs: Needs) {
  const detailOf = async (merchantId: string) => done(await readMerchantDetail(needs, merchantId))

  /** Writes the invitation down under the merchant, so that its own people see it too. */
  async function invite<Owner extends OwnerForm>(
    request: FastifyRequest,
    merchantId: string,
    owner: Owner,
    how: (invitation: Owner & Invitation) => Promise<{ link: string | null }>,
  ) {
    const id = (await findPerson(needs, owner.email))?.id ?? uuidv7(needs.clock().getTime())
    const by = { ...signedInOf(request).person, address: request.ip }
    const details = { ...owner, roles: ['owner'] }
    const audit = auditOf(request, { act: 'member.invite', subject: id, details, merchantId })
    const { link } = await how({ ...owner, merchantId, id, by, audit })
    return shownToOperator(needs, link)
  }
  const first = (owner: OwnerForm & Invitation) => inviteOwner(needs, owner)
  const nameSuccessor = needs.operatorActions.define('member.nameSuccessor', successorAct(needs))
  const terms = defineTerms(needs)

  app.get('/operator/merchants', {
    config: { may: 'platform.read' },
    schema: { querystring: MerchantsQuery, response: { 200: Done(MerchantsPage) } },
    handler: async request => {
      const { search = '', cursor } = request.query
      const { items, nextCursor } = await listMerchants(needs, { search, cursor, limit })
      return done({ items: items.map(merchantItem), nextCursor })
    },
  })

  app.post('/operator/merchants', {
    config: { may: 'merchants.manage', act: ['merchant.create', 'member.invite'] },
    schema: { body: NewMerchantForm, response: { 201: Done(NewMerchant) } },
    handler: async (request, reply) => {
      const { cnpj, plan, owner } = request.body
      const [name, city] = [request.body.name.trim(), request.body.city.trim()]
      const id = uuidv7(needs.clock().getTime())
      const details = { name, cnpj, city, plan }
      const audit = auditOf(request, { act: 'merchant.create', subject: id, details })
      await registerMerchant(needs, { id, name, cnpj, city, plan: readPlan(plan), audit })
      return reply.code(201).send(done({ id, link: await invite(request, id, owner, first) }))
    },
  })

  app.get('/operator/merchants/:merchantId', {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(MerchantDetail) } },
    handler: async request => detailOf(request.merchantId),
  })

  app.post('/operator/merchants/:merchantId/owner', {
    config: { may: 'merchants.manage', act: 'member.invite' },
    schema: { body: OwnerForm, response: { 201: Done(OwnerInvited) } },
    handler: async (request, reply) => {
      const { id } = await readMerchantNow(needs, request.merchantId)
      return reply.code(201).send(done({ link: await invite(request, id, request.body, first) }))
    },
  })

  app.post('/operator/merchants/:merchantId/successor', {
    config: {
      ...configOf('member.nameSuccessor'),
      act: ['member.nameSuccessor', 'member.invite', 'operatorRequest.make'],
    },
    schema: { body: SuccessorForm, response: { 201: Done(OwnerInvited), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const { id: merchantId } = await readMerchantNow(needs, request.merchantId)
      const details = { ...request.body, roles: ['owner'] }
      const input = { merchantId, ...request.body }
      const outcome = await nameSuccessor(askingOf(request), { subject: merchantId, merchantId, details, input })
      if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
      return reply.code(201).send(done({ link: shownToOperator(needs, outcome.result.link) }))
    },
  })

  app.put('/operator/merchants/:merchantId/plan', {
    config: configOf('merchant.setPlan'),
    schema: { body: PlanForm, response: { 200: Done(MerchantDetail), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const merchant = await readMerchantNow(needs, request.merchantId)
      const { id: merchantId } = merchant
      const details = changesOf(planView(merchant), planView(readPlan(request.body)))
      const asked = { subject: merchantId, merchantId, details, input: { merchantId, form: request.body } }
      const { requested } = await terms.setPlan(askingOf(request), asked)
      return requested === null ? detailOf(merchantId) : reply.code(202).send(requestedView(requested))
    },
  })

  app.put('/operator/merchants/:merchantId/approval-policy', {
    config: configOf('merchant.setApprovalPolicy'),
    schema: { body: PolicyForm, response: { 200: Done(MerchantDetail), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const merchant = await readMerchantNow(needs, request.merchantId)
      const { id: merchantId } = merchant
      const policy = readPolicy(request.body)
      const details = changesOf(policyView(merchant), policyView(policy))
      const isRaise =
        policy.approversNeeded < merchant.approversNeeded ||
        isRaised(merchant.operatorApprovesAbove, policy.operatorApprovesAbove)
      const input = { merchantId, form: request.body }
      const asked = { subject: merchantId, merchantId, details, isRaise, input }
      const { requested } = await terms.setPolicy(askingOf(request), asked)
      return requested === null ? detailOf(merchantId) : reply.code(202).send(requestedView(requested))
    },
  })

  app.put('/operator/merchants/:merchantId/limits', {
    config: configOf('merchant.setLimits'),
    schema: { body: LimitsForm, response: { 200: Done(MerchantDetail), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const merchant = await readMerchantNow(needs, request.merchantId)
      const { id: merchantId } = merchant
      const before = finalLimits(merchant)
      const limits = readLimits(request.body, before)
      const details = changesOf(limitsView(before), limitsView(limits))
      const isRaise = raisedNames(before, limits).length > 0
      const input = { merchantId, form: request.body }
      const asked = { subject: merchantId, merchantId, details, isRaise, input }
      const { requested } = await terms.setLimits(askingOf(request), asked)
      return requested === null ? detailOf(merchantId) : reply.code(202).send(requestedView(requested))
    },
  })

  app.put('/operator/merchants/:merchantId/reserve', {
    config: configOf('merchant.setReserve'),
    schema: { body: ReserveForm, response: { 200: Done(MerchantDetail), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const merchant = await readMerchantNow(needs, request.merchantId)
      const { id: merchantId } = merchant
      const details = changesOf(reserveView(merchant), reserveView(readReserve(request.body)))
      const asked = { subject: merchantId, merchantId, details, input: { merchantId, form: request.body } }
      const { requested } = await terms.setReserve(askingOf(request), asked)
      return requested === null ? detailOf(merchantId) : reply.code(202).send(requestedView(requested))
    },
  })

  app.post('/operator/merchants/:merchantId/write-off', {
    config: configOf('merchant.writeOff'),
    schema: { body: WriteOffForm, response: { 200: Done(MerchantDetail), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const { id: merchantId } = await readMerchantNow(needs, request.merchantId)
      const form = await withEvidenceFile(needs, request.body, { merchantId, transactionId: null })
      const input = { merchantId, form }
      const { requested } = await terms.writeOff(askingOf(request), {
        subject: merchantId,
        merchantId,
        details: form,
        input,
      })
      return requested === null ? detailOf(merchantId) : reply.code(202).send(requestedView(requested))
    },
  })

  app.put('/operator/merchants/:merchantId/bank', {
    config: configOf('bank.assign'),
    schema: { body: BanksForm, response: { 200: Done(MerchantDetail), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const merchant = await readMerchantNow(needs, request.merchantId)
      const { id: merchantId } = merchant
      const names = await bankNames(needs)
      const details = changesOf(nameBanks(merchant, names), nameBanks(readBanks(request.body), names))
      const asked = { subject: merchantId, merchantId, details, input: { merchantId, form: request.body } }
      const { requested } = await terms.assignBanks(askingOf(request), asked)
      return requested === null ? detailOf(merchantId) : reply.code(202).send(requestedView(requested))
    },
  })

  app.post('/operator/merchants/:merchantId/reveal', {
    config: { ...configOf('taxNumber.reveal'), confirmed: false, optionalBody: true },
    schema: { response: { 200: Done(RevealedTaxNumber), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const { id: merchantId } = await readMerchantNow(needs, request.merchantId)
      const asked = {
        subject: merchantId,
        merchantId,
        details: { party: 'merchant' },
        input: { merchantId, transaction: null },
      }
      const outcome = await needs.revealToOperator(askingOf(request), asked)
      if (outcome.requested !== null) return reply.code(202).send(requestedView(outcome.requested))
      return done({ taxNumber: outcome.result })
    },
  })
}

type Shown = { state: MerchantState; suspensionReason?: string | null }

/** Stops a merchant and lets it go on; `merchants/suspension.ts` says what that does. Its own people read both. */
export async function suspensionPortalRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.post('/operator/merchants/:merchantId/suspend', {
    config: { may: 'merchants.suspend', act: 'merchant.suspend', confirmed: true },
    schema: { body: SuspensionForm, response: { 200: Done(Suspended) } },
    handler: async request => {
      const { merchantId } = request
      const { reason } = request.body
      const by = signedInOf(request).person.name
      const { state } = await readMerchantNow(needs, merchantId)
      const details = { reason, ...changesOf<Shown>({ state }, { state: 'Suspended' }) }
      const audit = auditOf(request, { subject: merchantId, details })
      await suspendMerchant(needs, { merchantId, reason, by, audit })
      const payoutsUnderWay = await waitForPayouts(needs, merchantId)
      return done({ merchant: await readMerchantDetail(needs, merchantId), payoutsUnderWay })
    },
  })

  app.post('/operator/merchants/:merchantId/resume', {
    config: { may: 'merchants.suspend', act: 'merchant.resume', confirmed: true, optionalBody: true },
    schema: { response: { 200: Done(MerchantDetail) } },
    handler: async request => {
      const { merchantId } = request
      const { state, suspensionReason } = await readMerchantNow(needs, merchantId)
      const details = changesOf<Shown>({ state, suspensionReason }, { state: 'Active', suspensionReason: null })
      await resumeMerchant(needs, merchantId, auditOf(request, { subject: merchantId, details }))
      return done(await readMerchantDetail(needs, merchantId))
    },
  })
}
