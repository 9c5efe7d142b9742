import { Type } from 'typebox'
import type { Sql } from '../../platform/db/db.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { Cursor } from '../../platform/http/paging.ts'
import { changesOf } from '../../tenancy/audit-log/changes.ts'
import { auditOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { acknowledgeAlarm } from './acknowledge-alarm.ts'
import type { AlarmWebhook } from './call-webhook.ts'
import { AcknowledgeForm, AlarmCount, AlarmDetail, AlarmParams, EndedAlarms, OpenAlarms } from './portal-schemas.ts'
import { listEndedAlarms, readAlarm, readOpenAlarms } from './read-alarms.ts'
import type { AlarmThresholds } from './rules.ts'
import { alarmMove } from './states.ts'
import { alarmDetail, alarmItem, ruleViews } from './views.ts'

type Needs = { sql: Sql; clock: () => Date; alarmThresholds: AlarmThresholds; alarmWebhook: AlarmWebhook | null }

const limit = 25

/** Alarms: seen by all operators, acknowledged by one with a note, ended by nobody but their cause. */
export async function alarmPortalRoutes(app: App, needs: Needs) {
  const shown = async (id: string) => {
    const { alarm, calls } = await readAlarm(needs, id)
    return alarmDetail(alarm, calls, needs.alarmThresholds)
  }

  app.get('/operator/alarms', {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(OpenAlarms) } },
    handler: async () => {
      const { open, evaluatedAt, unmeasured } = await readOpenAlarms(needs)
      return done({
        items: open.toReversed().map(alarmItem),
        rules: ruleViews(needs.alarmThresholds, unmeasured),
        evaluatedAt: evaluatedAt?.toISOString() ?? null,
        hasWebhook: needs.alarmWebhook !== null,
      })
    },
  })

  app.get('/operator/alarms/raised', {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(AlarmCount) } },
    handler: async () => {
      const { open } = await readOpenAlarms(needs)
      return done({ raised: open.filter(({ state }) => state === 'Raised').length })
    },
  })

  app.get('/operator/alarms/ended', {
    config: { may: 'platform.read' },
    schema: { querystring: Type.Object({ cursor: Cursor }), response: { 200: Done(EndedAlarms) } },
    handler: async request => {
      const { items, nextCursor } = await listEndedAlarms(needs, { limit, cursor: request.query.cursor })
      return done({ items: items.map(alarmItem), nextCursor })
    },
  })

  app.get('/operator/alarms/:alarmId', {
    config: { may: 'platform.read' },
    schema: { params: AlarmParams, response: { 200: Done(AlarmDetail) } },
    handler: async request => done(await shown(request.params.alarmId)),
  })

  app.post('/operator/alarms/:alarmId/acknowledge', {
    config: { may: 'alarms.acknowledge', act: 'alarm.acknowledge' },
    schema: { params: AlarmParams, body: AcknowledgeForm, response: { 200: Done(AlarmDetail) } },
    handler: async request => {
      const { alarmId } = request.params
      const note = request.body.note.trim()
      const { rule, state } = await shown(alarmId)
      const details = { rule, note, ...changesOf<{ state: string }>({ state }, { state: alarmMove('acknowledge').to }) }
      const audit = auditOf(request, { subject: alarmId, details })
      await acknowledgeAlarm(needs, { id: alarmId, by: signedInOf(request).person.name, note, audit })
      return done(await shown(alarmId))
    },
  })
}
