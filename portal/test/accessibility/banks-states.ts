import type { Page } from 'playwright-core'
import { newPortalPerson } from '../../../server/test/kit/portal-client.ts'
import { startRealBank } from '../../../server/test/kit/real-bank.ts'
import { openPortal } from '../portal-kit.ts'
import { type ScreenState, type States, fill, press, pressInDialog, sees } from './matrix.ts'
import { newEnglish } from './people.ts'

type BanksWorld = Awaited<ReturnType<typeof openBanksWorld>>

const production = { TRILHO_ENV: 'production', TRILHO_SECRET: 'x'.repeat(40) }

/** A production with two real banks, one paused; one without a bank; and a sandbox, which has the simulator only. */
export async function openBanksWorld() {
  const portal = await openPortal(production, { isConnected: false })
  const bank = await startRealBank()
  await bank.connect(portal.trilho.needs, 'efi', true)
  await portal.trilho.sql`
    insert into balance_proofs (connection_id, day, at, state, bank_amount, books_amount, in_flight, gap, entered_by)
    select id, d.day, now(), d.state, 1000000000, d.books, 0, 1000000000 - d.books, d.entered_by
      from bank_connections, (values ('2026-11-13'::date, 'Equal', 1000000000, null),
                                     ('2026-11-14'::date, 'Gap', 1002500000, 'Olga Lima')) d(day, state, books, entered_by)`
  const [proved] = await portal.trilho.sql<{ id: string }[]>`select id from bank_connections`
  const pausedId = await bank.connect(portal.trilho.needs, 'standard', false)
  await portal.trilho.sql`update bank_connections set paused_at = now() where id = ${pausedId}`
  const operator = await newPortalPerson(portal.trilho, { isOperator: true })
  const bare = await openPortal(production, { isConnected: false })
  const sandbox = await openPortal()
  return {
    portal,
    operator,
    owner: operator,
    ids: { bank: proved?.id ?? '' },
    pausedId,
    bare: { portal: bare, operator: await newPortalPerson(bare.trilho, { isOperator: true }) },
    sandbox: { portal: sandbox, operator: await newEnglish(sandbox, { isOperator: true }) },
  }
}

const connect = async (page: Page, bank: string) => {
  await press(page, 'Conectar um banco')
  await page.getByRole('dialog').getByLabel('Banco', { exact: true }).selectOption(bank)
}
const invalid = (page: Page) => page.locator('[aria-invalid="true"]').first().waitFor()

const opened = (name: string, file: string, steps?: ScreenState<BanksWorld>['steps']): ScreenState<BanksWorld> => ({
  shows: `the dialog: ${name}`,
  steps: async (page, world) => {
    await press(page, name)
    await steps?.(page, world)
  },
  opens: `operations/banks/${file}`,
})

/** The banks of the platform. */
export const banksStates: States<BanksWorld> = {
  '/operator/banks/$bank': [
    { shows: 'days that agree and one that does not', steps: page => sees(page, 'Digitado por Olga Lima') },
    {
      shows: 'what the platform paid there, without a reason',
      steps: async page => {
        await press(page, 'Lançar da plataforma')
        await pressInDialog(page, 'Lançar da plataforma')
        await sees(page, 'Use pelo menos 3 caracteres')
      },
      opens: 'operations/balance-proofs/balance-dialogs.tsx',
    },
    {
      shows: 'a bank whose balance is entered',
      ids: ({ pausedId }) => ({ bank: pausedId }),
      steps: async page => {
        await press(page, 'Informar saldo')
        await page.getByLabel('Saldo no extrato').waitFor()
      },
      opens: 'operations/balance-proofs/balance-dialogs.tsx',
    },
  ],
  '/operator/banks': [
    { shows: 'a bank that responds and a paused one', steps: page => sees(page, 'Pausado') },
    {
      shows: 'none',
      portal: ({ bare }) => bare.portal,
      as: ({ bare }) => bare.operator,
      steps: page => sees(page, 'Nenhum banco está conectado'),
    },
    {
      shows: 'the simulator, in English',
      portal: ({ sandbox }) => sandbox.portal,
      as: ({ sandbox }) => sandbox.operator,
      language: 'en',
      steps: page => sees(page, 'Real banks are connected in production'),
    },
    {
      shows: 'what Banco do Brasil asks for',
      steps: async page => {
        await connect(page, 'Banco do Brasil')
        await page.getByLabel('Chave da aplicação').waitFor()
      },
      opens: 'operations/banks/connect-bank-dialog.tsx',
    },
    {
      shows: 'what a connection with Open Finance lacks',
      steps: async page => {
        await connect(page, 'Efí')
        await page.getByLabel('Ambiente').selectOption('Outros endereços')
        await page.getByLabel('Inicia pagamentos no banco do pagador').check()
        await press(page, 'Conectar')
        await sees(page, 'Um CPF ou CNPJ')
      },
      opens: 'operations/banks/connect-bank-dialog.tsx',
    },
    {
      shows: 'how a bank is called otherwise',
      steps: async page => {
        await connect(page, 'Bradesco')
        await page.getByLabel('Outros cabeçalhos, parâmetros ou caminhos').check()
        await page.getByLabel('Cabeçalhos', { exact: true }).fill('nenhum valor')
        await press(page, 'Conectar')
        await sees(page, 'Uma linha não é como nome: valor')
      },
      opens: 'operations/banks/connect-bank-dialog.tsx',
    },
    opened('Testar efi', 'bank-actions.tsx', page => sees(page, 'cobranças: o banco responde')),
    opened('Pausar efi', 'bank-actions.tsx'),
    opened('Retomar standard', 'bank-actions.tsx'),
    opened('Remover standard', 'bank-actions.tsx'),
    opened('Transferir de efi', 'transfer-dialogs.tsx', async page => {
      await pressInDialog(page, 'Transferir')
      await sees(page, 'Digite um valor')
    }),
    opened('Saldo mínimo de efi', 'transfer-dialogs.tsx', async page => {
      await page.getByRole('dialog').getByLabel('Saldo mínimo').fill('muito')
      await pressInDialog(page, 'Salvar')
      await sees(page, 'Digite um valor')
    }),
    opened('Novo certificado de efi', 'renew-certificate-dialog.tsx', async page => {
      await pressInDialog(page, 'Acrescentar')
      await invalid(page)
    }),
    opened('Trocar credenciais de efi', 'rotate-credentials-dialog.tsx', async page => {
      await pressInDialog(page, 'Testar e trocar')
      await sees(page, 'Preencha o que muda')
    }),
    opened('Mudar efi', 'change-bank-dialog.tsx', async page => {
      const address = await page.getByLabel('API Pix').inputValue()
      await fill(page, 'API Pix', `${address}/outra`)
      await pressInDialog(page, 'Testar e mudar')
      await sees(page, 'este endereço não existe no banco')
      await page.getByLabel('Outros cabeçalhos, parâmetros ou caminhos').check()
      await page.getByLabel('Escopos').selectOption('Outros')
      await page.getByLabel('Limites de chamadas').selectOption('Outros')
      await fill(page, 'Limite de cada tipo', 'cobrancas')
      await pressInDialog(page, 'Testar e mudar')
      await sees(page, 'Cada linha tem um tipo de chamada e um número')
    }),
  ],
}
