import type { Sql } from '../../platform/db/db.ts'
import { type Recovery, isCheckedByHand, readOpenRecovery } from '../../platform/db/recoveries.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import { auditOf, signedInOf } from '../../tenancy/people/portal-edge.ts'
import { OpenRecovery, type RecoveryView, ReleaseForm } from './portal-schemas.ts'
import { releaseMoney } from './release-money.ts'

const path = '/operator/recovery'

/** After the books were restored: what the banks reported for the lost time, and the word that money may leave again. */
export async function recoveryPortalRoutes(app: App, needs: { sql: Sql; clock: () => Date }) {
  const open = async () => {
    const recovery = await readOpenRecovery(needs.sql)
    return done({ recovery: recovery && recoveryView(recovery) })
  }

  app.get(path, {
    config: { may: 'platform.read' },
    schema: { response: { 200: Done(OpenRecovery) } },
    handler: open,
  })

  app.post(`${path}/release`, {
    config: { may: 'platform.manage', act: 'recovery.release', confirmed: true },
    schema: { body: ReleaseForm, response: { 200: Done(OpenRecovery) } },
    handler: async request => {
      const note = request.body.note.trim()
      const { checkedByHand = [] } = request.body
      const details = { note, checkedByHand: checkedByHand.join(', ') }
      const audit = auditOf(request, { subject: 'recovery', details })
      await releaseMoney(needs, { by: signedInOf(request).person.name, note, checkedByHand, audit })
      return open()
    },
  })
}

const recoveryView = ({ cause, role, lostFrom, at, comparedAt, banks }: Recovery): RecoveryView => ({
  cause,
  role,
  lostFrom: lostFrom.toISOString(),
  at: at.toISOString(),
  comparedAt: comparedAt?.toISOString() ?? null,
  banks: banks.map(bank => ({ ...bank, isCheckedByHand: isCheckedByHand(bank) })),
})
