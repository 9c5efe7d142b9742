import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { resumeMerchant, suspendMerchant } from '../../../src/tenancy/merchants/suspension.ts'
import { rotateCredentials } from '../../../src/money/rails/rotate-credentials.ts'
import type { Trilho } from '../trilho.ts'
import { unavailableToPerson } from '../../../src/money/rails/bank-faults.ts'
import { findConnection, pauseConnection } from '../../../src/money/rails/connections.ts'
import { transferToOwnAccount } from '../../../src/operations/banks/own-transfers.ts'
import { volumeSummer } from '../../../src/operations/volumes/sum-up-volumes.ts'
import { refuseWhereBankDecides } from '../../../src/products/disputes/defend-dispute.ts'
import { releaseDispute, returnDispute } from '../../../src/products/disputes/end-dispute.ts'
import { openDispute } from '../../../src/products/disputes/open-dispute.ts'
import { readDispute } from '../../../src/products/disputes/read-dispute.ts'
import { act } from './act.ts'
import {
  type Beside,
  type Diary,
  cents,
  dialect,
  idsOf,
  isRefusal,
  merchantsOf,
  oneOf,
  partnerOf,
  rowsOf,
  which,
} from './diary.ts'

export const operatorActions = {
  /** A bank replaces its credentials: the old ones are refused until an operator has changed them here. */
  'new credentials': act({
    weight: 1,
    fields: { partner: dialect },
    perform: async (beside, diary, { partner }) => {
      await beside.bank.renew(partner)
      diary.renewed.add(partner)
      await changeCredentials(beside, diary).catch(() => null)
    },
  }),

  suspend: act({
    weight: 1,
    fields: { which },
    perform: ({ trilho }, diary, input) => suspend(trilho, oneOf(merchantsOf(diary), input.which) ?? ''),
  }),
  resume: act({
    weight: 1,
    fields: { which },
    perform: ({ trilho }, diary, input) => resume(trilho, oneOf(merchantsOf(diary), input.which) ?? ''),
  }),

  'pause bank': act({
    weight: 2,
    fields: { which, isPaused: fc.boolean() },
    perform: (beside, _diary, input) => {
      const { needs } = beside.trilho
      const id = oneOf(connectionsOf(beside), input.which) ?? ''
      return pauseConnection(needs, id, input.isPaused ? needs.clock() : null)
    },
  }),

  /** Money moves between two accounts of the platform. */
  transfer: act({
    weight: 3,
    fields: { from: which, to: which, cents },
    perform: async (beside, _diary, input) => {
      const { needs } = beside.trilho
      const ids = connectionsOf(beside)
      const from = await findConnection(needs, oneOf(ids, input.from) ?? '')
      const to = await findConnection(needs, oneOf(ids, input.to) ?? '')
      // Two keys of one account are no two accounts.
      if (from === null || to === null || partnerOf(beside, from.id) === partnerOf(beside, to.id)) return
      await volumeSummer(needs)()
      const amount = BigInt(input.cents) * 10_000n
      const by = { id: null, name: 'Olga', merchantId: null, address: 'test' } as const
      const audit = { act: 'bank.transfer', subject: from.id, by, at: needs.clock(), key: needs.auditKey } as const
      await transferToOwnAccount(needs, { from, to, amount, formKey: randomUUID(), audit })
        .catch(unavailableToPerson)
        .catch(isRefusal)
    },
  }),

  /** At a bank that reports no cases an operator enters one, and has its money returned or leaves it blocked. */
  'enter case': act({
    weight: 2,
    fields: { which, cents: fc.option(cents, { freq: 2 }), isReturned: fc.boolean() },
    perform: async (beside, diary, input) => {
      const { needs } = beside.trilho
      const paid = (await rowsOf(beside.trilho, idsOf(diary.charges))).filter(
        ({ connectionId, endToEndId }) => partnerOf(beside, connectionId) !== 'efi' && endToEndId !== null,
      )
      const payment = oneOf(paid, input.which)
      if (payment === undefined) return
      const { merchantId, id: transactionId } = payment
      const amount = input.cents === null ? {} : { amount: BigInt(input.cents) * 10_000n }
      const entered = { bankReference: randomUUID(), openedBy: 'operator', reason: 'Fraud', details: null } as const
      const opened = await openDispute(needs, { merchantId, transactionId, ...amount, ...entered }).catch(isRefusal)
      if (typeof opened !== 'string' && input.isReturned)
        await returnDispute(needs, { merchantId, disputeId: opened.dispute.id }).catch(isRefusal)
    },
  }),
}

/** All of them, by id. */
export const connectionsOf = ({ connections, second }: Beside): string[] => [...Object.values(connections), second]

/** Releases the cases that their bank has left: accepted with less than they ask for. */
export async function releaseLeftCases({ trilho: { needs, sql } }: Beside): Promise<void> {
  const undecided = await sql<{ merchantId: string; id: string }[]>`
    select merchant_id, id from disputes where state in ('Open', 'Defended') order by id`
  for (const { merchantId, id } of undecided)
    await refuseWhereBankDecides(needs, await readDispute(needs, merchantId, id), 'release')
      .then(() => releaseDispute(needs, { merchantId, disputeId: id }))
      .catch(isRefusal)
}

/** Gives every connection the credentials that its bank has renewed. */
export async function changeCredentials({ trilho, bank, connections, second }: Beside, { renewed }: Diary) {
  for (const partner of renewed) {
    const { clientId, clientSecret, certificates } = await bank.settingsOf(partner)
    const [certificate] = certificates
    for (const id of partner === 'efi' ? [connections.efi, second] : [connections[partner]]) {
      const connection = await findConnection(trilho.needs, id)
      if (connection === null || certificate === undefined) throw new Error('the bank is not connected')
      await rotateCredentials(trilho.needs, connection, { clientId, clientSecret, certificate })
    }
    renewed.delete(partner)
  }
}

/** Already in this state: nothing to do. */
const suspend = ({ needs }: Trilho, merchantId: string) =>
  suspendMerchant(needs, { merchantId, reason: 'Looked into', by: 'Olga' }).catch(isRefusal)
export const resume = ({ needs }: Trilho, merchantId: string) => resumeMerchant(needs, merchantId).catch(isRefusal)
