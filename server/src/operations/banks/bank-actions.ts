import type { Sql } from '../../platform/db/db.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { addCertificate } from '../../money/rails/add-certificate.ts'
import { changeConnection, removeConnection } from '../../money/rails/change-connection.ts'
import { checkConnection, connectBank } from '../../money/rails/connect-bank.ts'
import { findConnection } from '../../money/rails/connections.ts'
import { CannotConnect, cannotConnect } from '../../money/rails/judge-certificates.ts'
import { rotateCredentials } from '../../money/rails/rotate-credentials.ts'
import { withDetails } from '../../tenancy/audit-log/act.ts'
import type { OperatorActions } from '../../tenancy/people/operator-requests/operator-actions.ts'
import { transferToOwnAccount } from './own-transfers.ts'
import type { CertificateForm, ChangeForm, ConnectForm, CredentialsForm, TransferForm } from './portal-schemas.ts'
import { changesIn, settingsIn } from './views.ts'

type Needs = Parameters<typeof transferToOwnAccount>[0] & {
  storageKey: Buffer
  isSandbox: boolean
  operatorActions: Pick<OperatorActions, 'define'>
}

type Of<Form> = { id: string; form: Form }

const connectionIn = (form: ConnectForm) => ({
  name: form.name.trim(),
  dialect: form.dialect,
  isDefault: form.isDefault,
  settings: settingsIn(form),
})

/** By its id only: names may be anything. */
export async function readConnection(needs: { sql: Sql }, connectionId: string) {
  const found = await findConnection(needs, connectionId)
  if (found?.id !== connectionId) throw new ApiError('BankConnectionNotFound')
  return found
}

/** What another operator approves about banks. Each relies on the connection as it was when it was asked for. */
export function defineBankActions(needs: Needs) {
  const { define } = needs.operatorActions
  const basis = async ({ id }: { id: string }) => {
    const { name, isDefault, sealedSettings } = await readConnection(needs, id)
    return { name, isDefault, sealedSettings }
  }
  return {
    connect: define<ConnectForm, void>('bank.connect', {
      basis: form => inWords(async () => checkConnection(needs, connectionIn(form))),
      perform: (form, { audit }) =>
        inWords(async () => {
          if (needs.isSandbox) throw cannotConnect('sandbox')
          await connectBank(needs, { ...connectionIn(form), audit })
        }),
    }),
    addCertificate: define<Of<CertificateForm>, void>('bank.addCertificate', {
      perform: ({ id, form }, { audit }) =>
        inWords(async () => addCertificate(needs, await readConnection(needs, id), form, audit)),
      basis,
    }),
    rotateCredentials: define<Of<CredentialsForm>, void>('bank.rotateCredentials', {
      perform: ({ id, form }, { audit }) =>
        inWords(async () => rotateCredentials(needs, await readConnection(needs, id), form, audit)),
      basis,
    }),
    change: define<Of<ChangeForm>, void>('bank.change', {
      perform: ({ id, form }, { audit }) =>
        inWords(async () => {
          const connection = await readConnection(needs, id)
          await changeConnection(needs, connection, changesIn(form), details => withDetails(audit, { ...details }))
        }),
      basis,
    }),
    remove: define<{ id: string }, void>('bank.remove', {
      perform: ({ id }, { audit }) =>
        inWords(async () => removeConnection(needs, await readConnection(needs, id), audit)),
      basis,
    }),
    transfer: define<Of<TransferForm>, void>('bank.transfer', {
      perform: async ({ id, form: { toId, amount, formKey } }, { audit }) => {
        const [from, to] = [await readConnection(needs, id), await readConnection(needs, toId)]
        await transferToOwnAccount(needs, { from, to, amount: parseAmount(amount), formKey, audit })
      },
    }),
  }
}

/** What must be mended, as a refusal that says it. */
export async function inWords<Result>(connect: () => Promise<Result>): Promise<Result> {
  try {
    return await connect()
  } catch (error) {
    if (error instanceof CannotConnect) throw new ApiError('BankCannotConnect', { message: error.message })
    throw error
  }
}
