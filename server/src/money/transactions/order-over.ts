import type { Outcome } from '../bank-orders/run-orders.ts'
import type { Door, Write } from './door.ts'

/** The last step of a bank order: what it writes commits with the end of the order, unless another worker ended it first. */
export const orderOver = (door: Pick<Door, 'commit'>, work: (write: Write) => Promise<unknown>): Outcome => ({
  step: 'over',
  write: finish =>
    door.commit(async write => {
      if (await finish(write.tx)) await work(write)
    }),
})
