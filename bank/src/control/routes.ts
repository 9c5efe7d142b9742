import { bankControl } from './bank.ts'
import { boletoControl } from './boletos.ts'
import { faultControl } from './faults.ts'
import { infractionControl } from './infractions.ts'
import { initiationControl } from './initiations.ts'
import { ledgerControl } from './ledger.ts'
import { paymentControl } from './payments.ts'
import { payoutControl } from './payouts.ts'
import type { ControlRoute } from './route.ts'

/** Everything that can be done to the bank from outside its protocol. bank/README.md lists the same, checked by a test. */
export const controlRoutes: ControlRoute[] = [
  ...paymentControl,
  ...payoutControl,
  ...boletoControl,
  ...infractionControl,
  ...initiationControl,
  ...faultControl,
  ...bankControl,
  ...ledgerControl,
]
