import type { Page } from 'playwright-core'
import { billsStates } from './bills-states.ts'
import { filesStates } from './files-states.ts'
import { type States, fill, press, pressInDialog, sees } from './matrix.ts'
import { newEnglish } from './people.ts'
import type { ReceivingWorld } from './receiving-world.ts'

type Ids = (world: ReceivingWorld) => Record<string, string>

const nothing: Ids = ({ empty }) => ({ merchantId: empty })
/** A transaction of the merchant that has one of each kind. */
const kind =
  (
    name: 'paid' | 'failed' | 'out' | 'initiated' | 'company' | 'waiting' | 'refundFailed' | 'refunding' | 'unmatched',
  ): Ids =>
  ({ shop }) => ({ merchantId: shop.merchantId, transactionId: shop[name] })
const shopOwner = ({ shopOwner }: ReceivingWorld) => shopOwner
const ofShop: { as: typeof shopOwner; ids: Ids } = {
  as: shopOwner,
  ids: ({ shop }) => ({ merchantId: shop.merchantId }),
}
const ofDispute = {
  as: ({ disputedFinance }: ReceivingWorld) => disputedFinance,
  ids: ({ disputed }: ReceivingWorld) => ({ merchantId: disputed }),
}
const ofFaulty = {
  as: ({ faultyDeveloper }: ReceivingWorld) => faultyDeveloper,
  ids: ({ faulty }: ReceivingWorld) => ({ merchantId: faulty }),
}

async function search(page: Page, text: string) {
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByRole('combobox', { name: 'Buscar' }).fill(text)
}

/** What a merchant receives: home, transactions, statement, files, payment links and disputes. */
export const receivingStates: States<ReceivingWorld> = {
  '/m/$merchantId': [
    { shows: 'the money of today' },
    {
      shows: 'the chart of a month',
      query: '?period=month',
      steps: page => page.getByRole('img', { name: /30 dias: entrou R\$ / }).waitFor(),
    },
    {
      shows: 'the chart as a table',
      query: '?period=month',
      steps: async page => {
        await press(page, 'Ver como tabela')
        await page.getByRole('table', { name: 'Entradas e saídas' }).waitFor()
      },
    },
    {
      shows: 'the first steps of a merchant without transactions',
      as: ({ emptyFinance }) => emptyFinance,
      ids: nothing,
      steps: page => sees(page, 'Solicite o primeiro pagamento'),
    },
    {
      shows: 'the first steps of a developer, in English',
      as: ({ portal, empty }) => newEnglish(portal, { merchantId: empty, roles: ['developer'] }),
      ids: nothing,
      language: 'en',
      steps: page => sees(page, 'All done'),
    },
    {
      shows: 'what blocked money is',
      ...ofDispute,
      steps: async page => {
        await press(page, 'O que é Bloqueado?')
        await sees(page, 'Um banco contestou um pagamento recebido')
      },
      opens: 'kit/balance-label.tsx',
    },
    {
      shows: 'a withdrawal that lacks its key',
      steps: async page => {
        await press(page, 'Sacar')
        await page.getByLabel('Todo o saldo disponível').check()
        await press(page, 'Solicitar saque')
        await sees(page, 'Informe a chave')
      },
      opens: 'products/withdrawals/withdraw-dialog.tsx',
    },
    {
      shows: 'what the search found, of the newest only',
      steps: async page => {
        await page.route('**/search?*', async route => {
          const response = await route.fetch()
          const body = await response.json()
          body.data.newestOnly = { count: 5_000, kinds: ['batch', 'link'] }
          await route.fulfill({ response, json: body })
        })
        await search(page, 'pedido-1')
        await page.getByRole('listbox', { name: 'Resultados' }).getByRole('option').first().waitFor()
        await sees(page, 'só os 5.000 mais novos')
      },
      opens: 'operations/search/search-dialog.tsx',
    },
    {
      shows: 'that the search found nothing',
      steps: async page => {
        await search(page, 'nada disso')
        await sees(page, 'Busque pelo começo')
      },
      opens: 'operations/search/search-dialog.tsx',
    },
    {
      shows: 'that the search failed',
      steps: async page => {
        await page.route('**/search?*', route => route.abort())
        await search(page, 'jose')
        await page.getByRole('button', { name: 'Tentar de novo' }).waitFor()
      },
      opens: 'operations/search/search-dialog.tsx',
    },
    {
      shows: 'the moved clock and the scripted faults of the sandbox, and a wrong time',
      ...ofFaulty,
      steps: async page => {
        await page.getByRole('note').getByRole('button', { name: '1 falha' }).click()
        await fill(page, 'Até (hora de São Paulo)', '2020-01-31T12:00')
        await press(page, 'Adiantar')
        await page.locator('[aria-invalid="true"]').waitFor()
      },
      opens: 'edges/sandbox/sandbox-dialog.tsx',
    },
  ],
  '/m/$merchantId/transactions': [
    { shows: 'a page of them' },
    {
      shows: 'none',
      ids: nothing,
      as: ({ emptyFinance }) => emptyFinance,
      steps: page => sees(page, 'Nenhuma transação ainda'),
    },
    { shows: 'that the filters match nothing', query: '?q=nada+disso', steps: page => sees(page, 'Nada encontrado') },
    {
      shows: 'the totals of the filters',
      query: '?state=Completed',
      steps: page => page.getByRole('region', { name: 'Totais' }).waitFor(),
    },
    {
      shows: 'how far it has searched',
      query: '?leastAmount=900000',
      steps: async page => {
        const data = { items: [], nextCursor: 'older', lookedUntil: '2026-01-31T12:00:00.000Z', taxNumber: null }
        await page.route('**/portal/api/**/transactions?*', route =>
          route.fulfill({ json: { statusCode: 'Done', data } }),
        )
        await page.reload()
        await sees(page, 'Procurado até')
      },
    },
    {
      shows: 'that the merchant is another',
      as: ({ emptyFinance }) => emptyFinance,
      steps: page => page.getByRole('heading', { name: 'Página não encontrada' }).waitFor(),
    },
    {
      shows: 'the amounts to filter by',
      steps: page => press(page, 'Valor'),
      opens: 'products/transaction-search/amount-range.tsx',
    },
    { shows: 'the periods to filter by', steps: page => press(page, 'Período'), opens: 'kit/day-range.tsx' },
    {
      shows: 'the files to export',
      query: '?state=Completed',
      steps: async page => {
        await press(page, 'Exportar')
        await page.getByRole('link', { name: 'Baixar CSV' }).waitFor()
      },
      opens: 'kit/export-button.tsx',
    },
    {
      shows: 'filters that lack a name to be saved',
      query: '?state=Completed',
      steps: async page => {
        await press(page, 'Filtros salvos')
        await press(page, 'Salvar')
        await sees(page, 'Dê um nome')
      },
      opens: 'products/transaction-search/saved-filters.tsx',
    },
    {
      shows: 'a charge that lacks its amount',
      steps: async page => {
        await press(page, 'Nova cobrança')
        await press(page, 'Criar cobrança')
        await sees(page, 'Use um valor como 10,50')
      },
      opens: 'products/pix/charge-dialog.tsx',
    },
  ],
  '/m/$merchantId/transactions/$transactionId': [
    { shows: 'one of the demo month' },
    {
      shows: 'a charge that waits, with its code and how to share it',
      as: shopOwner,
      ids: kind('waiting'),
      steps: async page => {
        await page.getByAltText('QR Code desta cobrança').waitFor()
        await page.getByRole('group', { name: 'Compartilhar' }).waitFor()
      },
    },
    {
      shows: 'a payment with its note and the content of its webhook',
      as: ({ shop }) => shop.finance,
      ids: kind('paid'),
      steps: page => sees(page, 'A cliente ligou'),
    },
    {
      shows: 'the content of a webhook',
      as: shopOwner,
      ids: kind('paid'),
      steps: async page => {
        await page.getByRole('button', { name: /Concluída.*Entregue.*1 tentativa/ }).click()
        await sees(page, 'x-shop-token: ••••••')
      },
    },
    { shows: 'a payment to a viewer', as: ({ shopViewer }) => shopViewer, ids: kind('paid') },
    {
      shows: 'a refund in progress',
      as: shopOwner,
      ids: kind('refunding'),
      steps: page => sees(page, 'Devolução em andamento'),
    },
    {
      shows: 'a refund that failed',
      as: shopOwner,
      ids: kind('refundFailed'),
      steps: page => sees(page, 'A conta do recebedor foi encerrada'),
    },
    {
      shows: 'a payment of another amount that was returned',
      as: shopOwner,
      ids: kind('unmatched'),
      steps: page => sees(page, 'Foram pagos R$ 7,00 em vez de R$ 10,00; devolvidos em'),
    },
    {
      shows: 'a failed charge, in English',
      as: ({ portal, shop }) => newEnglish(portal, { merchantId: shop.merchantId }),
      language: 'en',
      ids: kind('failed'),
      steps: page => sees(page, 'The bank could not process the payment.'),
    },
    { shows: 'a payout', as: shopOwner, ids: kind('out') },
    {
      shows: 'an initiated payment',
      as: shopOwner,
      ids: kind('initiated'),
      steps: page => sees(page, 'Abrir o checkout'),
    },
    { shows: 'a company payment', as: shopOwner, ids: kind('company') },
    {
      shows: 'that there is no such transaction',
      ids: () => ({ transactionId: '0191e3a0-0000-7000-8000-000000000000' }),
      steps: page => sees(page, 'Esta transação não existe aqui'),
    },
    {
      shows: 'the payer of a test payment',
      as: shopOwner,
      ids: kind('waiting'),
      steps: page => press(page, 'Pagar este QR'),
      opens: 'money/transactions/pay-dialog.tsx',
    },
    {
      shows: 'a refund of more than is left',
      as: shopOwner,
      ids: kind('paid'),
      steps: async page => {
        await press(page, 'Devolver')
        await fill(page, 'Valor a devolver', '2000')
        await press(page, 'Devolver agora')
        await sees(page, 'o valor passa do que resta')
      },
      opens: 'money/refunds/refund-dialog.tsx',
    },
    {
      shows: 'whether to cancel a charge',
      as: shopOwner,
      ids: kind('waiting'),
      steps: page => press(page, 'Cancelar cobrança'),
      opens: 'products/pix/cancel-charge.tsx',
    },
    {
      shows: 'whether to delete a note',
      as: ({ shop }) => shop.finance,
      ids: kind('paid'),
      steps: page => press(page, 'Apagar nota'),
      opens: 'products/transaction-search/notes-section.tsx',
    },
  ],
  '/m/$merchantId/statement': [
    { shows: 'the balance by day' },
    {
      shows: 'a period without entries',
      query: '?to=2020-01-01',
      steps: page => sees(page, 'Nenhum lançamento neste período'),
    },
  ],
  ...filesStates,
  '/m/$merchantId/customers': [
    { shows: 'a list of them', ...ofShop, steps: page => sees(page, 'Rosa Prado') },
    {
      shows: 'none',
      ids: nothing,
      as: ({ emptyFinance }) => emptyFinance,
      steps: page => sees(page, 'Nenhum cliente ainda'),
    },
    {
      shows: 'a customer that lacks its name, with all its fields',
      ...ofShop,
      steps: async page => {
        await press(page, 'Novo cliente')
        await pressInDialog(page, 'Cadastrar cliente')
        await sees(page, 'Diga o nome')
      },
      opens: 'products/customers/customer-dialog.tsx',
    },
  ],
  '/m/$merchantId/customers/import': [
    { shows: 'the choice of a file', ...ofShop },
    {
      shows: 'a file with a wrong row',
      ...ofShop,
      steps: async page => {
        await page.locator('input[type=file]').setInputFiles({
          name: 'clientes.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('Nome;E-mail\r\nRosa;rosa@example.com\r\nAna;ana'),
        })
        await sees(page, '1 de 2 linhas está errada.')
      },
    },
  ],
  '/m/$merchantId/customers/$customerId': [
    { shows: 'a customer with a charge', ...ofShop, steps: page => sees(page, 'Rosa Prado') },
    {
      shows: 'whether to remove it',
      ...ofShop,
      steps: page => press(page, 'Excluir'),
      opens: 'products/customers/customer-screen.tsx',
    },
  ],
  ...billsStates,
  '/m/$merchantId/payment-links': [
    { shows: 'a list of them', ...ofShop, steps: page => sees(page, 'Bolo de fubá') },
    {
      shows: 'none',
      ids: nothing,
      as: ({ emptyFinance }) => emptyFinance,
      steps: page => sees(page, 'Nenhum link ainda'),
    },
    {
      shows: 'a link that lacks its title, with all its fields',
      ...ofShop,
      steps: async page => {
        await press(page, 'Novo link')
        await page.getByRole('dialog').getByText('O pagador escolhe').click()
        await pressInDialog(page, 'Criar link')
        await sees(page, 'Diga o que está sendo pago')
      },
      opens: 'products/payment-links/new-link-dialog.tsx',
    },
  ],
  '/m/$merchantId/payment-links/$linkId': [
    { shows: 'a link to share', ...ofShop },
    {
      shows: 'a fixed code',
      as: shopOwner,
      ids: ({ shop, staticLink }) => ({ merchantId: shop.merchantId, linkId: staticLink }),
    },
    {
      shows: 'what to change, in English',
      as: ({ portal, shop }) => newEnglish(portal, { merchantId: shop.merchantId }),
      language: 'en',
      ids: ofShop.ids,
      steps: page => press(page, 'Change'),
      opens: 'products/payment-links/change-link-dialog.tsx',
    },
    {
      shows: 'whether to close it',
      ...ofShop,
      steps: page => press(page, 'Fechar link'),
      opens: 'products/payment-links/link-screen.tsx',
    },
  ],
  '/m/$merchantId/disputes': [
    { shows: 'one that waits for a defence', ...ofDispute, steps: page => sees(page, /Restam [67] dias/) },
    { shows: 'none', ids: nothing, as: ({ emptyFinance }) => emptyFinance },
  ],
  '/m/$merchantId/disputes/$disputeId': [
    {
      shows: 'a defence that lacks its text',
      ...ofDispute,
      steps: async page => {
        await press(page, 'Enviar defesa')
        await sees(page, 'Escreva a sua resposta.')
      },
    },
    {
      shows: 'what an operator decides',
      as: ({ operator }) => operator,
      ids: ofDispute.ids,
      steps: async page => {
        await press(page, 'Devolver ao pagador')
        await pressInDialog(page, 'Devolver ao pagador')
        await page.locator('[aria-invalid="true"]').waitFor()
      },
      opens: 'products/disputes/decide.tsx',
    },
    {
      shows: 'a contest of the return that lacks its text',
      as: ({ contests }) => contests.contestFinance,
      ids: ({ contests }) => ({ merchantId: contests.contesting, disputeId: contests.contestable }),
      steps: async page => {
        await press(page, 'Enviar')
        await sees(page, 'Diga por que a devolução foi indevida.')
      },
    },
    {
      shows: 'how the bank answered a contest',
      as: ({ operator }) => operator,
      ids: ({ contests }) => ({ merchantId: contests.contesting, disputeId: contests.contested }),
      steps: async page => {
        await press(page, 'Registrar resposta')
        await pressInDialog(page, 'Registrar resposta')
        await page.locator('[aria-invalid="true"]').waitFor()
      },
      opens: 'products/disputes/sent-contest.tsx',
    },
  ],
}
