import { command } from '../command-line/command.ts'

export const mcp = command({
  name: 'mcp',
  says: 'a server for assistants (Model Context Protocol), on stdin and stdout',
  more: `Started by an assistant, not by hand. It reads transactions, the balance, payment links, disputes, files and webhook
deliveries, searches by id, checks payouts and explains errors. In a sandbox it also creates payments, payment links and files,
cancels, answers disputes and simulates outcomes. In production it only reads, unless you start it with --allow-writes. It
sends money (payouts and refunds) only with --allow-writes, also in a sandbox.`,
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
