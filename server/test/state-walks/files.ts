import { keptForMs, leaseMs, pausesMs, rememberedForMs } from '../../src/products/files/states.ts'
import { type RunNeeds, runFiles } from '../../src/products/files/run-files.ts'
import type { Trilho } from '../kit/trilho.ts'
import type { Walks } from './walks.ts'
import { untilDone } from '../kit/patience.ts'

export async function fileWalks(trilho: Trilho): Promise<Walks> {
  const asked = { kind: 'statement', format: 'csv', firstDay: '2026-01-01', lastDay: '2026-01-31' }
  /** Of its own merchant: no other file of it is being written. */
  const ask = async (): Promise<string> => (await (await trilho.newMerchant()).post('/files', asked)).body.data.id

  const write = () => Promise.reject(new Error('the disk is full'))
  const broken: RunNeeds = { ...trilho.needs, fileStorage: { ...trilho.needs.fileStorage, write } }

  /** Everything that is due after this time. */
  async function work(needs: RunNeeds, ms = 0): Promise<void> {
    trilho.clock.aheadMs += ms
    await untilDone(() => runFiles(needs))
    trilho.clock.aheadMs -= ms
  }
  async function askAndWork(needs: RunNeeds, ...pauses: number[]): Promise<string> {
    const id = await ask()
    await work(needs)
    let ms = 0
    for (const pauseMs of pauses) await work(needs, (ms += pauseMs + 1))
    return id
  }
  const failed = () => askAndWork(broken, ...pausesMs)

  /** A worker starts this file and never finishes. */
  async function begin(id: string, ms = 0): Promise<string> {
    for (let name = ''; !name.includes(id); ) {
      const begun = Promise.withResolvers<string>()
      const hang = (stored: string) => new Promise<number>(() => begun.resolve(stored))
      trilho.clock.aheadMs += ms
      void runFiles({ ...trilho.needs, fileStorage: { ...trilho.needs.fileStorage, write: hang } })
      name = await begun.promise
      trilho.clock.aheadMs -= ms
    }
    return id
  }

  return {
    walks: {
      'nothing ask': ask,
      'Waiting begin': async () => begin(await ask()),
      'Running begin': async () => begin(await begin(await ask()), 2 * leaseMs),
      'Running pause': () => askAndWork(broken),
      'Running finish': () => askAndWork(trilho.needs),
      'Running fail': failed,
      'Done expire': () => askAndWork(trilho.needs, keptForMs),
      'Failed purge': async () => {
        const id = await failed()
        await work(trilho.needs, rememberedForMs + 60 * leaseMs)
        return id
      },
      'Expired purge': () => askAndWork(trilho.needs, keptForMs, rememberedForMs),
    },
  }
}
