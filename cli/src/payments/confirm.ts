import type { Session } from '../command-line/command.ts'
import { Failure, wrongUsage } from '../command-line/failure.ts'
import { ask } from '../terminal/prompt.ts'

export const yesOption = { says: 'do not ask whether you are sure' } as const

/** Before anything that leads to a question nobody could answer. */
export function refuseUnasked({ keyboard }: Session): void {
  if (!keyboard.isTTY) throw wrongUsage('This moves money, and nobody can be asked here.', 'Say --yes.')
}

/** Money leaves only when a person says so, or a script that has thought of it. */
export async function confirm(session: Session, question: string, isSure: boolean): Promise<void> {
  if (isSure) return
  refuseUnasked(session)
  const answer = await ask(session.keyboard, `${question} [y/N]`, '', session.signal)
  if (!/^y(es)?$/i.test(answer)) throw new Failure('refused', 'Nothing was sent.')
}
