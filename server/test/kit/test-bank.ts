import { changeAtBank } from '../../src/products/bills/change-at-bank.ts'
import { cancelBoletoOr } from '../../src/products/bills/boletos/cancel-boleto.ts'
import { registerBoleto } from '../../src/products/bills/boletos/register-boleto.ts'
import { settleBoleto } from '../../src/products/bills/boletos/settle-boleto.ts'
import { type OrderRunner, orderRunner } from '../../src/money/bank-orders/run-orders.ts'
import { endToEndId } from '../../src/platform/brazil/end-to-end-id.ts'
import { type PublicAddresses } from '../../src/platform/http/public-addresses.ts'
import type { Needs } from '../../src/needs.ts'
import { payConsent } from '../../src/products/open-finance/pay-consent.ts'
import { cancelCharge } from '../../src/products/pix/cancel-cash-in.ts'
import { payOut } from '../../src/products/pix/pay-out.ts'
import type { Payout, PayoutReport, Rails } from '../../src/money/rails/rails.ts'
import type { Connection } from '../../src/money/rails/rails-of.ts'
import { type SimulatedBank } from '../../src/money/rails/simulator/simulated-bank.ts'
import { simulator } from '../../src/money/rails/simulator/simulator.ts'
import { simulatedIspb, simulatedParticipant } from '../../src/money/rails/simulator/test-data.ts'
import { suspendDamaged } from '../../src/operations/operator/suspend-damaged.ts'
import { returnPayment } from '../../src/money/refunds/return-payment.ts'

type Given = { bank: SimulatedBank; addresses: PublicAddresses; clock: () => Date }

/** The bank of tests outside the sandbox: like the simulator, but it accepts payouts, and pays them when queried. */
export const testBank =
  (given: Given) =>
  (connection: Connection): Rails => ({
    ...simulator({ ...given, takeFault: async () => null })(connection),
    isSimulator: false,
    payouts: {
      sendPayout: async ({ transactionId }) => ({ state: 'accepted', externalId: externalIdOf(transactionId) }),
      readPayout: async ({ transactionId, recipient }: Payout): Promise<PayoutReport> => ({
        state: 'paid',
        externalId: externalIdOf(transactionId),
        endToEndId: endToEndId({ ispb: simulatedIspb, at: given.clock() }),
        participant: simulatedParticipant(recipient.name ?? '', recipient.taxNumber ?? ''),
      }),
    },
  })

export const testConnection = { name: 'Test bank', dialect: 'test', isDefault: true } as const

const externalIdOf = (transactionId: string) => transactionId.replaceAll('-', '')

/** A worker for bank orders whose bank responds differently from the connected one. */
export const runnerWith = (
  needs: Pick<
    Needs,
    'sql' | 'clock' | 'auditKey' | 'storageKey' | 'door' | 'readMerchant' | 'readTransaction' | 'railsOf'
  >,
  rails: Partial<Rails>,
): OrderRunner =>
  orderRunner(
    {
      ...needs,
      railsOf: async (id, tx) => ({ ...(await needs.railsOf(id, tx)), ...rails }),
      suspendDamaged: (merchantId, fault) => suspendDamaged(needs, merchantId, fault),
    },
    {
      payout: payOut(needs),
      return: returnPayment(needs),
      cancellation: cancelBoletoOr(needs, cancelCharge(needs)),
      registration: registerBoleto(needs),
      settlement: settleBoleto(needs),
      change: changeAtBank(needs),
      initiation: payConsent(needs),
    },
  )
