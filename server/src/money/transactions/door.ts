import { groupCommit } from '../../platform/db/group-commit.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import type { Attempt, Deliver } from '../webhooks/deliver.ts'
import { enqueueEvents } from '../webhooks/enqueue-events.ts'
import type { NewEvent, WebhookEvent } from '../webhooks/event.ts'
import { type Applied, type Needs, type ApplyInput, applyAll } from './apply-events.ts'
import { commitAround } from './skip-locked-merchants.ts'
import { type TransactionRequest, type NewTransaction, toRow } from './new-transaction.ts'
import { type Holding, type Opened, holdingOf, openHolding, openNew } from './open-transactions.ts'
import { type Repeatable, findRepeated, repeatableOf } from './repeated.ts'
import { birthOf } from './operations.ts'
import type { Transaction } from './transaction.ts'
import { type Write, writeWithin } from './write-within.ts'

export type { Opened } from './open-transactions.ts'
export type { Write } from './write-within.ts'

type DoorNeeds = Needs & { sql: Sql; deliver: Deliver; readMerchant: ReadMerchant }

export type Door = ReturnType<typeof transactionDoor>

/**
 * The only code that inserts or changes a transaction. Limits, cover, state, money, bank order and webhook event commit
 * together or not at all, many callers in one commit; the merchant is notified after it. Of several events for one
 * transaction the first wins, and the others see the state it left.
 */
export function transactionDoor(needs: DoorNeeds) {
  const { sql } = needs
  const on = { on: sql }
  const hold = (tx: Tx, input: Holding[]) => openHolding(needs, tx, input)
  const plain = groupCommit<Transaction, Opened>('open credit', input => openNew(sql, input), on)
  const holding = groupCommit<Holding, Opened>('open debit', (all, m) => commitAround(sql, all, m, hold), on)
  const repeated = groupCommit<Repeatable, Opened | null>('find repeated', input => findRepeated(sql, input), on)
  const apply = (tx: Tx, items: ApplyInput[]) => applyAll(tx, needs, items)
  const event = groupCommit<ApplyInput, Applied>('apply event', (all, m) => commitAround(sql, all, m, apply), on)
  const deliver = (events: readonly WebhookEvent[]): Promise<Attempt> | null => events.map(needs.deliver)[0] ?? null

  return {
    /** Opens a transaction, or returns the first one of its order id. Money out is held in the same commit, or refused. */
    async open(input: NewTransaction): Promise<Opened> {
      if (birthOf(input.operation).posting === null) return plain(toRow(input))
      return holding(await holdingOf(needs, input))
    },

    /** The transaction of the same order id; null if there is none. Read before a bank is called. */
    async findOpened(merchantId: string, request: TransactionRequest): Promise<Opened | null> {
      const input = repeatableOf(needs, await needs.readMerchant(merchantId), request)
      return input && repeated(input)
    },

    /** Applies an event to a transaction. `firstAttempt` is the result of the first call of the merchant's webhook. */
    async apply(input: ApplyInput): Promise<Applied & { firstAttempt: Promise<Attempt> | null }> {
      const applied = await event(input)
      return { ...applied, firstAttempt: deliver(applied.webhookEvents) }
    },

    /** One commit for changes of transactions and the use case's own rows; merchants are notified after it. */
    commit: async <Result>(work: (write: Write) => Promise<Result>): Promise<Result> =>
      (await commitAndNotify(work)).result,
    commitAndNotify,
  }

  /** The same, with the result of the first call of the merchant's webhook. */
  async function commitAndNotify<Result>(work: (write: Write) => Promise<Result>) {
    const { result, events } = await sql.begin(async tx => {
      const written: WebhookEvent[] = []
      const applyEach = async (input: ApplyInput[]) => {
        const results = await applyAll(tx, needs, input)
        for (const one of results) if (!(one instanceof Error)) written.push(...one.webhookEvents)
        return results
      }
      const notify = async (events: NewEvent[]) => void written.push(...(await enqueueEvents(tx, events)))
      return { result: await work(writeWithin(tx, needs, { applyEach, notify })), events: written }
    })
    return { result: result as Result, firstAttempt: deliver(events) }
  }
}
