import { type Day, dayOf } from '../../platform/brazil/sao-paulo.ts'
import type { OrderRunner } from '../../money/bank-orders/run-orders.ts'
import { groupCommit } from '../../platform/db/group-commit.ts'
import { isWrittenAlready } from '../../platform/db/database-faults.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { InvalidRequest } from '../../platform/http/errors.ts'
import type { Metadata } from '../../platform/http/schemas.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { Audit } from '../../tenancy/audit-log/act.ts'
import { recordAudit } from '../../tenancy/audit-log/record-audit.ts'
import { clockOf } from '../../tenancy/merchants/merchant-clock.ts'
import type { ReadMerchant } from '../../tenancy/merchants/read-merchant.ts'
import { refuseSuspended } from '../../tenancy/merchants/suspension.ts'
import type { RailsOf } from '../../money/rails/rails-of.ts'
import type { Door, Opened, Write } from '../../money/transactions/door.ts'
import { type NewTransaction, type Webhook, onceOf, webhookFor } from '../../money/transactions/new-transaction.ts'
import type { OnceKey } from '../../money/transactions/order-key.ts'
import { checkWebhookAddress } from '../../money/webhooks/address-guard.ts'
import { type Noted, askBanks, chargeWritten, dueCharges } from '../pix/register-charge.ts'
import { datesOf } from './asked-change.ts'
import { type Bill, type BillMethod, type Boleto, endOf, noBoleto, notPaid } from './bill.ts'
import { orderRegistrations, prepareBoleto, problemsOfMethods, registrationOf } from './boletos/prepare-boleto.ts'
import { nowFor, readBill } from './read-bill.ts'
import { type Payer, type PayerForm, payerAtBank, readCustomerPayer, readNamed, wrongDocument } from './read-payer.ts'
import { type BillForm, pastDue, problemsOfTerms, refuseToday, termsOf } from './read-terms.ts'
import { insertBills } from './sql.ts'

/** `audit`: a person asks for it. */
export type NewBill = {
  transaction: NewTransaction
  bill: Bill
  /** It can be paid by boleto, too: its bank registers it by order. */
  boleto?: Boleto | undefined
  audit?: Audit | undefined
} & Noted
export type OpenBill = (bill: NewBill) => Promise<Opened>

/** Opens bills with their transactions, many callers in one commit; one that a person asks for in a commit with its entry. */
export function billOpener({ sql, door }: { sql: Sql; door: Pick<Door, 'commit'> }): OpenBill {
  const openTogether = groupCommit<NewBill, Opened>('open bill', all => openNewBills(door, all), { on: sql })
  return async bill => {
    if (bill.audit === undefined) return openTogether(bill)
    const [opened] = await door.commit(write => openBills(write, [bill]))
    if (opened === undefined || opened instanceof Error) throw opened ?? new Error('no bill was opened')
    return opened
  }
}

/** Repeats were found before, so all are new; only if two requests with one order id came at once, each is checked. */
async function openNewBills(door: Pick<Door, 'commit'>, all: readonly NewBill[]): Promise<Array<Opened | Error>> {
  try {
    return await door.commit(async write => {
      const opened = write.openNew(all.map(({ transaction }) => transaction))
      await Promise.all([opened, writeBills(write.tx, all)])
      return opened
    })
  } catch (error) {
    if (!isWrittenAlready(error)) throw error
    return door.commit(write => openBills(write, all))
  }
}

/** Opens bills with their transactions; a refusal is returned in its place. */
export async function openBills(write: Write, all: readonly NewBill[]): Promise<Array<Opened | Error>> {
  const opened = await write.openEach(all.map(one => one.transaction))
  const isNew = (one: Opened | Error | undefined) => one !== undefined && !(one instanceof Error) && !one.replayed
  const made = all.filter((_, i) => isNew(opened[i]))
  if (made.length > 0) await writeBills(write.tx, made)
  for (const { audit } of made) await recordAudit(write.tx, audit)
  return opened
}

const writeBills = (tx: Tx, made: readonly NewBill[]) =>
  Promise.all([
    insertBills(
      tx,
      made.map(({ bill }) => bill),
    ),
    orderRegistrations(
      tx,
      made.flatMap(({ boleto }) => boleto ?? []),
    ),
  ])

export type Needs = {
  sql: Sql
  isSandbox: boolean
  clock: () => Date
  railsOf: RailsOf
  sweepAlarmMs: number
  readMerchant: ReadMerchant
  door: Door
  bankOrders: Pick<OrderRunner, 'tryNow'>
}

export type MakeBillInput = BillForm & {
  merchantId: string
  keyId: string | null
  payer: PayerForm | null
  customerId: string | undefined
  methods?: readonly BillMethod[] | undefined
  /** Money from another document than the payer's is returned. */
  onlyThisPayer?: boolean | undefined
  description: string | undefined
  orderId: string | undefined
  metadata: Metadata | undefined
  webhook: Webhook | null
  idempotencyKey: OnceKey | undefined
  /** What it is part of: a repeat is part of the same. */
  partOf?: unknown
}

/** The entry of a person's bill, by its id. */
type AuditOfBill = (id: string) => Audit

/** Registers a bill at the merchant's bank, then writes it. Repeated under its order id or key, it is the first one again. */
export async function makeBill(needs: Needs & { openBill: OpenBill }, input: MakeBillInput, audit?: AuditOfBill) {
  const { merchantId } = input
  const asked = readRequest(needs, input, (await nowFor(needs, merchantId)).today)
  const earlier = await needs.door.findOpened(merchantId, asked.requested)
  if (earlier !== null) return { bill: await readBill(needs, merchantId, earlier.transaction.id), replayed: true }
  const made = await registerBill(needs, await checkBill(needs, asked))
  const { transaction, replayed } = await needs.openBill({ ...made, audit: audit?.(made.bill.id) })
  await chargeWritten(needs, made)
  if (made.boleto !== undefined && !replayed) await needs.bankOrders.tryNow(registrationOf(made.boleto))
  const bill =
    replayed || made.boleto !== undefined
      ? await readBill(needs, merchantId, transaction.id)
      : { ...transaction, ...made.bill, ...noBoleto }
  return { bill, replayed }
}

/**
 * What a request asks for, in the right form; nothing is looked up. All that is wrong is reported at once, what is wrong only
 * today too: by itself that is refused later, because a repeat is the same request on another day.
 */
export function readRequest(needs: Pick<Needs, 'isSandbox'>, input: MakeBillInput, today: Day) {
  const { customerId, webhook, idempotencyKey, ...form } = input
  if (webhook !== null) checkWebhookAddress(webhook.url, needs.isSandbox)
  const { named, problems: ofPayer, refusal } = readNamed(input)
  const problems = [...ofPayer, ...problemsOfTerms(form), ...problemsOfMethods(input)]
  if (problems.length > 0 || refusal !== null) {
    const all = [...problems, ...pastDue(form.dueDate, today)]
    if (refusal !== null && all.length === 0) throw refusal
    throw new InvalidRequest([...all, ...(refusal === null ? [] : [wrongDocument(input.payer)])])
  }
  const terms = termsOf(form)
  const { amount, dueDate, payableDaysAfterDue, lines, fine, interest, rebate, discount, partOf } = form
  const { onlyThisPayer = false, methods = [] } = form
  const withBoleto = methods.includes('boleto')
  const storedTerms = { fine, interest, rebate, discount }
  const asked = {
    operation: 'pixBill',
    amount,
    editable: false,
    counterparty: named?.counterparty ?? null,
    order: { orderId: input.orderId, orderDescription: input.description, metadata: input.metadata },
    webhook,
    idempotencyKey,
    onlyThisPayer,
    hashedFields: [
      {
        dueDate,
        payableDaysAfterDue,
        storedTerms,
        lines,
        customerId,
        contact: named?.contact,
        partOf,
        ...(onlyThisPayer && { onlyThisPayer }),
        ...(withBoleto && { methods: ['pix', 'boleto'] }),
      },
    ],
  } as const
  return { input, named, terms, storedTerms, requested: { ...asked, once: onceOf(asked) } }
}

type BillRequested = ReturnType<typeof readRequest>

/** Looks up who is to pay, and refuses what cannot be billed today. */
export async function checkBill(needs: Needs, asked: BillRequested) {
  const { merchantId, customerId } = asked.input
  // After the look-up of a repeat: it is the same request, whatever has become of the customer since.
  const payer = asked.named ?? (await readCustomerPayer(needs, merchantId, customerId ?? ''))
  const merchant = await needs.readMerchant(merchantId)
  refuseSuspended(merchant)
  const createdAt = clockOf(needs, merchant)
  const today = dayOf(createdAt)
  refuseToday(asked.terms, today)
  return { ...asked, payer, merchant, createdAt }
}

export type CheckedBill = Awaited<ReturnType<typeof checkBill>>

/**
 * Registers a checked bill at the merchant's bank; the caller writes it, and then calls `chargeWritten`. `isOnItsOwn`: a
 * charge that another call of the same request may have made is not taken over.
 */
export async function registerBill(
  needs: Needs,
  checked: CheckedBill,
  { isOnItsOwn } = { isOnItsOwn: false },
): Promise<NewBill> {
  const { input, terms, storedTerms, requested, payer, merchant, createdAt } = checked
  const { merchantId, keyId, customerId, webhook } = input
  const { counterparty, contact } = payer
  const dates = datesOf(terms)
  const once = isOnItsOwn ? never : requested.once
  const request = {
    ...dueAtBank(checked, payer),
    merchant,
    once,
    onlyThisPayer: input.onlyThisPayer ?? false,
    transactionId: uuidv7(createdAt.getTime()),
  }
  const boleto = input.methods?.includes('boleto')
    ? await prepareBoleto(needs, { ...request, createdAt, isCustomer: customerId !== undefined })
    : undefined
  const { isNoted, ...charge } =
    boleto === undefined
      ? await askBanks(needs, dueCharges, request)
      : { id: boleto.id, connectionId: boleto.connectionId, expiresAt: request.expiresAt, isNoted: false }
  const bill: Bill = {
    merchantId,
    id: charge.id,
    dueDate: terms.dueDate,
    payableDaysAfterDue: terms.payableDaysAfterDue,
    ...dates,
    terms: storedTerms,
    lines: input.lines,
    payerContact: contact,
    revision: 0,
    changes: unchanged,
    askedChange: null,
    ...notPaid,
  }
  const transaction = {
    ...requested,
    ...charge,
    counterparty,
    webhook: webhook ?? webhookFor(noWebhook, merchant),
    ...(customerId !== undefined && { customerId }),
    merchant,
    keyId,
    createdAt,
    ...(boleto !== undefined && { isAsked: true }),
  }
  return { merchantId, bill, boleto, transaction, isNoted, once }
}

const unchanged: Bill['changes'] = []

/** A bill as its bank gets it. */
export const dueAtBank = ({ input, terms }: Pick<BillRequested, 'input' | 'terms'>, payer: Payer) => ({
  ...terms,
  payer: payerAtBank(payer),
  message: input.description ?? null,
  expiresAt: endOf(datesOf(terms).payableUntil),
})

const never = { idempotencyKey: null, requestHash: null }
const noWebhook = { webhookUrl: null, webhookHeaderName: null, webhookHeaderValue: null }
