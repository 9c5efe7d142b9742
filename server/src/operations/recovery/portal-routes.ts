import { type Recovery, isCheckedByHand, readOpenRecovery } from '../../platform/db/recoveries.ts'
import type { App } from '../../platform/http/app-type.ts'
import { Done, done } from '../../platform/http/envelope.ts'
import type { OperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import { Requested } from '../../tenancy/people/operator-requests/portal-schemas.ts'
import { configOf } from '../../tenancy/people/operator-requests/second-person.ts'
import { requestedView } from '../../tenancy/people/operator-requests/views.ts'
import { askingOf } from '../../tenancy/people/portal-edge.ts'
import { OpenRecovery, type RecoveryView, ReleaseForm } from './portal-schemas.ts'
import { totalOf } from './compare-statement.ts'
import { refuseRelease, releaseMoney, releasedBanks } from './release-money.ts'

type Needs = Parameters<typeof releaseMoney>[0] & { operatorActions: Pick<OperatorActions, 'define'> }

const path = '/operator/recovery'

/** After the books were restored: what the banks reported for the lost time, and the word that money may leave again. */
export async function recoveryPortalRoutes(app: App, needs: Needs) {
  const release = needs.operatorActions.define<ReleaseForm, void>('recovery.release', {
    perform: (form, { audit, by }) =>
      releaseMoney(needs, { by: by.name, note: form.note.trim(), ...banksOf(form), audit }),
  })

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
    config: configOf('recovery.release'),
    schema: { body: ReleaseForm, response: { 200: Done(OpenRecovery), 202: Done(Requested) } },
    handler: async (request, reply) => {
      const input = request.body
      const banks = banksOf(input)
      await refuseRelease(needs, banks)
      const details = { note: input.note.trim(), ...releasedBanks(banks) }
      const { requested } = await release(askingOf(request), { subject: 'recovery', details, input })
      return requested === null ? open() : reply.code(202).send(requestedView(requested))
    },
  })
}

const banksOf = ({ checkedByHand = [], leaveOut = [], statements = [] }: ReleaseForm) => ({
  checkedByHand,
  leaveOut,
  statements: statements.map(({ bank, total, endToEndIds = [] }) => ({ bank, total: totalOf(total), endToEndIds })),
})

const recoveryView = ({
  cause,
  role,
  lostFrom,
  at,
  comparedAt,
  releasedAt,
  leftOut,
  banks,
}: Recovery): RecoveryView => ({
  cause,
  role,
  lostFrom: lostFrom.toISOString(),
  at: at.toISOString(),
  comparedAt: comparedAt?.toISOString() ?? null,
  releasedAt: releasedAt?.toISOString() ?? null,
  banks: banks.map(bank => ({
    ...bank,
    isCheckedByHand: isCheckedByHand(bank),
    listsNoPayouts: bank.listsNoPayouts ?? false,
    isLeftOut: leftOut.includes(bank.connectionId),
  })),
})
