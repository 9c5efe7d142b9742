import { vi } from 'vitest'
import type { ScreenState, States } from './matrix.ts'
import { choose, fill, press, pressInDialog, sees } from './matrix.ts'
import type { OperatorWorld } from './operator-world.ts'

const onFaulty = {
  portal: ({ faulty }: OperatorWorld) => faulty.portal,
  as: ({ faulty }: OperatorWorld) => faulty.operator,
}
const onBare = { portal: ({ bare }: OperatorWorld) => bare.portal, as: ({ bare }: OperatorWorld) => bare.operator }
const onRestored = {
  portal: ({ restored }: OperatorWorld) => restored.portal,
  as: ({ restored }: OperatorWorld) => restored.operator,
}
const inEnglish = { as: ({ english }: OperatorWorld) => english, language: 'en' } as const
const ofShop = ({ shop }: OperatorWorld) => ({ id: shop.merchantId })

const change = (
  what: string,
  opens: string,
  error?: ScreenState<OperatorWorld>['steps'],
): ScreenState<OperatorWorld> => ({
  shows: `what to change: ${what}`,
  ids: ofShop,
  steps: async (page, world) => {
    await press(page, `Alterar: ${what}`)
    await error?.(page, world)
  },
  opens,
})

/** The platform, as its operators see it; banks are apart. */
export const operatorStates: States<OperatorWorld> = {
  '/operator': [
    { shows: 'money and health' },
    {
      shows: 'money and health in English',
      ...inEnglish,
      steps: page => sees(page, 'waits for a defence or a decision'),
    },
    { shows: 'everything that is wrong, with its links', ...onFaulty, steps: page => sees(page, 'a***@example.com') },
    { shows: 'that no bank is connected', ...onBare, steps: page => sees(page, 'Nenhum banco está conectado') },
    {
      shows: 'that money is held after a restore',
      ...onRestored,
      steps: page => sees(page, 'Envios e devoluções estão parados'),
    },
    {
      shows: 'merchants that the search found',
      steps: async page => {
        await page.getByRole('button', { name: 'Buscar' }).click()
        await page.getByRole('combobox', { name: 'Buscar' }).fill('sao joao')
        await page.getByRole('option', { name: 'Padaria São João Ltda' }).first().waitFor()
      },
      opens: 'operations/search/search-dialog.tsx',
    },
  ],
  '/operator/merchants': [
    { shows: 'a list of them' },
    {
      shows: 'payments that the search found',
      query: '?search=pedido-77',
      steps: async page => {
        await page.getByPlaceholder('Lojista, CNPJ, id, pedido ou id ponta a ponta').fill('pedido-77')
        await page.getByRole('link', { name: 'pedido-77' }).waitFor()
      },
    },
    {
      shows: 'a new merchant that lacks its data',
      steps: async page => {
        await press(page, 'Novo lojista')
        await press(page, 'Cadastrar lojista')
        await sees(page, 'Os dígitos verificadores não conferem')
      },
      opens: 'operations/merchants/new-merchant-dialog.tsx',
    },
  ],
  '/operator/merchants/$id': [
    { shows: 'one with limits and a running batch', ids: ofShop, steps: page => sees(page, 'Lotes em andamento') },
    {
      shows: 'one without an owner',
      ids: ({ unowned }) => ({ id: unowned }),
      steps: page => sees(page, 'Esta conta ainda não tem proprietário'),
    },
    {
      shows: 'a suspended one',
      ids: ({ suspended }) => ({ id: suspended }),
      steps: page => sees(page, 'Lojista suspenso'),
    },
    change('Plano de cobrança', 'operations/merchants/settings-form.tsx', async page => {
      await fill(page, 'Percentual', '200')
      await press(page, 'Salvar')
      await sees(page, 'Percentual de 0 a 100')
    }),
    change('Aprovações', 'operations/merchants/settings-form.tsx'),
    change('Limites', 'operations/merchants/settings-form.tsx'),
    change('Bancos', 'operations/merchants/settings-form.tsx'),
    {
      shows: 'a suspension that lacks its reason',
      ids: ofShop,
      steps: async page => {
        await press(page, 'Suspender')
        await pressInDialog(page, 'Suspender')
        await sees(page, 'Informe o motivo')
      },
      opens: 'operations/merchants/suspension.tsx',
    },
    {
      shows: 'whether to resume',
      ids: ({ suspended }) => ({ id: suspended }),
      steps: page => press(page, 'Retomar'),
      opens: 'operations/merchants/suspension.tsx',
    },
    {
      shows: 'another owner whose invitation lacks its reason',
      ids: ofShop,
      steps: async page => {
        await press(page, 'Convidar outro proprietário')
        await pressInDialog(page, 'Convidar outro proprietário')
        await sees(page, 'Informe o motivo')
      },
      opens: 'operations/people/invite-person-dialog.tsx',
    },
  ],
  '/operator/volumes': [
    { shows: 'a month of them', steps: page => page.getByRole('img', { name: /entraram R\$ / }).waitFor() },
    { shows: 'none', ...onBare },
  ],
  '/operator/people': [
    { shows: 'a list of them' },
    {
      shows: 'the domains of single sign-on',
      steps: page => press(page, 'Definir domínios'),
      opens: 'tenancy/members/sso-section.tsx',
    },
    {
      shows: 'an invitation that lacks its address',
      steps: async page => {
        await press(page, 'Convidar operador')
        await pressInDialog(page, 'Convidar operador')
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
      opens: 'operations/people/invite-person-dialog.tsx',
    },
    {
      shows: 'whether to disable a person',
      query: '?search=Fábio',
      steps: page => choose(page, 'Ações de Fábio Nunes', 'Desativar'),
      opens: 'operations/people/person-actions.tsx',
    },
    {
      shows: 'the link of a person',
      query: '?search=Fábio',
      steps: async page => {
        await choose(page, 'Ações de Fábio Nunes', 'Enviar link de senha')
        await pressInDialog(page, 'Enviar link de senha')
        await page.getByRole('dialog', { name: 'O link está pronto' }).waitFor()
      },
      opens: 'operations/people/shown-link.tsx',
    },
  ],
  '/operator/reviews': [
    { shows: 'receivers', steps: page => sees(page, 'Laticínios Serra') },
    { shows: 'payments', query: '?queue=payments', steps: page => sees(page, 'Moinho Estrela') },
    {
      shows: 'accounts',
      steps: async page => {
        await page.getByRole('tab', { name: 'Contas novas' }).click()
        await sees(page, '900-1')
      },
    },
    { shows: 'none', ...onBare },
    {
      shows: 'a receiver whose rejection lacks its reason',
      steps: async page => {
        await page.getByRole('button', { name: 'Analisar Laticínios Serra' }).first().click()
        await pressInDialog(page, 'Recusar')
        await sees(page, 'Diga ao lojista por quê')
      },
      opens: 'operations/reviews/review-dialog.tsx',
    },
    {
      shows: 'an account to review',
      steps: async page => {
        await page.getByRole('tab', { name: 'Contas novas' }).click()
        await page
          .getByRole('button', { name: /^Analisar Banco do Brasil/ })
          .first()
          .click()
      },
      opens: 'operations/reviews/account-reviews.tsx',
    },
  ],
  '/operator/disputes': [
    { shows: 'one that waits' },
    { shows: 'none', ...onBare },
    {
      shows: 'a dispute that lacks its data, in English',
      ...inEnglish,
      steps: async page => {
        await press(page, 'Enter a dispute')
        await pressInDialog(page, 'Enter a dispute')
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
      opens: 'operations/disputes/enter-dispute-dialog.tsx',
    },
  ],
  '/operator/alarms': [
    { shows: 'one that is raised', ...onFaulty, steps: page => sees(page, 'A auditoria dos livros falhou') },
    {
      shows: 'that the rules were not measured',
      ...onBare,
      steps: page => sees(page, 'As regras ainda não foram medidas'),
    },
    {
      shows: 'the rules',
      ...onFaulty,
      steps: async page => {
        await page.getByRole('tab', { name: 'Regras' }).click()
        await page.getByRole('row').nth(3).waitFor()
      },
    },
    { shows: 'ended ones', ...onFaulty, query: '?show=ended', steps: page => page.getByRole('row').nth(1).waitFor() },
  ],
  '/operator/alarms/$id': [
    {
      shows: 'what to do',
      ...onFaulty,
      ids: ({ faulty }) => ({ id: faulty.alarmId }),
      steps: page => sees(page, 'Não mude linhas à mão.'),
    },
    {
      shows: 'an acknowledgement that lacks its text',
      ...onFaulty,
      ids: ({ faulty }) => ({ id: faulty.alarmId }),
      steps: async page => {
        await press(page, 'Reconhecer')
        await pressInDialog(page, 'Reconhecer')
        await sees(page, 'Informe em pelo menos 3 caracteres')
      },
      opens: 'operations/alarms/acknowledge-dialog.tsx',
    },
  ],
  '/operator/exceptions': [
    { shows: 'open ones', steps: page => sees(page, 'Recusado: AccountClosed') },
    { shows: 'none', ...onBare, steps: page => sees(page, 'Nenhuma exceção aberta') },
    {
      shows: 'closed ones',
      steps: async page => {
        await page.getByRole('tab', { name: 'Encerradas' }).click()
        await page.waitForURL('**/exceptions?*')
        await page.getByRole('row').nth(1).waitFor()
      },
    },
  ],
  '/operator/exceptions/$of/$id': [
    {
      shows: 'an open one',
      ids: ({ exceptions }) => exceptions.open,
      steps: page => sees(page, 'Recusado: AccountClosed'),
    },
    { shows: 'a closed one', ids: ({ exceptions }) => exceptions.ended, steps: page => sees(page, '“Outra conta”') },
    {
      shows: 'one of no transaction',
      ids: ({ exceptions }) => exceptions.ofNobody,
      steps: page => sees(page, 'Nada enviado'),
    },
    {
      shows: 'what the bank answered when it was asked',
      ids: ({ exceptions }) => exceptions.unknown,
      steps: async (page, { exceptions }) => {
        vi.spyOn(exceptions.returns, 'readReturn').mockResolvedValueOnce({ state: 'accepted' })
        await press(page, 'Consultar o banco')
        await sees(page, 'Em processamento')
      },
    },
    {
      shows: 'a new return that lacks what was found',
      ids: ({ exceptions }) => exceptions.open,
      steps: async page => {
        await press(page, 'Devolver com nova ordem')
        await press(page, 'Encerrar exceção')
        await sees(page, 'Informe em pelo menos 3 caracteres')
      },
      opens: 'operations/exceptions/end-exception-dialog.tsx',
    },
  ],
  '/operator/recovery': [
    { shows: 'that nothing is held', steps: page => sees(page, 'Nada está parado') },
    { shows: 'what the banks reported', ...onRestored, steps: page => sees(page, 'O banco não informa') },
    {
      shows: 'a release that lacks a comparison',
      ...onRestored,
      steps: async page => {
        await press(page, 'Liberar envios e devoluções')
        await pressInDialog(page, 'Liberar envios e devoluções')
        await sees(page, 'Compare o extrato de cada um destes bancos e marque.')
      },
      opens: 'operations/recovery/recovery-screen.tsx',
    },
  ],
  '/operator/reconciliations': [
    { shows: 'days that differ and days that do not', steps: page => sees(page, 'Difere') },
    { shows: 'none', ...onBare },
  ],
  '/operator/reconciliations/$bank/$day': [
    { shows: 'a difference', steps: page => sees(page, 'Valor recebido difere') },
    {
      shows: 'no difference, in English',
      ...inEnglish,
      ids: () => ({ day: '2026-11-13' }),
      steps: page => sees(page, 'No differences'),
    },
  ],
  '/operator/notifications': [{ shows: 'those of the platform' }],
  '/operator/audit-log': [
    { shows: 'the log of the platform' },
    { shows: 'the log of the platform in English', ...inEnglish },
  ],
  '/operator/personal-data': [
    { shows: 'requests that are done', steps: page => page.getByRole('row').nth(1).waitFor() },
    { shows: 'the register', query: '?show=register', steps: page => page.getByRole('row').nth(3).waitFor() },
    { shows: 'requests in English', ...inEnglish, steps: page => page.getByRole('row').nth(1).waitFor() },
  ],
}
