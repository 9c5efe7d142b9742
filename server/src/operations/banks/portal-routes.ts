import { resumeBank } from '../../money/bank-orders/place-orders.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import type { OperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import { Requested } from '../../tenancy/people/operator-requests/portal-schemas.ts'
import { configOf } from '../../tenancy/people/operator-requests/second-person.ts'
import { requestedView } from '../../tenancy/people/operator-requests/views.ts'
import { askingOf, auditOf } from '../../tenancy/people/portal-edge.ts'
import { callbackProofOf } from '../../money/rails/callbacks.ts'
import {
  certificateDetails,
  changeDetails,
  connectDetails,
  readableSettings,
} from '../../money/rails/change-connection.ts'
import { pauseConnection, readBankBalances, setLeastBalance } from '../../money/rails/connections.ts'
import type { Door } from '../../money/transactions/door.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { amountOrNull, type Micros, parseAmount } from '../../platform/brazil/money.ts'
import { rotationDetails } from '../../money/rails/rotate-credentials.ts'
import { type RailsOf, readConnections } from '../../money/rails/rails-of.ts'
import {
  CertificateForm,
  ChangeForm,
  CheckView,
  ConnectForm,
  ConnectionParams,
  ConnectionsView,
  CredentialsForm,
  LeastBalanceForm,
  TransferForm,
} from './portal-schemas.ts'
import { defineBankActions, inWords, readConnection } from './bank-actions.ts'
import { readArriving } from './own-transfers.ts'
import { changesIn, connectionView, settingsIn } from './views.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Buffer
  publicUrl: () => string
  railsOf: RailsOf
  isSandbox: boolean
  sweepAlarmMs: number
  door: Door
  readMerchant: ReadMerchant
  operatorActions: Pick<OperatorActions, 'define'>
}

const path = '/operator/bank-connections'

/** The banks that move the money: operators connect, try, renew and pause them. What is secret goes in and never comes out. */
export async function bankConnectionPortalRoutes(app: App, needs: Needs) {
  const actions = defineBankActions(needs)

  const listed = async () => {
    const [connections, balanceOf, arriving] = await Promise.all([
      readConnections(needs),
      readBankBalances(needs),
      readArriving(needs),
    ])
    const shown = { now: needs.clock(), publicUrl: needs.publicUrl(), balanceOf, arriving }
    return done({
      items: connections.map(one => {
        const [callbackProof, settings] = [callbackProofOf(needs, one), readableSettings(needs, one)]
        return connectionView(one, connections, { ...shown, callbackProof, settings })
      }),
    })
  }

  const connectionOf = ({ connectionId }: { connectionId: string }) => readConnection(needs, connectionId)

  app.get(path, {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(ConnectionsView) } },
    handler: listed,
  })

  app.post(path, {
    config: configOf('bank.connect'),
    schema: { body: ConnectForm, response: { 201: Done(ConnectionsView), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const { dialect, isDefault } = request.body
      const details = { dialect, isDefault, ...(await inWords(async () => connectDetails(settingsIn(request.body)))) }
      const asked = { subject: request.body.name.trim(), details, input: request.body }
      const { requested } = await actions.connect(askingOf(request), asked)
      if (requested !== null) return reply.code(202).send(requestedView(requested))
      return reply.code(201).send(await listed())
    },
  })

  app.post(`${path}/:connectionId/certificates`, {
    config: configOf('bank.addCertificate'),
    schema: {
      params: ConnectionParams,
      body: CertificateForm,
      response: { 201: Done(ConnectionsView), 202: Done(Requested) },
    },
    handler: async (request, reply) => {
      const { id, name } = await connectionOf(request.params)
      const details = await inWords(async () => certificateDetails(request.body))
      const asked = { subject: name, details, input: { id, form: request.body } }
      const { requested } = await actions.addCertificate(askingOf(request), asked)
      if (requested !== null) return reply.code(202).send(requestedView(requested))
      return reply.code(201).send(await listed())
    },
  })

  app.post(`${path}/:connectionId/credentials`, {
    config: configOf('bank.rotateCredentials'),
    schema: {
      params: ConnectionParams,
      body: CredentialsForm,
      response: { 200: Done(ConnectionsView), 202: Done(Requested) },
    },
    handler: async (request, reply) => {
      const { id, name } = await connectionOf(request.params)
      const certificate = await inWords(async () => certificateDetails(request.body.certificate))
      const details = { ...rotationDetails(request.body), ...certificate }
      const asked = { subject: name, details, input: { id, form: request.body } }
      const { requested } = await actions.rotateCredentials(askingOf(request), asked)
      return requested === null ? listed() : reply.code(202).send(requestedView(requested))
    },
  })

  app.put(`${path}/:connectionId/settings`, {
    config: configOf('bank.change'),
    schema: {
      params: ConnectionParams,
      body: ChangeForm,
      response: { 200: Done(ConnectionsView), 202: Done(Requested) },
    },
    handler: async (request, reply) => {
      const connection = await connectionOf(request.params)
      const details = await inWords(async () => changeDetails(needs, connection, changesIn(request.body)))
      const asked = { subject: connection.name, details, input: { id: connection.id, form: request.body } }
      const { requested } = await actions.change(askingOf(request), asked)
      return requested === null ? listed() : reply.code(202).send(requestedView(requested))
    },
  })

  app.delete(`${path}/:connectionId`, {
    config: { ...configOf('bank.remove'), optionalBody: true },
    schema: { params: ConnectionParams, response: { 200: Done(ConnectionsView), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const { id, name, dialect } = await connectionOf(request.params)
      const { requested } = await actions.remove(askingOf(request), {
        subject: name,
        details: { dialect },
        input: { id },
      })
      return requested === null ? listed() : reply.code(202).send(requestedView(requested))
    },
  })

  app.post(`${path}/:connectionId/check`, {
    config: { may: 'banks.manage', act: null, optionalBody: true },
    schema: { params: ConnectionParams, response: { 200: Done(CheckView) } },
    handler: async request => {
      const { id } = await connectionOf(request.params)
      return done({ lines: await (await needs.railsOf(id, undefined, { evenPaused: true })).check() })
    },
  })

  app.post(`${path}/:connectionId/transfers`, {
    config: configOf('bank.transfer'),
    schema: {
      params: ConnectionParams,
      body: TransferForm,
      response: { 201: Done(ConnectionsView), 202: Done(Requested) },
    },
    handler: async (request, reply) => {
      const { toId, amount } = request.body
      const { id, name } = await connectionOf(request.params)
      const { name: to } = await connectionOf({ connectionId: toId })
      const input = { id, form: request.body }
      const asked = { subject: name, details: { to, amount }, amount: parseAmount(amount), input }
      const { requested } = await actions.transfer(askingOf(request), asked)
      if (requested !== null) return reply.code(202).send(requestedView(requested))
      return reply.code(201).send(await listed())
    },
  })

  app.put(`${path}/:connectionId/least-balance`, {
    config: { may: 'banks.manage', act: 'bank.setLeastBalance', confirmed: true },
    schema: { params: ConnectionParams, body: LeastBalanceForm, response: { 200: Done(ConnectionsView) } },
    handler: async request => {
      const { id, name, leastBalance: before } = await connectionOf(request.params)
      const amount = request.body.amount === null ? null : parseAmount(request.body.amount)
      const shown = (least: Micros | null) => ({ leastBalance: amountOrNull(least) })
      const audit = auditOf(request, { subject: name, details: changesOf(shown(before), shown(amount)) })
      await setLeastBalance(needs, { id, amount, audit })
      return listed()
    },
  })

  for (const act of ['pause', 'resume'] as const)
    app.post(`${path}/:connectionId/${act}`, {
      config: { may: 'banks.manage', act: `bank.${act}`, confirmed: true, optionalBody: true },
      schema: { params: ConnectionParams, response: { 200: Done(ConnectionsView) } },
      handler: async request => {
        const { id, name, pausedAt: before } = await connectionOf(request.params)
        const pausedAt = act === 'pause' ? needs.clock() : null
        const details = changesOf({ isPaused: before !== null }, { isPaused: pausedAt !== null })
        const audit = auditOf(request, { subject: name, details })
        await (pausedAt === null ? resumeBank(needs, id, audit) : pauseConnection(needs, id, pausedAt, audit))
        return listed()
      },
    })
}
