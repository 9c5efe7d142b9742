import { plain } from '../terminal/words.ts'
import type { Access } from '../profiles/access.ts'
import type { Terminal } from '../terminal/terminal.ts'

/**
 * Every payment names an address that is told of it. Where there is none, only `trilho listen` hears: nobody answers on
 * this port of the server's own machine. A server in production refuses it, and asks so for a real one.
 */
export const nobodysAddress = 'http://127.0.0.1:9/only-trilho-listen'

export const webhookOption = {
  value: 'URL',
  says: "address that is told of it; otherwise the profile's, otherwise only trilho listen hears",
} as const

export function webhookFor({ webhookUrl }: Access, terminal: Terminal, typed: string | undefined): { url: string } {
  const url = typed ?? webhookUrl
  if (url === undefined && !terminal.isJson)
    terminal.note(
      terminal.paintNote('dim', 'No webhook address (--webhook URL): trilho listen hears of it all the same.'),
    )
  return { url: url ?? nobodysAddress }
}

/** An address as a person is told it. */
export const showAddress = (url: string | null): string =>
  url === nobodysAddress ? 'no address, only trilho listen' : plain(url ?? '')
