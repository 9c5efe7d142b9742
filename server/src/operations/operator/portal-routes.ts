import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAuditAlone } from '../../tenancy/audit-log/record-audit.ts'
import { type Sql, forReports } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { platformId } from '../../platform/lib/platform-id.ts'
import { findOverAll } from './find-transactions.ts'
import {
  BankForm,
  FoundTransactions,
  LimitsForm,
  MerchantDetail,
  MerchantParams,
  MerchantsPage,
  MerchantsQuery,
  NewMerchant,
  NewMerchantForm,
  OwnerForm,
  OwnerInvited,
  PlanForm,
  PlatformView,
  PolicyForm,
  RevealedTaxNumber,
  SearchQuery,
  SuccessorForm,
  Suspended,
  SuspensionForm,
} from './portal-schemas.ts'
import { readPlatform } from './read-platform.ts'
import {
  foundTransaction,
  limitsView,
  merchantItem,
  millionths,
  planView,
  platformView,
  policyView,
  readPlan,
} from './views.ts'
import type { FastifyRequest } from 'fastify'
import { assignConnection, setApprovalPolicy, setBillingPlan, setLimits } from '../../tenancy/merchants/set-terms.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Remembered } from '../../platform/lib/remember.ts'
import type { Mailer } from '../../platform/lib/mail.ts'
import { type Micros, parseAmount } from '../../platform/brazil/money.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { listMerchants } from '../../tenancy/merchants/list-merchants.ts'
import { type Merchant, readMerchantNow } from '../../tenancy/merchants/read-merchant.ts'
import { findPerson } from '../../tenancy/people/find-person.ts'
import { addOwner } from '../../tenancy/people/members/add-owner.ts'
import type { Inviter } from '../../tenancy/people/members/invite-member.ts'
import { shownToOperator } from '../../tenancy/people/token-urls/make-token-url.ts'
import { auditOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { findConnection } from '../../money/rails/connections.ts'
import { inviteOwner, readMerchantDetail, registerMerchant } from './merchants.ts'
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

type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Buffer
  publicUrl: () => string
  mailer: Mailer
  readMerchant: Remembered<Merchant>
}

type Invitation = { merchantId: string; id: string; by: Inviter; audit: Audit }

const limit = 25

const optionalAmount = (text: string | null): Micros | null => (text === null ? null : parseAmount(text))

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
    config: { may: 'platform.manage', act: ['merchant.create', 'member.invite'] },
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
    schema: { params: MerchantParams, response: { 200: Done(MerchantDetail) } },
    handler: async request => detailOf(request.merchantId),
  })

  app.post('/operator/merchants/:merchantId/owner', {
    config: { may: 'platform.manage', act: 'member.invite' },
    schema: { params: MerchantParams, body: OwnerForm, response: { 201: Done(OwnerInvited) } },
    handler: async (request, reply) => {
      const { id } = await readMerchantNow(needs, request.merchantId)
      return reply.code(201).send(done({ link: await invite(request, id, request.body, first) }))
    },
  })

  app.post('/operator/merchants/:merchantId/successor', {
    config: { may: 'platform.manage', act: 'member.invite', confirmed: true },
    schema: { params: MerchantParams, body: SuccessorForm, response: { 201: Done(OwnerInvited) } },
    handler: async (request, reply) => {
      const { id } = await readMerchantNow(needs, request.merchantId)
      const link = await invite(request, id, request.body, owner => addOwner(needs, owner))
      return reply.code(201).send(done({ link }))
    },
  })

  app.put('/operator/merchants/:merchantId/plan', {
    config: { may: 'platform.manage', act: 'merchant.setPlan', confirmed: true },
    schema: { params: MerchantParams, body: PlanForm, response: { 200: Done(MerchantDetail) } },
    handler: async request => {
      const merchant = await readMerchantNow(needs, request.merchantId)
      const { id: merchantId } = merchant
      const plan = readPlan(request.body)
      const details = changesOf(planView(merchant), planView(plan))
      await setBillingPlan(needs, { merchantId, ...plan, audit: auditOf(request, { subject: merchantId, details }) })
      return detailOf(merchantId)
    },
  })

  app.put('/operator/merchants/:merchantId/approval-policy', {
    config: { may: 'platform.manage', act: 'merchant.setApprovalPolicy', confirmed: true },
    schema: { params: MerchantParams, body: PolicyForm, response: { 200: Done(MerchantDetail) } },
    handler: async request => {
      const merchant = await readMerchantNow(needs, request.merchantId)
      const { id: merchantId } = merchant
      const { approversNeeded, operatorApprovesAbove: above } = request.body
      const policy = { approversNeeded, operatorApprovesAbove: above === null ? null : millionths(above) }
      const details = changesOf(policyView(merchant), policyView(policy))
      await setApprovalPolicy(needs, {
        merchantId,
        ...policy,
        audit: auditOf(request, { subject: merchantId, details }),
      })
      return detailOf(merchantId)
    },
  })

  app.put('/operator/merchants/:merchantId/limits', {
    config: { may: 'platform.manage', act: 'merchant.setLimits', confirmed: true },
    schema: { params: MerchantParams, body: LimitsForm, response: { 200: Done(MerchantDetail) } },
    handler: async request => {
      const merchant = await readMerchantNow(needs, request.merchantId)
      const { id: merchantId } = merchant
      const { body } = request
      const limits = {
        cashOutLimit: optionalAmount(body.cashOutLimit),
        cashOutDailyLimit: optionalAmount(body.cashOutDailyLimit),
        companyPaymentLimit: optionalAmount(body.companyPaymentLimit),
        companyPaymentDailyLimit: optionalAmount(body.companyPaymentDailyLimit),
      }
      const details = changesOf(limitsView(merchant), limitsView(limits))
      await setLimits(needs, { merchantId, ...limits, audit: auditOf(request, { subject: merchantId, details }) })
      return detailOf(merchantId)
    },
  })

  app.put('/operator/merchants/:merchantId/bank', {
    config: { may: 'platform.manage', act: 'bank.assign', confirmed: true },
    schema: { params: MerchantParams, body: BankForm, response: { 200: Done(MerchantDetail) } },
    handler: async request => {
      const { id: merchantId, connectionId: before } = await readMerchantNow(needs, request.merchantId)
      const { connectionId } = request.body
      const bank = connectionId === null ? null : await findConnection(needs, connectionId)
      if (connectionId !== null && bank === null) throw new ApiError('BankConnectionNotFound')
      const bankBefore = before === null ? null : await findConnection(needs, before)
      const changes = changesOf<{ bank: string | null }>(
        { bank: bankBefore?.name ?? null },
        { bank: bank?.name ?? null },
      )
      const audit = auditOf(request, { subject: merchantId, details: { bank: bank?.name ?? null, ...changes } })
      await assignConnection(needs, { merchantId, connectionId: bank?.id ?? null, audit })
      return detailOf(merchantId)
    },
  })

  app.post('/operator/merchants/:merchantId/reveal', {
    config: { may: 'platform.read', act: 'taxNumber.reveal', optionalBody: true },
    schema: { params: MerchantParams, response: { 200: Done(RevealedTaxNumber) } },
    handler: async request => {
      const merchant = await readMerchantNow(needs, request.merchantId)
      await recordAuditAlone(needs, auditOf(request, { subject: merchant.id, details: { party: 'merchant' } }))
      return done({ taxNumber: merchant.taxNumber })
    },
  })
}

type Shown = { state: MerchantState; suspensionReason?: string | null }

/** Stops a merchant and lets it go on; `merchants/suspension.ts` says what that does. Its own people read both. */
export async function suspensionPortalRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  app.post('/operator/merchants/:merchantId/suspend', {
    config: { may: 'platform.manage', act: 'merchant.suspend', confirmed: true },
    schema: { params: MerchantParams, body: SuspensionForm, response: { 200: Done(Suspended) } },
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
    config: { may: 'platform.manage', act: 'merchant.resume', confirmed: true, optionalBody: true },
    schema: { params: MerchantParams, response: { 200: Done(MerchantDetail) } },
    handler: async request => {
      const { merchantId } = request
      const { state, suspensionReason } = await readMerchantNow(needs, merchantId)
      const details = changesOf<Shown>({ state, suspensionReason }, { state: 'Active', suspensionReason: null })
      await resumeMerchant(needs, merchantId, auditOf(request, { subject: merchantId, details }))
      return done(await readMerchantDetail(needs, merchantId))
    },
  })
}
