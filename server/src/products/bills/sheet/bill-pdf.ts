import { pdfHeaders } from '../../../platform/http/file-formats.ts'
import type { Language } from '../../../platform/http/languages.ts'
import type { PublicAddresses } from '../../../platform/http/public-addresses.ts'
import { clockOf } from '../../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../../tenancy/merchants/read-merchant.ts'
import type { WholeBill } from '../bill.ts'
import { sheetPdf } from './sheet-pdf.ts'
import { say } from './texts.ts'

type Needs = { isSandbox: boolean; clock: () => Date; addresses: PublicAddresses; readMerchant: ReadMerchant }

/** The sheet of a bill as it is now, with the headers it is sent with: tomorrow the amount may be another. */
export async function billPdf(needs: Needs, bill: WholeBill, reader: { language: Language; isForMerchant: boolean }) {
  const { merchantId, id, dueDate } = bill
  const { language, isForMerchant } = reader
  const merchant = await needs.readMerchant(merchantId)
  const pdf = await sheetPdf(
    {
      bill,
      merchant,
      now: clockOf(needs, merchant),
      url: needs.addresses.payerPage(merchantId, id),
      isSandbox: needs.isSandbox,
      isForMerchant,
    },
    language,
  )
  return { headers: pdfHeaders(`${say('fileName', language)}-${dueDate}-${id}`, language), pdf }
}
