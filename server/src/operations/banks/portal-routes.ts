import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { auditOf } from '../../tenancy/people/portal-edge.ts'
import { addCertificate } from '../../money/rails/add-certificate.ts'
import { callbackProofOf } from '../../money/rails/callbacks.ts'
import { CannotConnect, cannotConnect } from '../../money/rails/judge-certificates.ts'
import { connectBank } from '../../money/rails/connect-bank.ts'
import { findConnection, pauseConnection } from '../../money/rails/connections.ts'
import { rotateCredentials, rotationDetails } from '../../money/rails/rotate-credentials.ts'
import { type RailsOf, readConnections } from '../../money/rails/rails-of.ts'
import {
  CertificateForm,
  CheckView,
  ConnectForm,
  ConnectionParams,
  ConnectionsView,
  CredentialsForm,
} from './portal-schemas.ts'
import { connectionView, settingsIn } from './views.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Buffer
  publicUrl: () => string
  railsOf: RailsOf
  isSandbox: boolean
}

const path = '/operator/bank-connections'

/** The banks that move the money: operators connect, try, renew and pause them. What is secret goes in and never comes out. */
export async function bankConnectionPortalRoutes(app: App, needs: Needs) {
  const listed = async () => {
    const connections = await readConnections(needs)
    return done({
      items: connections.map(one => connectionView(one, callbackProofOf(needs, one), needs.publicUrl())),
    })
  }

  /** By its id only: names may be anything. */
  async function connectionOf({ connectionId }: { connectionId: string }) {
    const found = await findConnection(needs, connectionId)
    if (found?.id !== connectionId) throw new ApiError('BankConnectionNotFound')
    return found
  }

  app.get(path, {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(ConnectionsView) } },
    handler: listed,
  })

  app.post(path, {
    config: { may: 'platform.manage', act: 'bank.connect', confirmed: true },
    schema: { body: ConnectForm, response: { 201: Done(ConnectionsView) } },
    handler: async (request, reply) => {
      const { dialect, isDefault } = request.body
      const name = request.body.name.trim()
      const settings = settingsIn(request.body)
      const details = { dialect, isDefault, pixUrl: settings.pixUrl }
      const audit = auditOf(request, { subject: name, details })
      await inWords(async () => {
        if (needs.isSandbox) throw cannotConnect('sandbox')
        return connectBank(needs, { name, dialect, isDefault, settings, audit })
      })
      return reply.code(201).send(await listed())
    },
  })

  app.post(`${path}/:connectionId/certificates`, {
    config: { may: 'platform.manage', act: 'bank.addCertificate', confirmed: true },
    schema: { params: ConnectionParams, body: CertificateForm, response: { 201: Done(ConnectionsView) } },
    handler: async (request, reply) => {
      const connection = await connectionOf(request.params)
      const audit = auditOf(request, { subject: connection.name })
      await inWords(() => addCertificate(needs, connection, request.body, audit))
      return reply.code(201).send(await listed())
    },
  })

  app.post(`${path}/:connectionId/credentials`, {
    config: { may: 'platform.manage', act: 'bank.rotateCredentials', confirmed: true },
    schema: { params: ConnectionParams, body: CredentialsForm, response: { 200: Done(ConnectionsView) } },
    handler: async request => {
      const connection = await connectionOf(request.params)
      const audit = auditOf(request, { subject: connection.name, details: rotationDetails(request.body) })
      await inWords(() => rotateCredentials(needs, connection, request.body, audit))
      return listed()
    },
  })

  app.post(`${path}/:connectionId/check`, {
    config: { may: 'platform.manage', act: null, optionalBody: true },
    schema: { params: ConnectionParams, response: { 200: Done(CheckView) } },
    handler: async request => {
      const { id } = await connectionOf(request.params)
      return done({ lines: await (await needs.railsOf(id, undefined, { evenPaused: true })).check() })
    },
  })

  for (const act of ['pause', 'resume'] as const)
    app.post(`${path}/:connectionId/${act}`, {
      config: { may: 'platform.manage', act: `bank.${act}`, confirmed: true, optionalBody: true },
      schema: { params: ConnectionParams, response: { 200: Done(ConnectionsView) } },
      handler: async request => {
        const { id, name, pausedAt: before } = await connectionOf(request.params)
        const pausedAt = act === 'pause' ? needs.clock() : null
        const details = changesOf({ isPaused: before !== null }, { isPaused: pausedAt !== null })
        await pauseConnection(needs, id, pausedAt, auditOf(request, { subject: name, details }))
        return listed()
      },
    })
}

/** What must be mended, as a refusal that says it. */
async function inWords<Result>(connect: () => Promise<Result>): Promise<Result> {
  try {
    return await connect()
  } catch (error) {
    if (error instanceof CannotConnect) throw new ApiError('BankCannotConnect', { message: error.message })
    throw error
  }
}
