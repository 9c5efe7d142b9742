import { batchesOf, payoutRow, payoutRows, unknownKey } from '../kit/payout-batches.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'

const newBatches = async ({ needs, newMerchant }: Trilho) => batchesOf(await newMerchant({ balance: '100' }), needs)

export async function batchWalks(trilho: Trilho): Promise<Walks> {
  const batches = await newBatches(trilho)
  const pending = async () => (await batches.make(payoutRows(1))).id
  const running = () => after('approve')
  const after = async (act: 'approve' | 'reject' | 'cancel') => {
    const id = await pending()
    await batches[act](id)
    return id
  }
  return {
    walks: {
      'nothing ask': pending,
      'Pending approve': running,
      'Pending reject': () => after('reject'),
      'Pending cancel': () => after('cancel'),
      'Running complete': async () => (await batches.pay(await pending())).id,
      'Running stop': async () => {
        const id = await running()
        await batches.stop(id)
        return id
      },
    },
  }
}

export async function batchRowWalks(trilho: Trilho): Promise<Walks> {
  const batches = await newBatches(trilho)
  const rowOf = async (batchId: string): Promise<string> =>
    (await trilho.sql<{ id: string }[]>`select id from payout_batch_rows where batch_id = ${batchId}`)[0]?.id ?? ''
  const paid = async (row: object) => rowOf((await batches.pay((await batches.make([row])).id)).id)
  return {
    walks: {
      'nothing ask': async () => rowOf((await batches.make([payoutRow('1')])).id),
      'Waiting make': () => paid(payoutRow('1')),
      'Waiting refuse': () => paid(payoutRow('1', unknownKey)),
    },
  }
}
