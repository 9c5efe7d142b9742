import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import type { Rails } from '../rails.ts'
import type { Connection } from '../rails-of.ts'
import { checkSubjects, checkWords } from '../words.ts'
import { boletoSimulator } from './boleto-simulator.ts'
import { initiationSimulator } from './initiation-simulator.ts'
import {
  chargeSimulator,
  dueChargeSimulator,
  keySimulator,
  returnSimulator,
  staticCodeSimulator,
} from './pix-simulator.ts'
import { type SimulatedBank, type TakeFault, takingTime } from './simulated-bank.ts'
import { simulatedIspb } from './test-data.ts'

type Needs = { bank: SimulatedBank; addresses: PublicAddresses; clock: () => Date; takeFault: TakeFault }

/** The bank of a sandbox: nothing moves there by itself, but refunds, which it makes at once. */
export const simulator =
  ({ takeFault, ...rest }: Needs) =>
  ({ id, name }: Connection): Rails => {
    const needs = { ...rest, takeFault, takesTime: takingTime(takeFault) }
    return {
      connectionId: id,
      name,
      isSimulator: true,
      ispb: simulatedIspb,
      bank: { bankCode: '999', bankIspb: simulatedIspb, bankName: 'Trilho' },
      minorUnit: 1n,
      isUp: async () => true,
      check: async () => [
        { what: checkSubjects.simulator[1], isFine: true, asked: '', came: '', words: checkWords.alwaysThere[1] },
      ],
      charges: chargeSimulator(needs),
      dueCharges: dueChargeSimulator(needs),
      boletos: boletoSimulator(needs),
      staticCodes: staticCodeSimulator,
      keys: keySimulator,
      payouts: null,
      returns: returnSimulator(needs),
      disputes: null,
      initiations: initiationSimulator(needs),
      received: null,
      readBalance: null,
    }
  }

/** The connection of a sandbox that has no other bank. */
export const simulatorConnection = { name: 'Simulated bank', dialect: 'simulator', isDefault: true } as const
