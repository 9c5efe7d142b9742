import { createInterface } from 'node:readline/promises'
import { Failure } from '../command-line/failure.ts'

export type Keyboard = NodeJS.ReadStream

/** Asks a person; an empty answer is the one proposed. */
export async function ask(
  keyboard: Keyboard,
  question: string,
  proposed: string,
  signal: AbortSignal,
): Promise<string> {
  const lines = createInterface({ input: keyboard, output: process.stderr })
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const answer = await lines.question(proposed === '' ? `${question}: ` : `${question} [${proposed}]: `, { signal })
    return answer.trim() || proposed
  } finally {
    lines.close()
  }
}

/** Reads a line that is not shown, not even as stars. */
export function askSecret(keyboard: Keyboard, question: string): Promise<string> {
  // Before the prompt, so that an immediate answer is not echoed either.
  keyboard.setRawMode(true)
  process.stderr.write(`${question} (not shown): `)
  keyboard.setEncoding('utf8')
  keyboard.resume()
  return new Promise((resolve, reject) => {
    let typed = ''
    const end = () => {
      keyboard.off('data', readKeys)
      keyboard.setRawMode(false)
      keyboard.pause()
      process.stderr.write('\n')
    }
    function readKeys(keys: string) {
      for (const key of keys) {
        if (key === '\r' || key === '\n') return (end(), resolve(typed))
        if (key === '\u0003' || key === '\u0004') return (end(), reject(new Failure('interrupted', 'Stopped.')))
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : typed + key
      }
    }
    keyboard.on('data', readKeys)
  })
}

/** All that is piped in, without the line end at its end. */
export async function readPiped(keyboard: Keyboard): Promise<string> {
  let text = ''
  for await (const piece of keyboard.setEncoding('utf8')) text += String(piece)
  return text.replace(/\r?\n$/, '')
}
