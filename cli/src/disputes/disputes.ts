import type { ContestReason, Dispute, DisputeState } from '@trilho/sdk'
import { command } from '../command-line/command.ts'
import { type Column, facts, table } from '../terminal/table.ts'
import { readLimit, take } from '../terminal/take.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { plain, showAmount, showDate } from '../terminal/words.ts'

const states = ['Open', 'Defended', 'Returning', 'Returned', 'Released'] as const satisfies readonly DisputeState[]
const id = { says: 'the dispute' }

const show = (terminal: Terminal, dispute: Dispute) =>
  terminal.answer(dispute, () =>
    terminal.line(
      facts(terminal.paint, [
        ['state', dispute.state],
        ['reason', dispute.reason],
        ['says', dispute.details && plain(dispute.details)],
        ['asked', showAmount(dispute.askedAmount)],
        ['blocked', showAmount(dispute.blockedAmount)],
        ['returned', showAmount(dispute.returnedAmount)],
        ['answer by', showDate(dispute.answerUntil)],
        ['defence', dispute.defence && plain(dispute.defence)],
        ['contest by', dispute.contestUntil ? showDate(dispute.contestUntil) : null],
        ['contest', dispute.contest ? plain(dispute.contest.text) : null],
        ['bank says', dispute.contest?.outcome ?? null],
        ['transaction', dispute.transactionId],
        ['id', dispute.id],
      ]),
    ),
  )

export const disputesList = command({
  name: 'disputes list',
  says: 'list disputes, newest first: banks that want money back',
  args: {},
  options: {
    state: { value: 'STATE', says: 'in this state', choices: states },
    limit: { value: 'COUNT', says: 'so many at most, or all; default: 20' },
  },
  examples: ['trilho disputes list --state Open'],
  run: async ({ terminal, connect, signal }, { options }) => {
    const trilho = await connect()
    const query = { state: options.state as DisputeState | undefined }
    const { items } = await take(terminal, trilho.disputes.each(query, { signal }), readLimit(options.limit))
    terminal.answer(items, () => {
      if (items.length === 0) return terminal.note('No disputes.')
      terminal.line(table(terminal.paint, columns, items))
    })
  },
})

const columns: Column<Dispute>[] = [
  { title: 'opened', of: ({ date }) => showDate(date) },
  { title: 'reason', of: ({ reason }) => reason },
  { title: 'asked', of: ({ askedAmount }) => showAmount(askedAmount), isRight: true },
  { title: 'blocked', of: ({ blockedAmount }) => showAmount(blockedAmount), isRight: true },
  { title: 'answer by', of: ({ answerUntil }) => showDate(answerUntil) },
  { title: 'state', of: ({ state }) => state },
  { title: 'id', of: dispute => dispute.id },
]

export const disputesShow = command({
  name: 'disputes show',
  says: 'show a dispute: what is blocked, and until when it can be answered',
  args: { id },
  options: {},
  examples: ['trilho disputes show 019a8a3c-…'],
  run: async ({ terminal, connect }, { args }) => show(terminal, await (await connect()).disputes.read(args.id)),
})

export const disputesDefend = command({
  name: 'disputes defend',
  says: 'answer a dispute, once',
  args: { id, text: { says: 'why the money is rightly yours' } },
  options: {},
  examples: ['trilho disputes defend 019a8a3c-… "Delivered on Monday, signed for"'],
  run: async ({ terminal, connect }, { args }) =>
    show(terminal, await (await connect()).disputes.defend(args.id, { text: args.text })),
})

const reasons = ['NoFraud', 'AlreadyRefunded', 'WrongAmount', 'Other'] as const satisfies readonly ContestReason[]

export const disputesContest = command({
  name: 'disputes contest',
  says: 'contest the return of a dispute, once',
  args: { id, text: { says: 'what speaks against the return' } },
  options: { reason: { value: 'REASON', says: 'why; default: Other', choices: reasons } },
  examples: ['trilho disputes contest 019a8a3c-… "Delivered on Monday, signed for" --reason NoFraud'],
  run: async ({ terminal, connect }, { args, options }) => {
    const reason = (options.reason ?? 'Other') as ContestReason
    return show(terminal, await (await connect()).disputes.contest(args.id, { reason, text: args.text }))
  },
})
