import type { Trouble, TroubleKind, Trilho } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { Failure, wrongUsage } from '../command-line/failure.ts'
import { type Column, table } from '../terminal/table.ts'

const kinds = [
  'webhookDrop',
  'webhookDelay',
  'webhookReorder',
  'webhookDuplicate',
  'slowBank',
  'refundRefused',
  'slowBoleto',
  'boletoRefused',
] as const satisfies readonly TroubleKind[]

const columns: Column<Trouble>[] = [
  { title: 'kind', of: ({ kind }) => kind },
  { title: 'times left', of: ({ timesLeft }) => String(timesLeft), isRight: true },
  { title: 'seconds', of: ({ seconds }) => (seconds === null ? '' : String(seconds)), isRight: true },
  { title: 'made by', of: ({ madeBy }) => madeBy },
]

export const sandboxTrouble = command({
  name: 'sandbox trouble',
  says: 'script what goes wrong next; without a kind, show what is scripted',
  args: { kind: { says: 'what goes wrong', isOptional: true, choices: kinds } },
  options: {
    times: { value: 'COUNT', says: 'how many times; default: once' },
    seconds: { value: 'SECONDS', says: 'how long, of webhookDelay, slowBank and slowBoleto' },
    remove: { says: 'let it not happen any more' },
  },
  examples: [
    'trilho sandbox trouble webhookDuplicate --times 3',
    'trilho sandbox trouble slowBank --seconds 10',
    'trilho sandbox trouble webhookDuplicate --remove',
  ],
  run: async ({ terminal, connect }, { args, options }) => {
    const trilho = await connect()
    const kind = args.kind as TroubleKind | undefined
    if (kind !== undefined && options.remove) await remove(trilho, kind)
    else if (kind !== undefined)
      await trilho.sandbox.troubles.create({ kind, times: count(options.times), seconds: count(options.seconds) })
    const { items } = await trilho.sandbox.troubles.list()
    terminal.answer(items, () => {
      if (items.length === 0) return terminal.note('Nothing is scripted to go wrong.')
      terminal.line(table(terminal.paint, columns, items))
    })
  },
})

async function remove(trilho: Trilho, kind: TroubleKind): Promise<void> {
  const { items } = await trilho.sandbox.troubles.list()
  const scripted = items.find(trouble => trouble.kind === kind)
  if (scripted === undefined) throw new Failure('refused', `No ${kind} is scripted.`)
  await trilho.sandbox.troubles.delete(scripted.id)
}

function count(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(text)) throw wrongUsage(`${text} is no count.`)
  return Number(text)
}
