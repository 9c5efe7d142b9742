import { Group, Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StepView } from '../../../../server/src/products/approvals/portal-schemas.ts'
import type { RequestDetail } from '../../../../server/src/products/company-payments/requests/portal-schemas.ts'
import {
  IconBan,
  IconBuildingBank,
  IconCheck,
  IconCircleDashed,
  IconFileInvoice,
  IconX,
  type Icon,
} from '../../kit/icons.tsx'
import { StateBadge, type StateOf } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { approvalTexts } from './texts.ts'
import classes from './approvals.module.css'

const looks = {
  Pending: { Sign: IconFileInvoice, color: 'gray', word: 'stepAsked' },
  Approved: { Sign: IconCheck, color: 'trilho', word: 'stepApproved' },
  Rejected: { Sign: IconX, color: 'red', word: 'stepRejected' },
  Cancelled: { Sign: IconBan, color: 'gray', word: 'stepCancelled' },
} as const

type Props = {
  decision: Pick<RequestDetail, 'steps' | 'approvalProgress' | 'mayStillApprove'>
  isPending: boolean
  /** What has come of it since. */
  children?: ReactNode
}

/** Who asked, who decided what and when, and what is missing. */
export function ApprovalSteps({ decision, isPending, children }: Props) {
  const words = useTexts(approvalTexts)
  const { steps, approvalProgress, mayStillApprove } = decision
  const missing = Math.max(0, approvalProgress.approversNeeded - approvalProgress.approvalsGiven)
  const names = mayStillApprove.map(({ name }) => name).join(', ')
  return (
    <ol className={classes.steps}>
      {steps.map(step => (
        <SaidStep key={step.id} step={step} />
      ))}
      {isPending && missing > 0 && (
        <Step Sign={IconCircleDashed} color="yellow" title={words.missing(missing)}>
          <Text size="sm" c="dimmed">
            {mayStillApprove.length === 0
              ? words.nobodyMayApprove
              : mayStillApprove.length < missing
                ? words.tooFewApprovers(missing)
                : words.mayApprove(names)}
          </Text>
        </Step>
      )}
      {isPending && approvalProgress.operatorNeeded && !approvalProgress.operatorAgreed && (
        <Step Sign={IconCircleDashed} color="yellow" title={words.missingOperator} />
      )}
      {children}
    </ol>
  )
}

function SaidStep({ step }: { step: StepView }) {
  const words = useTexts(approvalTexts)
  const { Sign, color, word } = looks[step.status]
  const who = [step.isMe && words.you, step.realm === 'Operator' && words.ofTrilho].filter(Boolean).join(', ')
  return (
    <Step
      Sign={Sign}
      color={color}
      title={
        <>
          <b>{step.name}</b>
          {who !== '' && ` (${who})`} {words[word]}
        </>
      }
    >
      <Text size="xs" c="dimmed">
        <When at={step.at} />
      </Text>
      {step.comment !== null && <p className={classes.comment}>{step.comment}</p>}
    </Step>
  )
}

/** After the approval it is a payment like any other; its own page shows all of it. */
export function Execution({ request }: { request: RequestDetail }) {
  const words = useTexts(approvalTexts)
  return (
    <Step
      Sign={IconBuildingBank}
      color="gray"
      title={
        <Group gap="xs">
          {words.execution}
          <StateBadge kind="transaction" state={request.executionState as StateOf<'transaction'>} />
        </Group>
      }
    >
      {request.endedAt !== null && (
        <Text size="xs" c="dimmed">
          <When at={request.endedAt} />
        </Text>
      )}
    </Step>
  )
}

type StepProps = { Sign: Icon; color: string; title: ReactNode; children?: ReactNode }

function Step({ Sign, color, title, children }: StepProps) {
  return (
    <li className={classes.step}>
      <ThemeIcon variant="light" color={color} size={28} radius="xl">
        <Sign size={16} aria-hidden />
      </ThemeIcon>
      <div style={{ paddingTop: 3, minWidth: 0 }}>
        <Text size="sm" component="div">
          {title}
        </Text>
        {children}
      </div>
    </li>
  )
}
