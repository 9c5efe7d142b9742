import { textOfPdf } from '../../../test/kit/pdf-text.ts'
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { chooseLanguage, languages } from '../../platform/http/languages.ts'
import { publicAddresses } from '../../platform/http/public-addresses.ts'
import type { Refund } from '../../money/refunds/read-refunds.ts'
import { readReceipt, receiptOf } from './read-receipt.ts'
import { receiptPage } from '../../edges/pages/receipt/receipt-page.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { receiptLines } from './texts.ts'
import type { ReadTransaction } from '../../money/transactions/transaction.ts'

/** No receipt but one with refunds asks the database itself. */
const noSql = undefined as unknown as Sql

const cpf = '52998224725'
const merchantId = '019832ab-0000-7000-8000-000000000001'

const merchant = {
  id: merchantId,
  name: 'Padaria Pão & Café Ltda',
  taxNumber: '12345678000195',
  city: 'São Paulo',
  accountNumber: '1',
  chargeFixed: 0n,
  chargeRate: 0n,
  webhookSecret: '',
  webhookPreviousSecret: null,
  state: 'Active' as const,
  suspendedAt: null,
  suspendedBy: null,
  suspensionReason: null,
  resumedAt: null,
  clockAheadSeconds: 0,
  hasFaults: false,
  webhookPreviousSecretUntil: null,
  approversNeeded: 1,
  operatorApprovesAbove: null,
  cashOutLimit: null,
  cashOutDailyLimit: null,
  companyPaymentLimit: null,
  companyPaymentDailyLimit: null,
  nightLimit: null,
  recipientDailyLimit: null,
  newRecipientLimit: null,
  keyDailyLimit: null,
  nightFrom: 20,
  nightUntil: 6,
  newRecipientHours: 24,
  raisedLimits: null,
  limitsRaisedAt: null,
  reserveRate: null,
  reserveAmount: null,
  reserveDays: 0,
  apiPayoutApprovalAbove: null,
  newKeyLimit: null,
  restrictsRecipients: false,
  loosenedRules: null,
  rulesLoosenedAt: null,
  limitsSetAt: new Date(0),
  webhookSecretSetAt: new Date(0),
  createdAt: new Date(0),
  webhookUrl: null,
  webhookEvents: [],
  chargeConnections: [],
  payoutConnections: [],
  initiationConnections: [],
  allowsSecondCharge: false,
  allowsUnknownKeyOwner: false,
  hasErasedKeys: false,
  number: 1,
}

const participant = {
  bankCode: '001',
  bankIspb: '00000000',
  bankName: 'Banco do Brasil S.A.',
  accountAgency: '0001',
  accountNumber: '1234567',
  accountDigit: '8',
  accountType: 'CheckingAccount',
  name: 'Maria Aparecida de Souza',
  taxNumber: cpf,
} as const

const transaction: ReadTransaction & { completedAt: Date } = {
  merchantId,
  id: '019832ab-7c1e-7d43-9b2f-1e5a6c7d8e9f',
  operation: 'pixCashIn',
  state: 'Completed',
  amount: 1_000_000n,
  editable: true,
  paidAmount: 1_234_560_000n,
  chargeFixed: 0n,
  chargeRate: 0n,
  charges: 0n,
  orderId: 'PED-123',
  orderDescription: 'Assinatura anual',
  idempotencyKey: null,
  requestHash: null,
  counterparty: { name: 'Maria', cpf, cnpj: null },
  pixKey: null,
  pixKeyType: null,
  qrCode: null,
  redirectUrl: null,
  participant,
  externalId: null,
  endToEndId: 'E0000000020260721173005abcDEF123',
  webhookUrl: 'https://example.com',
  webhookHeaderName: null,
  webhookHeaderValue: null,
  createdAt: new Date('2026-07-21T17:00:00Z'),
  registeredAt: null,
  completedAt: new Date('2026-07-22T01:30:05Z'),
  cancelledAt: null,
  refundedAt: null,
  reversedAt: null,
  errorAt: null,
  errorCause: null,
  bankWords: null,
  expiresAt: null,
  deliveryStatus: null,
  deliveryTime: null,
  events: 1,
  refundedAmount: 0n,
  refundingAmount: 0n,
  disputedAmount: 0n,
  keyId: null,
  connectionId: null,
  paymentLinkId: null,
  customerId: null,
  metadata: null,
  onlyThisPayer: false,
}

const addresses = publicAddresses(
  { current: 'a secret of at least 32 characters', previous: null },
  () => 'https://pay.example',
)
const address = addresses.receipt(merchantId, transaction.id)

const receiptWith = (changes: Partial<typeof transaction> = {}, isSandbox = false, refunds: Refund[] = []) =>
  receiptOf({ ...transaction, ...changes }, merchant, { address, refunds, isSandbox })

const refundOf = (amount: bigint, day: number, state: Refund['state'] = 'Completed'): Refund => ({
  merchantId,
  transactionId: transaction.id,
  id: `refund ${day}`,
  amount,
  askedAmount: amount,
  state,
  cause: null,
  requestedBy: { by: 'bank' },
  reason: null,
  createdAt: new Date(`2026-07-${day}T12:00:00Z`),
  endedAt: new Date(`2026-07-${day}T12:00:00Z`),
})

/** R$ 200 and R$ 34.56 of R$ 1,234.56 came back; a third refund failed. */
const partly = receiptWith({ refundedAt: new Date('2026-07-24T12:00:00Z'), refundedAmount: 234_560_000n }, false, [
  refundOf(200_000_000n, 23),
  refundOf(34_560_000n, 24),
  refundOf(99_000_000n, 25, 'Failed'),
])

const payerNamed = (name: string) => receiptWith({ participant: { ...participant, name } })
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

const needsWith = (found: ReadTransaction | null) => ({
  sql: noSql,
  addresses,
  isSandbox: false,
  readMerchant: async () => merchant,
  readTransaction: async () => {
    if (found === null) throw new ApiError('TransactionNotFound')
    return found
  },
})

test('a receipt says who paid whom how much and when, in Portuguese and Brasília time', () => {
  expect(receiptLines(receiptWith(), 'pt')).toEqual({
    title: 'Comprovante de pagamento',
    state: 'Pagamento concluído',
    amount: 'R$\u00a01.234,56',
    date: '21 de julho de 2026 às 22:30:05',
    timeZone: '(horário de Brasília)',
    returned: null,
    isAllReturned: false,
    sections: [
      {
        heading: 'Quem pagou',
        lines: [
          ['Nome', 'Maria Aparecida de Souza'],
          ['CPF/CNPJ', '***.982.247-**'],
          ['Instituição', 'Banco do Brasil S.A.'],
        ],
      },
      {
        heading: 'Quem recebeu',
        lines: [
          ['Nome', 'Padaria Pão & Café Ltda'],
          ['CPF/CNPJ', '12.345.678/0001-95'],
        ],
      },
      {
        heading: 'Detalhes',
        lines: [
          ['Forma de pagamento', 'Pix'],
          ['Descrição', 'Assinatura anual'],
          ['Pedido', 'PED-123'],
          ['ID Pix (E2E)', 'E0000000020260721173005abcDEF123'],
          ['ID da transação', '019832ab-7c1e-7d43-9b2f-1e5a6c7d8e9f'],
        ],
      },
    ],
    test: null,
  })
})

test('the receipt of a cash-out, in English: the merchant pays, and what is not known is left out', () => {
  const cashOut = receiptWith({ operation: 'pixCashOut', orderId: null, orderDescription: null })
  const { title, amount, date, sections } = receiptLines(cashOut, 'en')
  expect([title, amount, date]).toEqual(['Payment receipt', 'R$\u00a01,234.56', '21 July 2026 at 22:30:05'])
  expect(sections.map(({ heading, lines }) => [heading, lines[0]?.[1], lines.length])).toEqual([
    ['Paid by', 'Padaria Pão & Café Ltda', 2],
    ['Paid to', 'Maria Aparecida de Souza', 3],
    ['Details', 'Pix', 3],
  ])
})

test.each([
  ['Reversed', { reversedAt: new Date('2026-07-23T12:00:00Z') }, 'Pagamento estornado'],
  ['Refunded', { refundedAt: new Date('2026-07-23T12:00:00Z'), refundedAmount: 1_234_560_000n }, 'Pagamento devolvido'],
] as const)('a %s payment says so, with the date, and strikes the amount', (state, dates, text) => {
  const page = receiptPage(receiptWith({ state, ...dates }), 'pt').text
  expect(page).toContain(text)
  expect(page).toContain('Valor devolvido em 23 de julho de 2026 às 09:00:00.')
  expect(page).toContain('<s>R$\u00a01.234,56</s>')
  expect(page).not.toContain('Pagamento concluído')
})

test('after a partial refund page and PDF say what was paid, what came back and when, and what is left', async () => {
  const { state, amount, returned, isAllReturned, sections } = receiptLines(partly, 'pt')
  expect([state, amount, isAllReturned]).toEqual(['Pagamento devolvido em parte', 'R$\u00a01.234,56', false])
  expect(returned).toBe('Devolvido: R$\u00a0234,56. Restante: R$\u00a01.000,00.')
  const sum = [
    ['Pago em 21/07/2026, 22:30', 'R$\u00a01.234,56'],
    ['Devolvido em 23/07/2026, 09:00', '- R$\u00a0200,00'],
    ['Devolvido em 24/07/2026, 09:00', '- R$\u00a034,56'],
    ['Restante', 'R$\u00a01.000,00'],
  ]
  expect(sections[0]).toEqual({ heading: 'Devoluções', isSum: true, lines: sum })
  const page = receiptPage(partly, 'pt').text
  for (const [label, value] of sum) expect(page).toContain(`<dt>${label}</dt><dd>${value}</dd>`)
  expect(page).not.toContain('<s>')
  const printed = textOfPdf(await receiptPdf(partly, 'pt'))
  for (const text of [...sum.flat(), state, returned ?? '']) expect(printed).toContain(text.replaceAll(/\s/g, ''))
})

test('many refunds stay one page: the newest are listed, those before them are one line, and the sum is right', async () => {
  const refunds = Array.from({ length: 12 }, (_, at) => refundOf(10_000_000n, at + 10))
  const many = { refundedAt: new Date('2026-07-21T12:00:00Z'), refundedAmount: 120_000_000n }
  const lines = receiptLines(receiptWith(many, false, refunds), 'en').sections[0]?.lines ?? []
  expect(lines).toHaveLength(7)
  expect(lines[1]).toEqual(['Returned before, until 17/07/2026, 09:00', '- R$\u00a080.00'])
  expect(lines.at(-1)).toEqual(['Left', 'R$\u00a01,114.56'])
})

test('a hostile name stays text', () => {
  const page = receiptPage(payerNamed(`<script>alert("1")</script>' & \u202ecod\nCPF`), 'pt').text
  expect(page).toContain('<dd>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; &amp; cod CPF</dd>')
  expect(page).not.toContain('<script')
})

test('a full CPF is in no receipt, not even one inside a name', () => {
  const receipt = payerNamed(`Maria de Souza ${cpf}`)
  const shown = JSON.stringify(languages.map(language => receiptLines(receipt, language)))
  expect(shown).toContain('Maria de Souza ***.982.247-**')
  for (const text of [shown, ...languages.map(language => receiptPage(receipt, language).text)])
    expect(text.replace(/[.-]/g, '')).not.toContain(cpf)
})

test('the policy of the page allows the style of the page and no other', () => {
  const { text, policy } = receiptPage(receiptWith(), 'en')
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(text) ?? []
  expect(policy).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}';`)
})

test('the page names its language and links to the other one and to the PDF', () => {
  const page = receiptPage(receiptWith(), 'en').text
  expect(page).toContain('<html lang="en">')
  expect(page).toContain(`href="${address}?lang=pt"`)
  expect(page).toContain(`href="${address}.pdf?lang=en"`)
})

test('only a sandbox says that it is a test, without value, and that no money was moved', () => {
  const inSandbox = receiptPage(receiptWith({}, true), 'pt').text
  expect(inSandbox).toContain('<title>TESTE — sem valor · Comprovante')
  expect(inSandbox).toContain(
    '<strong>TESTE — sem valor</strong> <span>Ambiente de testes: nenhum dinheiro foi movimentado.',
  )
  expect(receiptPage(receiptWith({}, true), 'en').text).toContain('<strong>TEST — no value</strong>')
  expect(receiptPage(receiptWith({}, false), 'pt').text).not.toMatch(/TESTE|Ambiente de testes|data-mark=/)
})

test.each(['王小明', '😀👩‍👩‍👧 Ana', 'Ştefan Ł\u0301', 'José\u0000\u0007 D\u2019Ávila', '\ud800', ''])(
  '%j prints',
  async name => {
    const pdf = await receiptPdf(payerNamed(name), 'pt')
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pagesOf(pdf)).toBe(1)
  },
)

test('the longest texts there can be fit one page', async () => {
  const name = 'W'.repeat(255)
  const longest = {
    ...receiptWith(
      {
        refundedAt: new Date(),
        refundedAmount: 6_000_000n,
        orderDescription: 'W '.repeat(512),
        orderId: name,
      },
      true,
      Array.from({ length: 6 }, (_, at) => refundOf(1_000_000n, at + 10)),
    ),
    payer: { name, taxNumber: '***.982.247-**', bank: name },
    receiver: { name, taxNumber: '12.345.678/0001-95', bank: null },
  }
  expect(pagesOf(await receiptPdf(longest, 'pt'))).toBe(1)
})

test.each([
  [undefined, undefined, 'pt'],
  [undefined, 'en-US,en;q=0.9,pt;q=0.8', 'en'],
  [undefined, 'pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  [undefined, 'pt;q=0.5, en;q=0.7', 'en'],
  [undefined, 'fr, en;q=0', 'pt'],
  [undefined, 'es-AR, EN;q=0.3', 'en'],
  ['pt', 'en', 'pt'],
  ['en', 'pt', 'en'],
] as const)('asked for %s with Accept-Language %s, the receipt is in %s', (asked, accepted, language) => {
  expect(chooseLanguage(asked, accepted)).toBe(language)
})

test('an address opens its receipt, and nothing else does', async () => {
  const token = address.split('/').at(-1) ?? ''
  expect(await readReceipt(needsWith(transaction), token)).toEqual(receiptWith())
  const neverCompleted = { ...transaction, state: 'Registered', completedAt: null } as const
  const refused = expect.objectContaining({ reason: 'AddressNotFound' })
  await expect(readReceipt(needsWith(neverCompleted), token)).rejects.toEqual(refused)
  await expect(readReceipt(needsWith(null), token)).rejects.toEqual(refused)
  await expect(readReceipt(needsWith(transaction), 'made-up')).rejects.toEqual(refused)
})
