import * as fc from 'fast-check'
import { assignConnection } from '../../../src/tenancy/merchants/set-terms.ts'
import { ApiError } from '../../../src/platform/http/errors.ts'
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
  /** A second connection to the account at Efí, by another key. */
  second: string
}

/** What one run has created: merchants, and what can be paid, refunded and returned. */
export type Diary = {
  apis: Record<DialectName, Api>
  merchants: string[]
  charges: Made[]
  payouts: Made[]
  /** Copy-and-paste codes that can be paid many times. */
  staticCodes: string[]
  /** By the bank's id: the initiations whose payers were redirected to it. */
  initiations: string[]
  /** Whose credentials the bank has renewed and nobody has changed here yet. */
  renewed: Set<DialectName>
}
export type Made = { dialect: DialectName; id: string; cents: number }

/** A merchant at each bank, with a balance and a static code. */
export async function newDiary({ trilho, connections, server }: Beside): Promise<Diary> {
  const open = async (name: DialectName) => {
    const { merchantId, token } = await trilho.newMerchant({ balance: '500', chargeFixed: '0.10' })
    await assignConnection(trilho.needs, { merchantId, connectionId: connections[name] })
    merchants.push(merchantId)
    // Inter has none.
    const code = await clientWith(trilho.url, token).post('/static-qrs', { title: 'Till' })
    if (code.status === 201) staticCodes.push(code.body.data.qrCode)
    return clientWith(server.url, token)
  }
  const merchants: string[] = []
  const staticCodes: string[] = []
  const [efi, inter, sicoob] = [await open('efi'), await open('inter'), await open('sicoob')]
  const made = { charges: [], payouts: [], staticCodes, initiations: [] }
  return { apis: { efi, inter, sicoob }, merchants, ...made, renewed: new Set() }
}

export const dialect = fc.constantFrom(...dialects)
export const cents = fc.integer({ min: 100, max: 9_999 })
/** Selects one item of the diary. */
export const which = fc.nat(1_000)

export const oneOf = <Kept>(all: Kept[], index: number): Kept | undefined => all[index % all.length]
export const amountOf = (whole: number): string => `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`

export async function rowOf({ sql }: Trilho, id: string | null) {
  const [row] = await sql<{ externalId: string | null; endToEndId: string | null }[]>`
    select external_id, end_to_end_id from transactions where id = ${id}`
  return row ?? { externalId: null, endToEndId: null }
}

/** Calls the bank; null if it refuses or is unavailable. */
export const atBank = ({ bank }: Beside, path: string, body?: object) =>
  bank.control('POST', path, body).catch(() => null)

/** Why the server refuses an action; anything else is a fault. */
export function isRefusal(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.reason
}
