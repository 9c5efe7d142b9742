import { type Answer, type Bank, BankLimited } from '../bank.ts'
import { BankUnclear } from '../../bank-faults.ts'
import { fieldsOf, textOf } from '../reading.ts'
import { forLog, textIn } from '../refusals.ts'

/** Efí numbers the errors of its API of charges, which say more than the status. */
const codeIn = ({ status, body }: Answer): string => (status < 300 ? '' : (textOf(fieldsOf(body)['code']) ?? ''))

/** So many calls of a kind are taken a day; when the next day begins is not said. */
const limitCodes = new Set(['3500049', '3500055'])
const limitedSeconds = 600

/** About our access, the account or a fault of Efí's own: an operator mends it or it passes, and the same succeeds. */
const undecidedCodes = new Set([
  '3500000', // fault of its own
  '3500001', // no permission for this endpoint
  '3500008', // not authorised
  '3500072', // the account may not register
  '4600035', // not for this account
  '4600100', // it could not check in time
  '4600224', // the application is not authorised
  '4699999', // something unexpected
])

/** There is no such charge: an HTTP 404 by integrators' word, or by the number of the error. */
export const isUnknownToEfi = (answer: Answer): boolean =>
  (answer.status === 404 && codeIn(answer) !== '') || ['3500010', '4600001'].includes(codeIn(answer))

/** The same bank, whose answers that decide nothing are no refusals. */
export const withoutUndecided = (bank: Bank): Bank => ({
  ...bank,
  async call(ask) {
    const answer = await bank.call(ask)
    const code = codeIn(answer)
    if (limitCodes.has(code))
      throw new BankLimited(`its limit of calls for ${ask.operation} is reached`, limitedSeconds)
    if (undecidedCodes.has(code)) throw new BankUnclear(textIn(answer), forLog(answer))
    return answer
  },
})
