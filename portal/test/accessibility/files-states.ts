import { type States, press, pressInDialog, sees } from './matrix.ts'
import type { ReceivingWorld } from './receiving-world.ts'

const ofFiles = {
  as: ({ filed }: ReceivingWorld) => filed.owner,
  ids: ({ filed }: ReceivingWorld) => ({ merchantId: filed.merchantId }),
}

/** Files that a merchant requests, schedules and compares. */
export const filesStates: States<ReceivingWorld> = {
  '/m/$merchantId/files': [
    { shows: 'files and a schedule', ...ofFiles, steps: page => sees(page, 'Pronto') },
    {
      shows: 'none',
      ids: ({ empty }) => ({ merchantId: empty }),
      as: ({ emptyFinance }) => emptyFinance,
      steps: page => sees(page, 'Nenhum arquivo ainda'),
    },
    {
      shows: 'what file to request',
      ...ofFiles,
      steps: page => press(page, 'Solicitar arquivo'),
      opens: 'products/files/request-file-dialog.tsx',
    },
    {
      shows: 'a list to compare',
      ...ofFiles,
      steps: async page => {
        await press(page, 'Comparar lista')
        await pressInDialog(page, 'Comparar')
      },
      opens: 'products/files/compare-list-dialog.tsx',
    },
    {
      shows: 'the result of a comparison',
      ...ofFiles,
      steps: async page => {
        await press(page, 'Ver resultado')
        await page.getByRole('row', { name: /torta.*Falta aqui/ }).waitFor()
      },
      opens: 'products/files/result-dialog.tsx',
    },
    {
      shows: 'a schedule into a bucket that lacks its address',
      ...ofFiles,
      steps: async page => {
        await press(page, 'Agendar')
        await page.getByRole('dialog').getByText('Bucket S3').click()
        await pressInDialog(page, 'Agendar')
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
      opens: 'products/files/new-schedule-dialog.tsx',
    },
    {
      shows: 'whether to end a schedule',
      ...ofFiles,
      steps: page => page.getByRole('button', { name: /Encerrar agendamento/ }).click(),
      opens: 'products/files/schedules-section.tsx',
    },
  ],
}
