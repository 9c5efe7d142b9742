import { Alert } from '@mantine/core'
import type { RequestDetail } from '../../../../server/src/products/company-payments/requests/portal-schemas.ts'
import { IconAlertTriangle, IconHourglass, IconInfoCircle } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { formatMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { approvalTexts } from './texts.ts'

type Props = { decision: Pick<RequestDetail, 'mine' | 'cost' | 'approvalProgress'>; isPending: boolean }

/** Four eyes in words: whose turn it is. And before anybody tries, whether the money is there. */
export function WhoseTurn({ decision, isPending }: Props) {
  const words = useTexts(approvalTexts)
  const language = useLanguage()
  const { mine, cost, approvalProgress } = decision
  if (!isPending) return null
  const isTeamDone = approvalProgress.approvalsGiven >= approvalProgress.approversNeeded
  const sentence = mine.asked
    ? words.youAsked
    : mine.decideAs === 'Operator' && mine.canApprove
      ? words.yourTurnOperator
      : isTeamDone
        ? words.enoughOnlyOperator
        : mine.decided
          ? words.youDecided
          : mine.canApprove
            ? words.yourTurn
            : words.onlyReads
  return (
    <>
      <Alert
        color={mine.canApprove ? 'trilho' : 'gray'}
        icon={mine.canApprove ? <IconHourglass aria-hidden /> : <IconInfoCircle aria-hidden />}
        mb="lg"
      >
        {sentence}
      </Alert>
      {cost !== null && !cost.suffices && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.notEnough} mb="lg">
          {words.notEnoughHint(formatMoney(cost.total, language), formatMoney(cost.available, language))}
        </Alert>
      )}
    </>
  )
}
