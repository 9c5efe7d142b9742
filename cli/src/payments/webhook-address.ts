import { plain } from '../terminal/words.ts'
import type { Access } from '../profiles/access.ts'
import type { Terminal } from '../terminal/terminal.ts'

/**
 * Every payment names a webhook address. Without one only `trilho listen` receives its events: nothing listens on
 * this port of the server's own machine. A server in production refuses it, and asks so for a real one.
 */
export const nobodysAddress = 'http://127.0.0.1:9/only-trilho-listen'

export const webhookOption = {
  value: 'URL',
  says: "webhook address; default: the profile's, else only trilho listen receives the events",
} as const

export function webhookFor({ webhookUrl }: Access, terminal: Terminal, typed: string | undefined): { url: string } {
  const url = typed ?? webhookUrl
  if (url === undefined && !terminal.isJson)
    terminal.note(
      terminal.paintNote('dim', 'No webhook address (--webhook URL): trilho listen still receives its events.'),
    )
  return { url: url ?? nobodysAddress }
}

/** An address as shown to a person. */
export const showAddress = (url: string | null): string =>
  url === nobodysAddress ? 'no address, only trilho listen' : plain(url ?? '')
