import { type Sql, type Tx, rows } from '../../../platform/db/db.ts'
import { perMerchant } from '../../../platform/db/per-merchant.ts'
import type { Boleto } from '../bill.ts'

export const insertBoletos = (tx: Tx, boletos: Boleto[]) =>
  perMerchant(
    tx,
    boletos,
    (some, own) => tx`
      insert into boletos (merchant_id, id, connection_id, our_number, bank_number, barcode, txid, created_at)
      select ${own.id}, id, connection_id, our_number, bank_number, barcode, txid, created_at
        from ${own.place} json_populate_recordset(null::boletos, ${rows([...some])}::text::json)`,
  )

export const selectBoleto = async (sql: Sql | Tx, merchantId: string, id: string): Promise<Boleto | undefined> => {
  const [boleto] = await sql<Boleto[]>`select * from boletos where merchant_id = ${merchantId} and id = ${id}`
  return boleto
}

/** Of all merchants: a bank knows none. */
export const selectBoletoByNumber = async (sql: Sql, connectionId: string, ourNumber: string) => {
  const [boleto] = await sql<Boleto[]>`
    select * from boletos where our_number = ${ourNumber} and connection_id = ${connectionId}`
  return boleto
}

export const selectBoletoByTxid = async (sql: Sql, connectionId: string, txid: string) => {
  const [boleto] = await sql<Boleto[]>`select * from boletos where txid = ${txid} and connection_id = ${connectionId}`
  return boleto
}

type Registered = Pick<Boleto, 'merchantId' | 'id' | 'bankNumber' | 'barcode' | 'txid'>

export const updateBoleto = (tx: Tx, { merchantId, id, bankNumber, barcode, txid }: Registered) => tx`
  update boletos set bank_number = ${bankNumber}, barcode = ${barcode}, txid = ${txid}
   where merchant_id = ${merchantId} and id = ${id}`
