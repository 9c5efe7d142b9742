import { readAccessKey } from '../../tenancy/access-keys/access-key.ts'
import { parseAmount } from '../../platform/brazil/money.ts'
import { addDays, dayOf, startOfDay } from '../../platform/brazil/sao-paulo.ts'
import { listReceivers } from '../../products/company-payments/receivers/list-receivers.ts'
import { listAccounts } from '../../products/company-payments/receivers/read-receiver.ts'
import { createRequest } from '../../products/company-payments/requests/create-request.ts'
import { approveRequest } from '../../products/company-payments/requests/decide-request.ts'
import { madeOnce } from '../../platform/db/server-secret.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import { readPersonByEmail } from '../../tenancy/people/find-person.ts'
import { createCashIn } from '../../products/pix/create-cash-in.ts'
import { recordForcedReturn } from '../../money/refunds/force-return.ts'
import { indexAgain } from '../../products/transaction-search/terms/index-transactions.ts'
import { transactionDoor } from '../../money/transactions/door.ts'
import { listTransactions } from '../../money/transactions/list-transactions.ts'
import type { Transaction } from '../../money/transactions/transaction.ts'
import type { SandboxFile } from './demo-data.ts'
import { demoDays, payers, prices, reasons, rounds, supplier, vary } from './demo-month-plan.ts'
import { simulations } from './simulate.ts'

type Needs = Parameters<typeof transactionDoor>[0] &
  Parameters<typeof listTransactions>[0] &
  Parameters<typeof createCashIn>[0] &
  Parameters<typeof createRequest>[0] &
  Parameters<typeof simulations.complete>[0] &
  Parameters<typeof madeOnce>[0]

/** Gives the first demo merchant a month of payments, by the door and a moving clock. Once per database. */
export const makeDemoMonth = (needs: Needs, file: SandboxFile): Promise<{ made: number }> =>
  madeOnce(needs, 'demo month', async () => {
    const { merchantId, id: keyId } = readAccessKey(file.accessKey) ?? { merchantId: '', id: '' }
    const newest = { merchantId, type: undefined, limit: 1, offset: 0, cursor: undefined }
    if ((await listTransactions(needs, newest)).items.length > 0) return { made: 0 }

    const owner = await readPersonByEmail(needs, file.portal.merchant.email)
    const approver = await readPersonByEmail(needs, file.portal.approver.email)
    const made = await liveThrough(needs, { merchantId, keyId, owner, approver })
    await indexAgain(needs, merchantId)
    await notifyLast(needs, { merchantId, keyId, url: file.url })
    return { made }
  })

type Somebody = { id: string; name: string }
type Who = { merchantId: string; keyId: string; owner: Somebody; approver: Somebody }

async function liveThrough(needs: Needs, who: Who): Promise<number> {
  const now = needs.clock()
  let at = now
  const clock = () => at
  const then = { ...needs, clock, door: transactionDoor({ ...needs, clock }) }
  let number = 1000
  for (let back = demoDays; back >= 0; back--) {
    const midnight = startOfDay(addDays(dayOf(now), -back)).getTime()
    const until = (hour: number, minute = 0) => {
      at = new Date(midnight + (hour * 60 + minute) * 60_000)
      return at < now
    }
    for (const [round, hour] of rounds.entries()) {
      if (!until(hour, (back * 7) % 40)) break
      const numbers = Array.from({ length: 1 + vary(back * rounds.length + round, 5) }, () => ++number)
      const opened = await Promise.all(numbers.map(one => openCharge(then, who, one)))
      if (!until(hour, ((back * 7) % 40) + 4)) break
      // One in thirteen is never paid.
      const end = (t: Transaction, index: number) =>
        simulations[(number - index) % 13 === 0 ? 'cancel' : 'complete'](then, t, {})
      const ended = await Promise.all(opened.map(end))
      const paid = ended.map(({ transaction }) => transaction).find(({ state }) => state === 'Completed')
      if (round === 1 && back % 3 === 0 && paid !== undefined && until(hour, 55)) await giveBack(then, who, paid, back)
    }
    if (back % 5 === 2 && until(16)) await payOut(then, who, back)
    if ((back === 21 || back === 8 || back === 1) && until(17)) await payCompany(then, who, back)
  }
  return number - 1000
}

async function openCharge(then: Needs, { merchantId, keyId }: Who, number: number): Promise<Transaction> {
  const { name, cpf } = payers[vary(number, payers.length)] ?? { name: 'Maria da Silva', cpf: '52998224725' }
  const { transaction } = await createCashIn(then, {
    merchantId,
    keyId,
    amount: parseAmount(prices[vary(number * 3, prices.length)] ?? '18.90'),
    editable: false,
    payer: { name, cpf },
    // Beyond today: workers go by the true clock, and would end it before it is paid.
    expiresInSeconds: (demoDays + 2) * 86_400,
    order: { orderId: `pedido-${number}`, orderDescription: 'Encomenda da padaria' },
    webhook: null,
    idempotencyKey: undefined,
  })
  return transaction
}

/** Part of a payment, or all of it, by the owner in the portal or by the shop's program. */
async function giveBack(then: Needs, { merchantId, keyId, owner }: Who, { id, amount }: Transaction, back: number) {
  const isByPerson = back % 2 === 0
  await recordForcedReturn(then, {
    merchantId,
    id,
    amount: back % 9 === 0 ? null : (amount / 3n / 10_000n) * 10_000n,
    requestedBy: isByPerson ? { by: 'person', personId: owner.id, name: owner.name } : { by: 'key', keyId },
    reason: reasons[(back / 3) % reasons.length] ?? null,
  })
}

async function payOut(then: Needs, { merchantId, keyId }: Who, back: number): Promise<void> {
  const merchant = await then.readMerchant(merchantId)
  const createdAt = then.clock()
  const { transaction } = await then.door.open({
    id: uuidv7(createdAt.getTime()),
    operation: 'pixCashOut',
    merchant,
    connectionId: (await then.railsOf(merchant.chargeConnections[0] ?? null)).connectionId,
    amount: parseAmount(String(180 + back * 23)),
    editable: false,
    counterparty: { name: supplier.name, cpf: supplier.cpf, cnpj: null },
    order: { orderId: `envio-${back}`, orderDescription: 'Comissão de entregas' },
    webhook: null,
    idempotencyKey: undefined,
    keyId,
    hashedFields: [],
    pixKey: supplier.email,
    pixKeyType: 'EMAIL',
    createdAt,
    expiresAt: null,
  })
  await simulations.register(then, transaction, {})
  // One comes back: the bank could not pay it.
  await simulations[back === 12 ? 'error' : 'complete'](then, transaction, {})
}

/** Requested by the owner and approved by another person; the newest still awaits approval. */
async function payCompany(then: Needs, { merchantId, owner, approver }: Who, back: number): Promise<void> {
  const [receiver] = (await listReceivers(then, { merchantId, status: 'Approved', limit: 1, offset: 0 })).items
  if (receiver === undefined) return
  const [account] = await listAccounts(then, { merchantId, receiverId: receiver.id, limit: 1, offset: 0 })
  const { request } = await createRequest(then, {
    merchantId,
    amount: parseAmount(String(640 + back * 15)),
    description: 'Farinha de trigo',
    receiverId: receiver.id,
    accountId: account?.id ?? '',
    requestedBy: { id: owner.id, name: owner.name, realm: 'Partner' },
    idempotencyKey: undefined,
  })
  if (back === 1) return
  const by = { id: approver.id, name: approver.name, realm: 'Partner' } as const
  await approveRequest(then, { merchantId, requestId: request.id, by, comment: 'Nota conferida' })
  const transaction = await then.readTransaction(merchantId, request.transactionId)
  for (const step of ['register', 'complete'] as const) await simulations[step](then, transaction, {})
}

/** The last payments call a webhook, as real ones do: one URL accepts everything, the other does not answer. */
async function notifyLast(
  needs: Needs,
  { merchantId, keyId, url }: Pick<Who, 'merchantId' | 'keyId'> & { url: string },
) {
  for (const [index, address] of [`${url}/sandbox/hooks`, 'http://127.0.0.1:9/pedidos'].entries()) {
    const { transaction } = await createCashIn(needs, {
      merchantId,
      keyId,
      amount: parseAmount(prices[index] ?? '18.90'),
      editable: false,
      payer: { name: 'Maria da Silva', cpf: '52998224725' },
      expiresInSeconds: undefined,
      order: { orderId: `pedido-agora-${index + 1}`, orderDescription: 'Encomenda da padaria' },
      webhook: { url: address },
      idempotencyKey: undefined,
    })
    await simulations.complete(needs, transaction, {})
  }
}
