import type { CashOutCheckRequestPayment } from '@trilho/sdk'
import type { Session } from '../command-line/command.ts'
import { Failure } from '../command-line/failure.ts'
import { facts } from '../terminal/table.ts'
import { plain, showAmount } from '../terminal/words.ts'
import { confirm, refuseUnasked } from './confirm.ts'

/** Shows a person what would become of a payout, and asks. The answer lets this very payout be made, and no other. */
export async function checkAndAsk(session: Session, payment: CashOutCheckRequestPayment): Promise<string> {
  refuseUnasked(session)
  const { terminal } = session
  const trilho = await session.connect()
  const { refusal, token, owner, amount, charges, balance } = await trilho.pix.checkCashOut({ payment })
  if (refusal !== null || token === null)
    throw new Failure('refused', `${refusal?.reason ?? 'Refused'}: ${refusal?.message ?? ''}`, 'Nothing was sent.')
  const { name } = payment.recipient
  terminal.note(
    facts(terminal.paintNote, [
      [
        'owner',
        owner === null
          ? 'the bank reports the owner only when it pays'
          : plain(`${owner.name ?? name}, ${owner.taxNumber}`),
      ],
      ['charges', showAmount(charges)],
      ['left', showAmount(balance.after)],
    ]),
  )
  await confirm(session, `Pay ${showAmount(amount)} to ${name} (${payment.key.value})?`, false)
  return token
}
