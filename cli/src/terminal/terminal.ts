/** Pipes and files do not say that they are no terminals. */
type Stream = Omit<NodeJS.WriteStream, 'isTTY'> & { isTTY?: boolean }

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const
export type Colour = keyof typeof codes
export type Paint = (colour: Colour, text: string) => string

/** Colours where a terminal is, and nobody has said NO_COLOR. */
const painter =
  (isColoured: boolean): Paint =>
  (colour, text) =>
    isColoured && text !== '' ? `\u001B[${codes[colour]}m${text}\u001B[0m` : text

export type Terminal = ReturnType<typeof openTerminal>

/** Results go to stdout, so that they can be piped; all that is only for a person goes to stderr. */
export function openTerminal({
  out,
  err,
  isJson,
  noColor,
}: {
  out: Stream
  err: Stream
  isJson: boolean
  noColor: boolean
}) {
  const line = (text = '') => void out.write(`${text}\n`)
  return {
    isJson,
    isColoured: out.isTTY === true && !noColor,
    paint: painter(out.isTTY === true && !noColor),
    paintNote: painter(err.isTTY === true && !noColor),
    line,
    /** Resolves when more may be written: long output waits for a slow reader. */
    write: (piece: string | Uint8Array) =>
      new Promise<void>(resolve => (out.write(piece) ? resolve() : out.once('drain', resolve))),
    note: (text: string) => void err.write(`${text}\n`),
    /** The answer of a command: JSON where that was asked for, words otherwise. */
    answer: (data: unknown, words: () => void) => (isJson ? line(JSON.stringify(data, null, 2)) : words()),
    /** Of a result that is written as it comes: where it goes to the screen, that is progress enough. */
    streamProgress: (text: string) => startProgress(err, text, err.isTTY === true && out.isTTY !== true),
    progress: (text: string) => startProgress(err, text, err.isTTY === true && !isJson),
  }
}

type Progress = { say: (words: string) => void; stop: () => void }

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** A line that moves while something takes its time, and is gone afterwards. Nothing where no terminal is. */
function startProgress(err: Stream, first: string, isShown: boolean): Progress {
  if (!isShown) return { say: () => {}, stop: () => {} }
  let text = first
  let frame = 0
  const draw = () => void err.write(`\r\u001B[2K${frames[frame++ % frames.length]} ${text}`)
  draw()
  const timer = setInterval(draw, 80)
  return {
    say: (words: string) => void (text = words),
    stop: () => {
      clearInterval(timer)
      err.write('\r\u001B[2K')
    },
  }
}
