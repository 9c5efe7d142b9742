import { type Micros, formatAmountShort } from '../brazil/money.ts'
import { type Day, addDays, dayOf, startOfDay, wallClockMs } from '../brazil/sao-paulo.ts'
import { type Language, inLanguage } from './languages.ts'

/** Money that came or went. `id` is the same in every file, so that a program that has it does not take it twice. */
export type OfxEntry = {
  id: string
  at: Date
  type: 'CREDIT' | 'DEBIT' | 'FEE'
  amount: Micros
  name: string
  memo: string
}

/** `bankId`: the ISPB of the bank that holds the money. `openedAt`: no entry is older. */
export type OfxAccount = { bankId: string; number: string; openedAt: Date }

type Statement = {
  account: OfxAccount
  /** All there is, where it does not say. */
  from: Day | undefined
  to: Day | undefined
  now: Date
  language: Language
  /** Read when all entries have been written. */
  balance: () => Promise<{ ledger: Micros; available: Micros; at: Date }>
}

const header = `OFXHEADER:100\r
DATA:OFXSGML\r
VERSION:102\r
SECURITY:NONE\r
ENCODING:USASCII\r
CHARSET:1252\r
COMPRESSION:NONE\r
OLDFILEUID:NONE\r
NEWFILEUID:NONE\r
\r
`

/** The statement of a bank account as accounting programs in Brazil import it: OFX 1.02, in Windows' letters. */
export async function* writeOfx(
  { account, from = dayOf(account.openedAt), to, now, language, balance }: Statement,
  pieces: AsyncIterable<readonly OfxEntry[]>,
): AsyncGenerator<Buffer> {
  const status = '<STATUS><CODE>0<SEVERITY>INFO</STATUS>'
  const signOn = `<SIGNONMSGSRSV1><SONRS>${status}<DTSERVER>${moment(now)}<LANGUAGE>${inLanguage(['POR', 'ENG'], language)}<FI><ORG>Trilho<FID>${text(account.bankId)}</FI></SONRS></SIGNONMSGSRSV1>`
  const whose = `<BANKACCTFROM><BANKID>${text(account.bankId)}<ACCTID>${text(account.number)}<ACCTTYPE>CHECKING</BANKACCTFROM>`
  const lastMoment = new Date(startOfDay(addDays(to ?? dayOf(now), 1)).getTime() - 1000)
  yield bytes(
    `${header}<OFX>\r\n${signOn}\r\n<BANKMSGSRSV1><STMTTRNRS><TRNUID>1${status}<STMTRS><CURDEF>BRL${whose}\r\n` +
      `<BANKTRANLIST><DTSTART>${moment(startOfDay(from))}<DTEND>${moment(lastMoment)}\r\n`,
  )
  for await (const entries of pieces) yield bytes(entries.map(entryText).join(''))
  const { ledger, available, at } = await balance()
  const balanceText = (name: string, amount: Micros) =>
    `<${name}><BALAMT>${formatAmountShort(amount)}<DTASOF>${moment(at)}</${name}>\r\n`
  yield bytes(
    `</BANKTRANLIST>\r\n${balanceText('LEDGERBAL', ledger)}${balanceText('AVAILBAL', available)}` +
      '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n',
  )
}

const entryText = ({ id, at, type, amount, name, memo }: OfxEntry): string =>
  `<STMTTRN><TRNTYPE>${type}<DTPOSTED>${moment(at)}<TRNAMT>${formatAmountShort(amount)}<FITID>${text(id)}` +
  `${name === '' ? '' : `<NAME>${text(name.slice(0, 32))}`}<MEMO>${text(memo.slice(0, 255))}</STMTTRN>\r\n`

/** `20261115093000[-3:BRT]`: what a clock in São Paulo shows, and how far that is from Greenwich. */
function moment(at: Date): string {
  const shownMs = wallClockMs(at)
  const hours = Math.round((shownMs - at.getTime()) / 3_600_000)
  return `${new Date(shownMs).toISOString().replaceAll(/\D/g, '').slice(0, 14)}[${hours}:BRT]`
}

/** On one line and never taken for a tag. */
const text = (value: string): string =>
  value.replaceAll(/\s+/g, ' ').trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Letters that Windows 1252 shares with Latin 1; others lose their accents, or become a question mark. */
const bytes = (value: string): Buffer =>
  Buffer.from(
    value
      .normalize('NFC')
      .replaceAll(/[^\r\n -~\u00a0-\u00ff]/gu, letter => letter.normalize('NFKD').replaceAll(/[^ -~]/g, '') || '?'),
    'latin1',
  )
