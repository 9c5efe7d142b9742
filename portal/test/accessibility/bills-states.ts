import { type States, fill, press, pressInDialog, sees } from './matrix.ts'
import { billsFile, importsOf } from '../../../server/test/kit/bill-imports.ts'
import { newEnglish } from './people.ts'
import type { ReceivingWorld } from './receiving-world.ts'

const ofShop = {
  as: ({ shopOwner }: ReceivingWorld) => shopOwner,
  ids: ({ shop }: ReceivingWorld) => ({ merchantId: shop.merchantId }),
}
const ofOverdue = (bill: 'overdue' | 'paid') => ({
  as: ({ overdue }: ReceivingWorld) => overdue.finance,
  ids: ({ overdue }: ReceivingWorld) => ({ merchantId: overdue.merchantId, billId: overdue[bill] }),
})

const ofBoletos = (bill: 'open' | 'toSettle' | 'expired') => ({
  as: ({ boletos }: ReceivingWorld) => boletos.finance,
  ids: ({ boletos }: ReceivingWorld) => ({ merchantId: boletos.merchantId, billId: boletos[bill] }),
})

async function sentSheet(
  api: ReceivingWorld['shop'],
  { trilho }: ReceivingWorld['portal'],
  { isMade } = { isMade: true },
): Promise<string> {
  const imports = importsOf(api, trilho.needs)
  const { id } = await imports.make(billsFile(crypto.randomUUID()))
  if (isMade) await imports.finish(id)
  return id
}

/** Bills: the list, one of each state, and the forms with all their fields. */
export const billsStates: States<ReceivingWorld> = {
  '/m/$merchantId/bills': [
    { shows: 'what is overdue, and a list', ...ofOverdue('overdue'), steps: page => sees(page, 'Vencidas') },
    {
      shows: 'none',
      as: ({ emptyFinance }) => emptyFinance,
      ids: ({ empty }) => ({ merchantId: empty }),
      steps: page => sees(page, 'Nenhuma cobrança com vencimento ainda'),
    },
    {
      shows: 'a bill that lacks its payer, with all its fields',
      ...ofShop,
      steps: async page => {
        await press(page, 'Nova cobrança com vencimento')
        await press(page, 'Multa, juros, desconto e mais')
        await press(page, 'Usar 2% de multa e 1% de juros ao mês')
        await page.getByRole('combobox', { name: 'Desconto por pagar antes' }).click()
        await page.getByRole('option', { name: 'Valor fixo' }).click()
        await fill(page, 'Desconto 1: valor', '5,00')
        await page.getByRole('dialog').getByLabel('Valor', { exact: true }).fill('100,00')
        await page.getByRole('region', { name: 'Quanto será' }).waitFor()
        await pressInDialog(page, 'Criar cobrança')
        await sees(page, 'Diga o nome de quem paga')
      },
      opens: 'products/bills/new-bill-dialog.tsx',
    },
    {
      shows: 'a bill with a boleto that lacks the address',
      ...ofShop,
      steps: async page => {
        await press(page, 'Nova cobrança com vencimento')
        await page.getByRole('radio', { name: 'Pix ou boleto' }).check()
        await pressInDialog(page, 'Criar cobrança')
        await sees(page, 'Informe a rua e o número')
      },
    },
    { shows: 'how each can be paid', ...ofBoletos('open'), steps: page => sees(page, 'Paga, a liquidar') },
    {
      shows: 'a bill in instalments',
      ...ofShop,
      steps: async page => {
        await press(page, 'Nova cobrança com vencimento')
        await fill(page, 'Número de parcelas', '12')
        await fill(page, 'Primeira, se for diferente (opcional)', '5,00')
      },
    },
  ],
  '/m/$merchantId/bills/imports': [
    { shows: 'the choice of a file, and none sent', ...ofShop },
    {
      shows: 'a file with a wrong row',
      ...ofShop,
      steps: async page => {
        await page.locator('input[type=file]').setInputFiles({
          name: 'cobrancas.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('Nome;CPF;Valor;Vencimento\r\nRosa;529.982.247-25;10,00;10/12/2030\r\nAna;;x;'),
        })
        await sees(page, '1 de 2 linhas está errada.')
      },
    },
  ],
  '/m/$merchantId/bills/imports/$importId': [
    {
      shows: 'a spreadsheet whose bills are made',
      as: ofShop.as,
      ids: async ({ shop, portal }) => ({ merchantId: shop.merchantId, importId: await sentSheet(shop, portal) }),
      steps: page => sees(page, 'Ver a cobrança'),
    },
    {
      shows: 'whether to stop one that is being made',
      as: ofShop.as,
      ids: async ({ shop, portal }) => ({
        merchantId: shop.merchantId,
        importId: await sentSheet(shop, portal, { isMade: false }),
      }),
      steps: async page => {
        await press(page, 'Interromper')
        await page.getByRole('dialog').waitFor()
      },
      opens: 'products/bills/imports/sent-import-screen.tsx',
    },
    {
      shows: 'that there is no such spreadsheet',
      as: ofShop.as,
      ids: ({ shop }) => ({ merchantId: shop.merchantId, importId: '0191e3a0-0000-7000-8000-000000000000' }),
      steps: page => sees(page, 'Esta planilha de cobranças não existe aqui'),
    },
  ],
  '/m/$merchantId/bills/$billId': [
    { shows: 'an open bill that was changed', ...ofShop, steps: page => sees(page, 'O que foi alterado') },
    { shows: 'an overdue one', ...ofOverdue('overdue'), steps: page => sees(page, 'Vencida') },
    {
      shows: 'whether to stop its reminders',
      ...ofOverdue('overdue'),
      steps: async page => {
        await sees(page, 'Recebe lembretes')
        await press(page, 'Parar lembretes')
        await page.getByRole('dialog').waitFor()
      },
      opens: 'products/reminders/wish-control.tsx',
    },
    { shows: 'one with a boleto', ...ofBoletos('open'), steps: page => sees(page, 'Copiar linha digitável') },
    {
      shows: 'one whose boleto is paid and not settled',
      ...ofBoletos('toSettle'),
      steps: page => sees(page, 'Até lá ele não está no saldo disponível.'),
    },
    {
      shows: 'one that has expired',
      ...ofBoletos('expired'),
      steps: page => sees(page, 'Passou o último dia para pagar'),
    },
    { shows: 'a paid one', ...ofOverdue('paid'), steps: page => sees(page, 'Como o banco formou o valor pago.') },
    {
      shows: 'that there is no such bill',
      as: ofShop.as,
      ids: ({ shop }) => ({ merchantId: shop.merchantId, billId: '0191e3a0-0000-7000-8000-000000000000' }),
      steps: page => sees(page, 'Esta cobrança não existe aqui'),
    },
    {
      shows: 'what to change, and what changes, in English',
      as: ({ portal, shop }) => newEnglish(portal, { merchantId: shop.merchantId }),
      language: 'en',
      ids: ofShop.ids,
      steps: async page => {
        await press(page, 'Change')
        await page.getByRole('dialog').getByLabel('Amount').fill('120')
        await pressInDialog(page, 'Review')
        await page.getByRole('dialog', { name: 'Change this bill?' }).waitFor()
      },
      opens: 'products/bills/change-bill-dialog.tsx',
    },
  ],
  '/m/$merchantId/bills/ageing': [
    { shows: 'what is open, by how late it is', ...ofOverdue('overdue'), steps: page => sees(page, '31 a 60 dias') },
    {
      shows: 'that nothing is open',
      as: ({ emptyFinance }) => emptyFinance,
      ids: ({ empty }) => ({ merchantId: empty }),
      steps: page => sees(page, 'Nada em aberto'),
    },
  ],
  '/m/$merchantId/reminders': [
    {
      shows: 'the plan, its texts, and what was sent',
      ...ofOverdue('overdue'),
      steps: async page => {
        await sees(page, 'Enviado no portal')
        await page.getByRole('article', { name: 'Depois do vencimento' }).waitFor()
      },
    },
    {
      shows: 'a text with a field that does not exist',
      as: ({ emptyFinance }) => emptyFinance,
      ids: ({ empty }) => ({ merchantId: empty }),
      steps: async page => {
        await press(page, 'Alterar: No vencimento')
        await page.getByRole('region', { name: 'Como fica' }).waitFor()
        await page.getByRole('dialog').getByLabel('Assunto').fill('{nome}')
        await pressInDialog(page, 'Salvar')
        await sees(page, 'Use só os campos da lista')
      },
      opens: 'products/reminders/text-dialog.tsx',
    },
  ],
}
