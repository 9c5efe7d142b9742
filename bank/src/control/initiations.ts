import { returnOf } from '../dialects/efi-initiation-views.ts'
import { switchesFor } from '../dialects/switches.ts'
import { object, plainReader } from '../http/read-body.ts'
import type { Bank } from '../open-bank.ts'
import { acceptInitiation, agreeToInitiation, endInitiation, readInitiation } from '../truth/initiations.ts'
import type { Initiation } from '../truth/records.ts'
import { Refusal, type Truth } from '../truth/truth.ts'
import { shown } from './amounts.ts'
import type { ControlCall, ControlRoute } from './route.ts'

const readAgreement = plainReader<{ pending?: boolean }>(object([], { pending: { type: 'boolean' } }))

type Act = (truth: Truth, id: string, body: unknown) => Initiation

const actions: Record<string, Act> = {
  authorise: (truth, id, body) => agreeToInitiation(truth, id, readAgreement(body).pending === true),
  accept: acceptInitiation,
  refuse: (truth, id) => endInitiation(truth, id, 'Refused', 'O pagador recusou.'),
  expire: (truth, id) => endInitiation(truth, id, 'Expired', 'O prazo para autorizar acabou.'),
  fail: (truth, id) => endInitiation(truth, id, 'Failed', 'O banco do pagador falhou.'),
}

const readConfig = plainReader<{ generateTxIdForInic: boolean }>(
  object(['generateTxIdForInic'], { generateTxIdForInic: { type: 'boolean' } }),
)

export const initiationControl: ControlRoute[] = [
  {
    method: 'PUT',
    path: '/initiation-configs/:partner',
    act({ truth }, { params, body }) {
      const [name, changes] = [params.partner ?? '', readConfig(body)]
      const config = truth.book.get('initiationConfigs', name)
      if (!config) throw new Refusal('not found', `${name} has not configured initiations`)
      truth.book.change(() => truth.book.put('initiationConfigs', name, { ...config, ...changes }))
    },
  },
  {
    method: 'GET',
    path: '/initiations/:id',
    act: (bank, { params }) => withReturn(bank, readInitiation(bank.truth, params.id ?? '')),
  },
  ...Object.entries(actions).map(
    ([name, act]): ControlRoute => ({
      method: 'POST',
      path: `/initiations/:id/${name}`,
      act: (bank, { params, body }: ControlCall) => withReturn(bank, act(bank.truth, params.id ?? '', body)),
    }),
  ),
]

/** With the address that the payer's browser goes back to. */
function withReturn({ truth }: Bank, initiation: Initiation) {
  const partner = truth.book.get('partners', initiation.partner)
  const returnUrl = partner && returnOf(truth, initiation, switchesFor(partner))
  return { ...(shown(initiation) as object), receiver: partner?.owner.name, returnUrl }
}
