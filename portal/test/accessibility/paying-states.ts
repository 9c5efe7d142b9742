import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { parseAmount } from '../../../server/src/platform/brazil/money.ts'
import { setApprovalPolicy } from '../../../server/src/tenancy/merchants/set-terms.ts'
import { cnpj, newPayer } from '../../../server/test/kit/company-payments.ts'
import { invoices, send, uploadAddress } from '../../../server/test/kit/invoices.ts'
import { batchesOf, payoutRow, payoutRows, unknownKey } from '../../../server/test/kit/payout-batches.ts'
import { newPortalPerson } from '../../../server/test/kit/portal-client.ts'
import { openDemo } from './demo.ts'
import { type States, fill, press, pressInDialog, sees } from './matrix.ts'
import { newEnglish } from './people.ts'

type PayingWorld = Awaited<ReturnType<typeof openPayingWorld>>

/** The demo month, and what it lacks: batches, invoices, receivers and accounts in review, and a merchant with nothing. */
export async function openPayingWorld() {
  const demo = await openDemo()
  const { trilho } = demo.portal
  const empty = (await trilho.newMerchant()).merchantId
  const shop = await newPayer(trilho, { balance: '2000' })
  const { merchantId } = shop
  const as = (id: string, role: 'finance' | 'approver' | 'viewer') =>
    newPortalPerson(trilho, { merchantId: id, roles: [role] })
  const finance = await as(merchantId, 'finance')

  const request = await shop.createRequest('40')
  await send(await uploadAddress(shop, request.id, 'nota.pdf'), invoices.pdf)
  await send(await uploadAddress(shop, request.id, 'nf-7.xml'), invoices.xml)
  const withdrawal = await finance.post(`/merchants/${merchantId}/withdrawals`, {
    amount: '10',
    key: { type: 'CNPJ', value: '11222333000181' },
    description: 'Saque',
    formKey: crypto.randomUUID(),
  })
  const poor = await newPayer(trilho, { balance: '20' })
  const tooMuch = await poor.createRequest('40')
  const limited = await newPayer(trilho)
  await setApprovalPolicy(trilho.needs, {
    merchantId: limited.merchantId,
    approversNeeded: 1,
    operatorApprovesAbove: parseAmount('100'),
  })
  const aboveLimit = await limited.createRequest('500')

  const accounts = `/merchants/${merchantId}/receivers/${shop.receiverId}/accounts`
  await finance.post(accounts, { bankCode: '001', bankName: 'Banco do Brasil S.A.', agency: '12', number: '900-1' })
  const registered = await finance.post(`/merchants/${merchantId}/receivers`, {
    fantasyName: 'Laticínios Serra',
    cnpj: cnpj.serra,
  })
  const [rejected] = await trilho.sql<{ id: string }[]>`
    select id from receivers where merchant_id = ${demo.merchantId} and status = 'Rejected'`

  const batches = batchesOf(shop, trilho.needs)
  const done = await batches.make([payoutRow('1.00'), payoutRow('5.00', unknownKey)])
  await batches.pay(done.id)
  const waiting = await batches.make(payoutRows(2))
  const running = await batches.make(payoutRows(2))
  await batches.approve(running.id)
  const stopped = await batches.make(payoutRows(2))
  await batches.approve(stopped.id)
  await batches.stop(stopped.id)

  return {
    ...demo,
    empty,
    emptyFinance: await as(empty, 'finance'),
    shop,
    finance,
    approver: await as(merchantId, 'approver'),
    viewer: await as(merchantId, 'viewer'),
    ids: {
      ...demo.ids,
      merchantId,
      requestId: request.id,
      receiverId: shop.receiverId,
      batchId: waiting.id,
    },
    withdrawal: withdrawal.body.data.id as string,
    poor: { merchantId: poor.merchantId, requestId: tooMuch.id },
    limited: { merchantId: limited.merchantId, requestId: aboveLimit.id },
    inReview: registered.body.data.id as string,
    rejected: { merchantId: demo.merchantId, receiverId: rejected?.id ?? '' },
    batches: { running: running.id, done: done.id, stopped: stopped.id },
  }
}

const finance = ({ finance }: PayingWorld) => finance
const approver = ({ approver }: PayingWorld) => approver
const nothing = {
  as: ({ emptyFinance }: PayingWorld) => emptyFinance,
  ids: ({ empty }: PayingWorld) => ({ merchantId: empty }),
}

const chooseFile = (page: Page, ...rows: string[]) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'comissoes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Nome;CPF;Tipo de chave;Chave Pix;Valor;Pedido', ...rows].join('\r\n')),
  })
const good = 'Maria da Silva;529.982.247-25;E-mail;maria@example.com;10,50;p-1'

async function checkPayout(page: Page) {
  await fill(page, 'Nome de quem recebe', 'Maria da Silva')
  await fill(page, 'CPF ou CNPJ de quem recebe', '529.982.247-25')
  await fill(page, 'Chave Pix', '52998224725')
  await fill(page, 'Valor', '5.000,00')
  await press(page, 'Conferir')
  await sees(page, 'Agora este envio seria recusado')
}

/** What a merchant pays: receivers, payment requests with their approval, and batches. */
export const payingStates: States<PayingWorld> = {
  '/m/$merchantId/receivers': [
    { shows: 'a list of them', as: finance, steps: page => sees(page, 'Moinho Estrela') },
    { shows: 'none', ...nothing },
    {
      shows: 'a receiver with a wrong CNPJ',
      as: finance,
      steps: async page => {
        await press(page, 'Cadastrar favorecido')
        await fill(page, 'CNPJ', '45997418000154')
        await pressInDialog(page, 'Cadastrar favorecido')
        await sees(page, 'Os dígitos verificadores não conferem.')
      },
      opens: 'products/company-payments/receiver-form.tsx',
    },
  ],
  '/m/$merchantId/receivers/$receiverId': [
    { shows: 'an approved one with an account in review', as: finance, steps: page => sees(page, '900-1') },
    { shows: 'one in review', as: finance, ids: ({ inReview }) => ({ receiverId: inReview }) },
    {
      shows: 'why one was rejected',
      as: ({ owner }) => owner,
      ids: ({ rejected }) => rejected,
      steps: page => press(page, 'Cadastrar de novo'),
      opens: 'products/company-payments/receiver-form.tsx',
    },
    { shows: 'a rejected one', as: ({ owner }) => owner, ids: ({ rejected }) => rejected },
    {
      shows: 'an account that lacks its number',
      as: finance,
      steps: async page => {
        await press(page, 'Incluir conta')
        await fill(page, 'Agência', '0001')
        await pressInDialog(page, 'Incluir conta')
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
      opens: 'products/company-payments/account-form.tsx',
    },
  ],
  '/m/$merchantId/requests': [
    {
      shows: 'requests and batches that wait for the approver',
      as: approver,
      steps: page => sees(page, 'Aguardam sua aprovação'),
    },
    { shows: 'none', ...nothing, steps: page => sees(page, 'Nenhuma solicitação ainda') },
    { shows: 'the requests of the demo month', as: ({ owner }) => owner, ids: ({ merchantId }) => ({ merchantId }) },
  ],
  '/m/$merchantId/requests/new': [
    { shows: 'the form', as: finance },
    {
      shows: 'what it lacks, and its invoice',
      as: finance,
      steps: async page => {
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'Nota fiscal 42.pdf', mimeType: 'application/pdf', buffer: invoices.pdf })
        await sees(page, 'Nota fiscal 42.pdf')
        await press(page, 'Solicitar pagamento')
        await sees(page, 'Escolha o favorecido')
      },
    },
  ],
  '/m/$merchantId/requests/$requestId': [
    { shows: 'one to approve', as: approver },
    {
      shows: 'its invoice in the viewer',
      as: approver,
      browser: 'whole',
      window: 'desktop',
      steps: async page => {
        await page.getByRole('listitem').filter({ hasText: 'nota.pdf' }).getByRole('button').first().click()
        // The browser's own viewer shows it, with the policy of both pages.
        const frames = () => page.frames().map(frame => frame.url().split(':')[0])
        await expect.poll(frames).toContain('chrome-extension')
        expect(frames()).not.toContain('chrome-error')
      },
    },
    { shows: 'one to a viewer', as: ({ viewer }) => viewer },
    { shows: 'a withdrawal to approve', as: approver, ids: ({ withdrawal }) => ({ requestId: withdrawal }) },
    {
      shows: 'that the balance does not cover it, in English',
      as: ({ portal, poor }) => newEnglish(portal, { merchantId: poor.merchantId, roles: ['approver'] }),
      language: 'en',
      ids: ({ poor }) => poor,
      steps: page => sees(page, 'The balance does not cover this payment'),
    },
    {
      shows: 'that the operator approves too',
      as: ({ operator }) => operator,
      ids: ({ limited }) => limited,
      steps: page => sees(page, 'O valor passa do limite do lojista'),
    },
    {
      shows: 'an approval',
      as: approver,
      steps: page => press(page, 'Aprovar'),
      opens: 'products/approvals/decide-dialog.tsx',
    },
    {
      shows: 'a rejection that lacks its reason',
      as: approver,
      steps: async page => {
        await press(page, 'Recusar')
        await pressInDialog(page, 'Recusar')
        await sees(page, 'Diga por quê')
      },
      opens: 'products/approvals/decide-dialog.tsx',
    },
    {
      shows: 'whether to remove an invoice',
      as: finance,
      steps: page =>
        page
          .getByRole('button', { name: /^Remover/ })
          .first()
          .click(),
      opens: 'products/company-payments/invoices.tsx',
    },
  ],
  '/m/$merchantId/batches': [
    { shows: 'a list of them', as: finance, steps: page => sees(page, 'Semana 46') },
    { shows: 'none', ...nothing, steps: page => sees(page, 'Nenhum lote ainda') },
  ],
  '/m/$merchantId/batches/new': [
    { shows: 'the choice of a file', as: finance },
    {
      shows: 'a file with a wrong row',
      as: finance,
      steps: async page => {
        await chooseFile(page, good, 'Ana;11111111111;E-mail;ana;dez;')
        await sees(page, '1 de 2 linhas está errada.')
      },
    },
    {
      shows: 'a file that is right',
      as: finance,
      steps: async page => {
        await chooseFile(page, good)
        await sees(page, 'A linha está certa.')
      },
    },
    {
      shows: 'a file that cannot be read',
      as: finance,
      steps: async page => {
        await chooseFile(page, good, '"Ana;52998224725;E-mail;ana@example.com;10;')
        await sees(page, 'há aspas que não fecham')
      },
    },
  ],
  '/m/$merchantId/batches/payout': [
    { shows: 'the form', as: finance },
    { shows: 'a checked payout that would be refused', as: finance, steps: checkPayout },
  ],
  '/m/$merchantId/batches/$batchId': [
    { shows: 'one to approve', as: approver },
    {
      shows: 'one with a refused row',
      as: finance,
      ids: ({ batches }) => ({ batchId: batches.done }),
      steps: page => sees(page, 'Nenhuma conta tem esta chave Pix'),
    },
    {
      shows: 'a stopped one',
      as: finance,
      ids: ({ batches }) => ({ batchId: batches.stopped }),
      steps: page => sees(page, 'O lote foi interrompido antes desta linha'),
    },
    {
      shows: 'a stop by an operator that lacks its reason',
      as: ({ operator }) => operator,
      ids: ({ batches }) => ({ batchId: batches.running }),
      steps: async page => {
        await press(page, 'Interromper')
        await pressInDialog(page, 'Interromper')
        await sees(page, 'Informe o motivo')
      },
      opens: 'products/payout-batches/stop-batch.tsx',
    },
  ],
}
