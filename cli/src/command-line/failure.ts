/** How a run can end. Scripts rely on these numbers. */
export const exits = {
  // name: [code, what it means]
  done: [0, 'done'],
  refused: [1, 'the server refused it, or it ended in another way than hoped for'],
  wrongUsage: [2, 'the command was not understood'],
  notLoggedIn: [3, 'no profile, or its key is not accepted: trilho login'],
  unavailable: [4, 'the server cannot be reached or is not available now: try again later'],
  waitedInVain: [5, 'what --wait waited for did not come in time'],
  fault: [70, 'a fault of this program'],
  interrupted: [130, 'stopped by Ctrl-C'],
} as const

export type Exit = keyof typeof exits

/** What ends a run: what went wrong, and how to mend it. */
export class Failure extends Error {
  exit: Exit
  hint: string | undefined

  constructor(exit: Exit, message: string, hint?: string) {
    super(message)
    this.exit = exit
    this.hint = hint
  }
}

export const wrongUsage = (message: string, hint?: string) => new Failure('wrongUsage', message, hint)
