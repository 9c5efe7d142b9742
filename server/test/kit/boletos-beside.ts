import { expect } from 'vitest'
import { processCallbacks } from '../../src/operations/banks/callbacks.ts'
import { businessDayFrom } from '../../src/platform/brazil/business-days.ts'
import { addDays } from '../../src/platform/brazil/sao-paulo.ts'
import type { Api } from './api-client.ts'
import { billsBeside } from './bills-beside.ts'
import { type RealBank, sharedTime } from './real-bank.ts'
import { type Trilho, cpf } from './trilho.ts'

/** Those that register boletos. */
export const boletoDialects = ['inter', 'sicoob', 'efi'] as const
export type BoletoDialect = (typeof boletoDialects)[number]

type Row = { id: string; state: string; barcode: string; txid: string; ownNumber: string; partner: string }

/** Bills that are paid by boleto or by Pix, at a server beside a bank. */
export function boletosBeside(trilho: Trilho, bank: RealBank) {
  const { needs, sql } = trilho
  const { passTime, sweep } = sharedTime(trilho, bank)
  const bills = billsBeside(trilho, bank, () => request())
  const { make, read, today } = bills

  const request = (more: object = {}) => ({
    payer: {
      name: 'Maria da Silva',
      cpf: cpf.maria,
      address: { street: 'Rua A, 1', district: 'Boa Vista', city: 'Recife', state: 'PE', postalCode: '50010-000' },
    },
    amount: '100.00',
    dueDate: businessDayFrom(addDays(today(), 10)),
    methods: ['pix', 'boleto'],
    webhook: { url: 'https://hooks.example.invalid/hook' },
    ...more,
  })

  const atBank = (): Promise<Row[]> => bank.control('GET', '/boletos')
  const boletoOf = async ({ boleto }: { boleto: { barcode: string } }) =>
    (await atBank()).find(({ barcode }) => barcode === boleto.barcode) as Row

  /** Banks report what was paid with some delay. */
  async function settle() {
    await passTime(300)
    for (let round = 0; round < 3; round++) {
      await processCallbacks(needs)
      await needs.bankOrders.stepAndWait()
      await sweep()
    }
  }

  /** Registered, also where its bank takes its time. */
  const registered = async (api: Api, more: object = {}) => untilRegistered(api, await make(api, more))

  async function untilRegistered(api: Api, made: { id: string }) {
    await expect
      .poll(async () => {
        await needs.bankOrders.stepAndWait()
        await passTime(10)
        return (await read(api, made)).transactionState
      })
      .toBe('Registered')
    return read(api, made)
  }

  const numberOf = async ({ id }: { id: string }): Promise<string> =>
    (await sql<{ ourNumber: string }[]>`select our_number from boletos where id = ${id}`)[0]?.ourNumber ?? ''

  /** What the bank has under the number of a bill, newest first. */
  async function boletosOf(bill: { id: string }) {
    const ourNumber = await numberOf(bill)
    return (await atBank()).filter(({ ownNumber }) => ownNumber === ourNumber)
  }

  async function onlyOf(bill: { id: string }) {
    const [boleto, ...others] = await boletosOf(bill)
    if (boleto === undefined || others.length > 0) throw new Error('the bank has not one boleto')
    return boleto
  }

  const pay = ({ id }: { id: string }, more: object = {}) => bank.control('POST', `/boletos/${id}/pay`, more)
  const settleAtBank = ({ id }: { id: string }) => bank.control('POST', `/boletos/${id}/settle`)

  /** By the code that is on it, although it may be paid; the end-to-end id. */
  const payByPix = async ({ partner, txid }: Row): Promise<string> =>
    (await bank.control('POST', `/charges/${partner}/${txid}/pay`, { again: true })).pix[0].endToEndId

  async function sweepForHours() {
    for (let round = 0; round < 3; round++) {
      await processCallbacks(needs)
      await needs.bankOrders.stepAndWait()
      // The first only orders the report that some banks have on what was paid.
      await sweep()
      await sweep()
      await passTime(3_600)
    }
  }

  /** Some banks say only after the day of a credit that the money is there. */
  async function sweepNextDay() {
    await passTime(86_400)
    await sweepForHours()
  }

  /** What is kept for a person of the boletos of a bill. */
  const keptFor = async (bill: { id: string }) =>
    sql<{ merchantId: string; id: string; amount: bigint; code: string }[]>`
      select e.merchant_id, e.id, t.amount, e.said->>'code' as code
        from transactions t join bank_exceptions e on e.transaction_id = t.id
       where t.end_to_end_id like ${`BOLETO${await numberOf(bill)}%`} and e.state = 'Open'`

  return {
    ...bills,
    passTime,
    request,
    atBank,
    boletoOf,
    settle,
    registered,
    untilRegistered,
    numberOf,
    boletosOf,
    onlyOf,
    pay,
    settleAtBank,
    payByPix,
    sweepForHours,
    sweepNextDay,
    keptFor,
  }
}
