import type { Audit } from '../../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../../tenancy/audit-log/record-audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { isGenuineCnpj, normalizeTaxNumber } from '../../../platform/brazil/tax-number.ts'
import { uuidv7 } from '../../../platform/lib/uuid.ts'
import { type Receiver, insertReceiver } from './sql.ts'
import { bornReceiver } from './states.ts'

type NewReceiver = { merchantId: string; id?: string; fantasyName: string; cnpj: string; audit?: Audit }

/** A company to be paid one day: it starts as Pending, until the operator has reviewed it. */
export async function registerReceiver(
  needs: { sql: Sql; clock: () => Date },
  { merchantId, id, fantasyName, cnpj, audit }: NewReceiver,
): Promise<Receiver> {
  const createdAt = needs.clock()
  const receiver: Receiver = {
    merchantId,
    id: id ?? uuidv7(createdAt.getTime()),
    status: bornReceiver,
    fantasyName,
    cnpj: genuineCnpj(cnpj),
    reviewNote: null,
    reviewedAt: null,
    revision: 0,
    createdAt,
  }
  await needs.sql.begin(async tx => {
    await insertReceiver(tx, receiver)
    await recordAudit(tx, audit)
  })
  return receiver
}

export function genuineCnpj(text: string): string {
  const cnpj = normalizeTaxNumber(text)
  if (!isGenuineCnpj(cnpj)) throw new ApiError('CounterpartyTaxNumberInvalid', { message: `TaxNumber:${cnpj}` })
  return cnpj
}
