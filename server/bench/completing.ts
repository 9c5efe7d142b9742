import { parseAmount } from '../src/platform/brazil/money.ts'
import { uuidv7 } from '../src/platform/lib/uuid.ts'
import type { Merchant } from '../src/tenancy/merchants/read-merchant.ts'
import { simulatedParticipant } from '../src/money/rails/simulator/test-data.ts'
import { inProcess } from './measure.ts'
import { type Load, inGroups } from './scenario.ts'
import type { World } from './world.ts'

type Opened = { merchantId: string; id: string }

/** A cash-in before it is paid. */
export async function openCashIn(world: World, merchant: Merchant, webhookUrl: string): Promise<Opened> {
  const at = new Date()
  const id = uuidv7(at.getTime())
  await world.needs.door.open({
    id,
    operation: 'pixCashIn',
    merchant,
    connectionId: null,
    amount: parseAmount('10.50'),
    editable: false,
    counterparty: null,
    order: {},
    webhook: { url: webhookUrl },
    idempotencyKey: undefined,
    hashedFields: [],
    createdAt: at,
    expiresAt: null,
  })
  return { merchantId: merchant.id, id }
}

export const payCashIn = (world: World, opened: Opened) =>
  world.needs.door.apply({
    ...opened,
    event: {
      kind: 'paid',
      amount: parseAmount('10.50'),
      participant: simulatedParticipant('Maria', '52998224725'),
      endToEndId: 'E9999999920261115120000000000000',
    },
  })

/** Calls the door directly: the cost of a bank's result without waiting for the merchant's webhook. */
export async function completing(world: World): Promise<Omit<Load, 'runFloor'>> {
  const merchants = await Promise.all(Array.from({ length: 8 }, () => world.newMerchant()))
  const opened: Opened[] = []
  return {
    beforeRound: () => {
      const owners = merchants.flatMap(({ merchant }) => Array.from({ length: 4_000 }, () => merchant))
      return inGroups(owners, 500, async merchant =>
        opened.push(await openCashIn(world, merchant, 'http://127.0.0.1:9/')),
      )
    },
    run: () =>
      inProcess(async () => {
        const next = opened.pop()
        if (next === undefined) throw new Error('all were completed: make more')
        await payCashIn(world, next)
      }),
  }
}
