import { encodeStaticBrCode } from '../../../platform/brazil/br-code.ts'
import { institutionByIspb } from '../../../platform/brazil/institutions.ts'
import { openSealedText } from '../../../platform/lib/seal.ts'
import type { Rails } from '../rails.ts'
import type { Connection } from '../rails-of.ts'
import { bankClient } from './bank-client.ts'
import { charges } from './charges.ts'
import { checkBank } from './check-bank.ts'
import type { Dialect } from './dialect.ts'
import { received } from './received.ts'
import { returns } from './returns.ts'
import type { BankSettings, InitiationSettings } from './settings.ts'

type Needs = { storageKey: Buffer; clock: () => Date }

/** A bank that speaks the central bank's Pix API, in its own dialect. */
export const bacenPix =
  (needs: Needs, dialect: Dialect) =>
  ({ id, name, sealedSettings }: Connection): Rails => {
    const settings = JSON.parse(openSealedText(needs.storageKey, sealedSettings ?? '')) as BankSettings
    const bank = bankClient(name, settings, dialect)
    const initiation = dialect.initiations && settings.initiation
    // With tokens of its own, and away on its own: the one API says nothing of the other.
    const initiator =
      initiation && bankClient(`${name} (Open Finance)`, { ...settings, ...tokenOf(initiation) }, dialect)
    return {
      connectionId: id,
      name,
      isSimulator: false,
      ispb: settings.ispb,
      bank: bankOf(settings.ispb, name),
      minorUnit: 10_000n,
      isUp: async () => bank.isUp(),
      check: () => checkBank(bank, initiator ?? null, needs.clock()),
      charges: charges(bank, dialect, needs.clock),
      staticCodes: dialect.reportsStaticIds
        ? {
            makeCode: ({ id: txid, amount, receiver: { name: merchantName, city: merchantCity } }) =>
              encodeStaticBrCode({ key: settings.pixKey, txid, amount, merchantName, merchantCity }),
          }
        : null,
      keys: dialect.keys?.(bank) ?? null,
      payouts: settings.payoutUrl === null ? null : (dialect.payouts?.(bank, needs.clock) ?? null),
      returns: returns(bank, dialect),
      disputes: settings.payoutUrl === null ? null : (dialect.disputes?.(bank) ?? null),
      initiations: (initiator && dialect.initiations?.(initiator, initiation, needs.clock)) ?? null,
      received: received(bank, dialect),
    }
  }

/** An institution that is not in the table has the name that operators gave the connection. */
function bankOf(ispb: string, name: string): Rails['bank'] {
  const known = institutionByIspb(ispb)
  return { bankCode: known?.code ?? null, bankIspb: ispb, bankName: known?.name ?? name }
}

const tokenOf = ({ url, tokenUrl }: InitiationSettings) => ({ tokenUrl: tokenUrl ?? `${url}/oauth/token` })
