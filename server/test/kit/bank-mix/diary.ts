import * as fc from 'fast-check'
import { assignBanks, setPayoutRules } from '../../../src/tenancy/merchants/set-terms.ts'
import { type Micros, parseAmount } from '../../../src/platform/brazil/money.ts'
import type { Day } from '../../../src/platform/brazil/sao-paulo.ts'
import { ApiError, InvalidRequest } from '../../../src/platform/http/errors.ts'
import { type Api, clientWith } from '../api-client.ts'
import type { startClocked } from '../clocked-processes.ts'
import type { RealBank } from '../real-bank.ts'
import type { Trilho } from '../trilho.ts'

/** Production beside a bank, with a connection in each dialect that sends money out. */
export const dialects = ['efi', 'inter', 'sicoob'] as const
export type DialectName = (typeof dialects)[number]
/** `trilho` creates merchants and checks the books; server and worker are separate processes. */
export type Beside = Awaited<ReturnType<typeof startClocked>> & {
  trilho: Trilho
  bank: RealBank
  connections: Record<DialectName, string>
  /** A second connection to the account at Efí, by another key; calls for charges there have a pace of our own. */
  second: string
  /** What has happened in any run: acts, responses and, at the end of a run, what the records show. */
  happened: Set<string>
  /** By end-to-end id: payments whose callback the books had, and have forgotten it. */
  lostCallbacks: Set<string>
}

/** The merchants of a run: one at each connection, and four with two banks, of which one allows a second charge. */
export const shopNames = [...dialects, 'second', 'either', 'both', 'interFirst', 'interSecond'] as const
export type ShopName = (typeof shopNames)[number]
type Shop = { merchantId: string; api: Api }

/** The connections of each merchant, in its order. */
// biome-ignore format: a table is read in columns
export const banksOf = ({ connections: { efi, inter, sicoob }, second }: Beside, shop: ShopName): string[] =>
  ({
    efi: [efi],              inter: [inter],      sicoob: [sicoob],         second: [second],
    either: [second, sicoob], both: [sicoob, efi], interFirst: [inter, efi], interSecond: [sicoob, inter],
  })[shop]

/** These pay no key of an unknown owner. Inter does not compare owners: Sicoob is asked. */
export const checksOwner = (shop: ShopName): boolean => shop === 'interFirst' || shop === 'interSecond'

/** Above it people of the merchant approve a payout. */
const approvalAbove: Partial<Record<ShopName, Micros>> = { either: parseAmount('20'), interSecond: parseAmount('40') }

/** What one run has created: merchants, and what can be paid, refunded and returned. */
export type Diary = {
  since: Date
  shops: Record<ShopName, Shop>
  charges: Made[]
  /** Bills: they are among the charges, too. */
  bills: MadeBill[]
  payouts: Made[]
  /** Copy-and-paste codes that can be paid many times. */
  staticCodes: string[]
  /** By the bank's id: the initiations whose payers were redirected to it. */
  initiations: string[]
  /** Whose credentials the bank has renewed and nobody has changed here yet. */
  renewed: Set<DialectName>
  /** Payments and payouts of which a bank has returned something that a person may have booked. */
  adjusted: Set<string>
  /** By end-to-end id: payments of which the books had ordered a return, and have forgotten it. */
  forgottenReturns: Set<string>
}
export type Made = { shop: ShopName; id: string; cents: number }
export type MadeBill = Made & { dueDate: Day }

/** Merchants with a balance and, where their bank offers them, a static code. */
export async function newDiary(beside: Beside): Promise<Diary> {
  const { trilho, server } = beside
  const since = trilho.needs.clock()
  const staticCodes: string[] = []
  const open = async (shop: ShopName): Promise<[ShopName, Shop]> => {
    const { merchantId, token } = await trilho.newMerchant({ balance: '500', chargeFixed: '0.10' })
    const banks = banksOf(beside, shop)
    await assignBanks(trilho.needs, {
      merchantId,
      chargeConnections: banks,
      payoutConnections: banks,
      initiationConnections: banks,
      allowsSecondCharge: shop === 'both',
      allowsUnknownKeyOwner: !checksOwner(shop),
    })
    const apiPayoutApprovalAbove = approvalAbove[shop] ?? null
    const rules = { apiPayoutApprovalAbove, newKeyLimit: null, restrictsRecipients: false }
    if (apiPayoutApprovalAbove !== null)
      await setPayoutRules(trilho.needs, { merchantId, ...rules, whenLoosened: async () => {} })
    const code = await clientWith(trilho.url, token).post('/static-qrs', { title: 'Till' })
    if (code.status === 201) staticCodes.push(code.body.data.qrCode)
    return [shop, { merchantId, api: clientWith(server.url, token) }]
  }
  const shops: [ShopName, Shop][] = []
  for (const shop of shopNames) shops.push(await open(shop))
  const made = { charges: [], bills: [], payouts: [], staticCodes, initiations: [] }
  return {
    since,
    shops: Object.fromEntries(shops) as Record<ShopName, Shop>,
    ...made,
    renewed: new Set(),
    adjusted: new Set(),
    forgottenReturns: new Set(),
  }
}

export const merchantsOf = ({ shops }: Diary): string[] => Object.values(shops).map(({ merchantId }) => merchantId)

/** The partner of the bank that a connection is to. */
export const partnerOf = ({ connections }: Beside, connectionId: string | null): DialectName =>
  dialects.find(name => connections[name] === connectionId) ?? 'efi'

export const shopName = fc.constantFrom(...shopNames)
export const dialect = fc.constantFrom(...dialects)
export const cents = fc.integer({ min: 100, max: 9_999 })
/** Selects one item of the diary. */
export const which = fc.nat(1_000)

export const oneOf = <Kept>(all: Kept[], index: number): Kept | undefined => all[index % all.length]
export const amountOf = (whole: number): string => `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`

type Row = {
  merchantId: string
  id: string
  connectionId: string
  externalId: string | null
  endToEndId: string | null
}

export const rowsOf = ({ sql }: Trilho, ids: string[]) => sql<Row[]>`
  select merchant_id, id, connection_id, external_id, end_to_end_id from transactions
   where id = any(${ids}) order by id`

export const idsOf = (made: Made[]): string[] => made.map(({ id }) => id)

/** Calls the bank; null if it refuses or is unavailable. */
export const atBank = ({ bank }: Beside, path: string, body?: object) =>
  bank.control('POST', path, body).catch(() => null)

/** Why the server refuses an action; anything else is a fault. */
export function isRefusal(error: unknown): string {
  if (error instanceof InvalidRequest) return 'InvalidRequest'
  if (!(error instanceof ApiError)) throw error
  return error.reason
}
