/** Who really paid or was paid, as the bank tells it. A bank may not know, or may mask the document. */
export type Participant = {
  bankCode: string | null
  bankIspb: string | null
  bankName: string | null
  accountAgency: string | null
  accountNumber: string | null
  accountDigit: string | null
  accountType: 'CheckingAccount' | 'SavingsAccount' | 'SalaryAccount' | null
  name: string | null
  taxNumber: string | null
}
