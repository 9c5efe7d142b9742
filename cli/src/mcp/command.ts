import { command } from '../command-line/command.ts'

export const mcp = command({
  name: 'mcp',
  says: 'a server for assistants (Model Context Protocol), on stdin and stdout',
  more: `Started by an assistant, not by hand. It reads transactions, the balance, payment links, disputes, files and webhook
deliveries, finds by id, checks payouts and explains errors. In a sandbox it also creates payments and payment links, cancels,
answers disputes, asks for files and lets payments end. Elsewhere it only reads, unless it is started with
--allow-writes. It never sends money out, by payouts or refunds, without --allow-writes, in a sandbox neither.`,
  args: {},
  options: {
    'allow-writes': {
      says: 'let the assistant create payments and links, cancel, answer disputes, pay out and refund',
    },
  },
  examples: ['trilho mcp', 'trilho mcp --profile shop', 'claude mcp add trilho -- npx trilho mcp --profile sandbox'],
  // What it needs is large, and no other command needs it.
  run: async (session, { options }) =>
    (await import('./serve.ts')).serve(session, { allowsWrites: options['allow-writes'] }),
})
