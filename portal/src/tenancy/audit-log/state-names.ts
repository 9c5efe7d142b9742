import { keyWords } from '../../../../server/src/tenancy/access-keys/words.ts'
import { accountWords, receiverWords } from '../../../../server/src/products/company-payments/receivers/words.ts'
import { requestWords } from '../../../../server/src/products/company-payments/requests/words.ts'
import { disputeWords } from '../../../../server/src/products/disputes/words.ts'
import { alarmStateWords } from '../../../../server/src/operations/alarms/words.ts'
import { exceptionStateWords } from '../../../../server/src/operations/exceptions/words.ts'
import type { Translated } from '../../../../server/src/platform/http/languages.ts'
import { merchantWords } from '../../../../server/src/tenancy/merchants/words.ts'
import { linkWords } from '../../../../server/src/products/payment-links/words.ts'
import { batchWords } from '../../../../server/src/products/payout-batches/words.ts'
import { stateWords } from '../../../../server/src/money/transactions/words.ts'
import type { Language } from '../../kit/language.ts'

/** The states of what an act is about: its name says what that is, the first word of it mostly. */
const names: Record<string, Record<string, Translated>> = {
  key: keyWords,
  link: linkWords,
  merchant: merchantWords,
  batch: batchWords,
  request: requestWords,
  receiver: receiverWords,
  'receiver.approveAccount': accountWords,
  'receiver.rejectAccount': accountWords,
  dispute: disputeWords,
  exception: exceptionStateWords,
  alarm: alarmStateWords,
  charge: stateWords,
}

/** A state that an act changes, in words; by the log's name for it where there are none. */
export function stateName(act: string, state: string, language: Language): string {
  const [kind = ''] = act.split('.')
  return (names[act] ?? names[kind])?.[state]?.[language === 'pt' ? 0 : 1] ?? state
}
