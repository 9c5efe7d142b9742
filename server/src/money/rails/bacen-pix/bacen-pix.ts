import { encodeStaticBrCode } from '../../../platform/brazil/br-code.ts'
import { institutionByIspb } from '../../../platform/brazil/institutions.ts'
import type { Rails } from '../rails.ts'
import type { Connection } from '../rails-of.ts'
import { openSettings } from '../sealed-settings.ts'
import { bankClient } from './bank-client.ts'
import { callFormOf } from './call-form.ts'
import type { CallKind } from './call-kinds.ts'
import type { BankWatch } from './call-limits.ts'
import { charges } from './charges.ts'
import { checkBank } from './check-bank.ts'
import type { Dialect } from './dialect.ts'
import { dueChargeScopes, dueCharges } from './due-charges.ts'
import { received } from './received.ts'
import { returns } from './returns.ts'
import type { BankSettings, InitiationSettings } from './settings.ts'

type Needs = {
  storageKey: Buffer
  clock: () => Date
  /** `account`: a bank's limits are for all connections to one. `credentials`: with what its tokens are asked for. */
  watch?: (connectionId: string, account: string, credentials: string) => BankWatch
}

/** A bank that speaks the central bank's Pix API, in its own dialect. */
export const bacenPix =
  (needs: Needs, dialect: Dialect) =>
  ({ id, name, sealedSettings }: Connection): Rails => {
    const settings = openSettings(needs, id, sealedSettings ?? '')
    const clientOf = (called: string, its: BankSettings) => {
      const account = JSON.stringify([its.tokenUrl, its.clientId, its.accountNumber ?? null])
      const credentials = JSON.stringify([sealedSettings, its.tokenUrl, its.scopes ?? null])
      return bankClient(called, its, dialect, { clock: needs.clock, ...needs.watch?.(id, account, credentials) })
    }
    const bank = clientOf(name, settings)
    const initiation = dialect.initiations && settings.initiation
    // With tokens of its own, and away on its own: the one API says nothing of the other.
    const initiator = initiation && clientOf(`${name} (Open Finance)`, { ...settings, ...tokenOf(initiation) })
    const token = tokenOfDueCharges(dialect, settings)
    const dueClient = () => clientOf(`${name} (due charges)`, { ...settings, scopes: dueChargeScopes })
    const dueBank = token === null ? null : token === 'same' ? bank : dueClient()
    const boletoSettings = settingsOfBoletos(dialect, settings)
    const boletoBank = boletoSettings && clientOf(`${name} (boletos)`, boletoSettings)
    const boletos = (boletoBank && dialect.boletos?.rail(boletoBank, bank, needs.clock)) ?? null
    const boletosAwayFor = () => boletoBank?.awayFor().filter(isOfBoletos) ?? []
    // Its tokens are for initiations only.
    const initiationsAwayFor = () => (initiator?.awayFor() ?? []).map(kind => (kind === 'token' ? 'initiations' : kind))
    const awayFor = () => [...new Set([...bank.awayFor(), ...boletosAwayFor(), ...initiationsAwayFor()])]
    const clientFor = (kind: CallKind) =>
      (kind.startsWith('initiation') && initiator) || (isOfBoletos(kind) && boletoBank) || bank
    const listTariffs = settings.payoutUrl === null ? null : dialect.tariffs?.(bank)
    return {
      connectionId: id,
      name,
      isSimulator: false,
      ispb: settings.ispb,
      bank: bankOf(settings.ispb, name),
      minorUnit: 10_000n,
      isUp: async () => awayFor().length === 0,
      awayFor,
      limitedFor: async () => [...(await bank.limitedFor()), ...((await initiator?.limitedFor()) ?? [])],
      clockDriftMs: bank.clockDriftMs,
      takesCall(kind) {
        const client = clientFor(kind)
        return client.takesCall(kind) && (client === bank || client.takesCall('token'))
      },
      check: () =>
        checkBank(
          bank,
          dialect,
          { initiator: initiator ?? null, dueBank, boletoBank: boletos && boletoBank },
          needs.clock(),
        ),
      charges: charges(bank, dialect, needs.clock),
      boletos,
      dueCharges: dueBank && dueCharges(dueBank, dialect, needs.clock),
      staticCodes: dialect.reportsStaticIds
        ? {
            makeCode: ({ id: txid, amount, receiver: { name: merchantName, city: merchantCity } }) =>
              encodeStaticBrCode({ key: settings.pixKey, txid, amount, merchantName, merchantCity }),
          }
        : null,
      keys: settings.payoutUrl === null ? null : (dialect.keys?.(bank, needs.clock) ?? null),
      payouts: settings.payoutUrl === null ? null : (dialect.payouts?.(bank, needs.clock) ?? null),
      returns: returns(bank, dialect),
      disputes: settings.payoutUrl === null ? null : (dialect.disputes?.(bank) ?? null),
      initiations: (initiator && dialect.initiations?.(initiator, initiation, needs.clock)) ?? null,
      received: received(bank, dialect, needs.clock),
      readBalance: settings.payoutUrl === null ? null : (dialect.balance?.(bank, needs.clock) ?? null),
      ...(listTariffs && { listTariffs }),
    }
  }

/** Boletos have tokens of their own, and often an API of their own, too. */
const isOfBoletos = (kind: CallKind): boolean => kind === 'boletos' || kind === 'boletoReads'

/** An institution that is not in the table has the name that operators gave the connection. */
function bankOf(ispb: string, name: string): Rails['bank'] {
  const known = institutionByIspb(ispb)
  return { bankCode: known?.code ?? null, bankIspb: ispb, bankName: known?.name ?? name }
}

/**
 * By which token charges with a due date are registered; null: not at all, also where the connection names scopes without
 * theirs. A bank refuses a whole token for one scope that it has not granted: so they are requested apart from the others.
 */
function tokenOfDueCharges({ dueCharges: isOffered, calls }: Dialect, settings: BankSettings): 'same' | 'own' | null {
  if (!isOffered) return null
  const { scopes } = callFormOf(calls, settings)
  if (scopes === null || scopes.split(' ').includes('cobv.write')) return 'same'
  return (settings.scopes ?? null) === null ? 'own' : null
}

/** How boletos are registered; null: not at all, also where the connection names scopes without theirs. */
function settingsOfBoletos({ boletos }: Dialect, settings: BankSettings): BankSettings | null {
  if (boletos?.settingsOf) return boletos.settingsOf(settings)
  const { payoutUrl, scopes = null } = settings
  if (boletos === null || payoutUrl === null) return null
  const named = scopes?.split(' ') ?? null
  const isGranted = named === null || boletos.scopes.split(' ').every(scope => named.includes(scope))
  return isGranted ? { ...settings, scopes: boletos.scopes } : null
}

const tokenOf = ({ url, tokenUrl }: InitiationSettings) => ({ tokenUrl: tokenUrl ?? `${url}/oauth/token` })
