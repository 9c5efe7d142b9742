import { ApiError } from '../../../platform/http/errors.ts'
import type { Reason } from '../../../platform/http/reasons.ts'
import type { Participant } from '../rails.ts'

/** Documents with right check digits that make the sandbox refuse, as a card network's test cards do. */
export const testTaxNumbers = {
  // CPF           [reason, what it stands for]
  '90000000175': ['CounterpartyTaxNumberInvalid', 'A payer or recipient restricted at banks'],
  '90000000256': ['CounterpartyServiceError', 'A document the counterparty service rejects'],
  '90000000337': ['PixKeyNotFound', 'A PIX key no bank knows (cash-out)'],
  '90000000418': ['PixKeyOwnerMismatch', 'A PIX key that belongs to somebody else (cash-out)'],
} as const satisfies Record<string, readonly [Reason, string]>

export const refusalOf = (taxNumber: string): Reason | undefined =>
  (testTaxNumbers as Record<string, readonly [Reason, string]>)[taxNumber]?.[0]

/** Refuses the documents that no bank serves, whatever the payment. */
export function refuseCounterparty(taxNumber: string): void {
  const refusal = refusalOf(taxNumber)
  if (refusal === 'CounterpartyTaxNumberInvalid' || refusal === 'CounterpartyServiceError')
    throw new ApiError(refusal, { message: `TaxNumber:${taxNumber}` })
}

/** No bank has it. */
export const simulatedIspb = '99999999'

/** What the simulated bank calls a transaction. */
export const simulatedExternalId = (transactionId: string): string => transactionId.replaceAll('-', '')

/** The account that pays, or is paid, in the sandbox. */
export const simulatedParticipant = (name: string, taxNumber: string): Participant => ({
  bankCode: '001',
  bankIspb: '00000000',
  bankName: 'Banco do Brasil S.A.',
  accountAgency: '0001',
  accountNumber: '1234567',
  accountDigit: '8',
  accountType: 'CheckingAccount',
  name,
  taxNumber,
})
