import { billsFile, importsOf } from '../kit/bill-imports.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'

const newImports = async ({ needs, newMerchant }: Trilho) => importsOf(await newMerchant(), needs)

export async function importWalks(trilho: Trilho): Promise<Walks> {
  const imports = await newImports(trilho)
  const running = async (): Promise<string> => (await imports.make(billsFile(crypto.randomUUID()))).id
  return {
    walks: {
      'nothing ask': running,
      'Running complete': async () => (await imports.finish(await running())).id,
      'Running stop': async () => {
        const id = await running()
        await imports.stop(id)
        return id
      },
    },
  }
}

export async function importRowWalks(trilho: Trilho): Promise<Walks> {
  const imports = await newImports(trilho)
  const running = async (): Promise<string> => (await imports.make(billsFile(crypto.randomUUID()))).id
  const rowOf = async (importId: string): Promise<string> =>
    (await trilho.sql<{ id: string }[]>`select id from bill_import_rows where import_id = ${importId}`)[0]?.id ?? ''
  return {
    walks: {
      'nothing ask': async () => rowOf(await running()),
      'Waiting make': async () => rowOf((await imports.finish(await running())).id),
      'Waiting refuse': async () => {
        const id = await running()
        await imports.stop(id)
        return rowOf(id)
      },
    },
  }
}
