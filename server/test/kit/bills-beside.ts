import { expect } from 'vitest'
import { assignConnection } from '../../src/tenancy/merchants/set-terms.ts'
import { dayOf } from '../../src/platform/brazil/sao-paulo.ts'
import type { Api } from './api-client.ts'
import type { RealBank } from './real-bank.ts'
import type { Trilho } from './trilho.ts'

/** Bills at a server beside a bank. `usual`: what they are, unless a test says otherwise. */
export function billsBeside({ newMerchant, needs, sql }: Trilho, bank: RealBank, usual: () => object) {
  async function merchantAt(connectionId: string) {
    const api = await newMerchant()
    await assignConnection(needs, { merchantId: api.merchantId, connectionId })
    return api
  }

  async function make(api: Api, more: object = {}) {
    const { status, body } = await api.post('/bills', { ...usual(), ...more })
    expect([status, body]).toMatchObject([201, {}])
    return body.data
  }

  const txidOf = async ({ id }: { id: string }): Promise<string> => {
    const [row] = await sql<{ externalId: string }[]>`select external_id from transactions where id = ${id}`
    return row?.externalId ?? ''
  }

  type Charge = { txid: string; status: string; amount: string; due: { dueDate: string } }
  /** The bill's charge, as the bank has it. */
  async function chargeAtBank(bill: { id: string }) {
    const txid = await txidOf(bill)
    const rows: Charge[] = await bank.control('GET', '/charges?all')
    return rows.find(row => row.txid === txid)
  }

  return {
    today: () => dayOf(needs.clock()),
    merchantAt,
    make,
    read: async (api: Api, { id }: { id: string }) => (await api.get(`/bills/${id}`)).body.data,
    txidOf,
    chargeAtBank,
  }
}
