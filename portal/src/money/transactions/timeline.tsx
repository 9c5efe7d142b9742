import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  IconArrowBackUp,
  IconCoin,
  IconCoinOff,
  IconPointFilled,
  IconUserCheck,
  IconWebhook,
  type Icon,
} from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { formatMoney, isNegative } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { DeliveryBadge } from '../../kit/delivery-badge.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { Refund, TransactionView } from './api.ts'
import { useCauseWord, useUnmatchedWord, useWebhookWord } from './words.ts'
import { type Moment, momentsOf } from './moments.ts'
import { transactionTexts, postingTexts } from './texts.ts'
import classes from './timeline.module.css'

const icons: Record<Moment['kind'], Icon> = {
  state: IconPointFilled,
  refund: IconArrowBackUp,
  unmatched: IconCoinOff,
  approval: IconUserCheck,
  money: IconCoin,
  webhook: IconWebhook,
}

/** What happened to the transaction, newest first. */
export function Timeline({ transaction }: { transaction: TransactionView }) {
  const words = useTexts(transactionTexts)
  return (
    <Section title={words.timeline}>
      <ol className={classes.list}>
        {momentsOf(transaction).map(moment => {
          const Sign = icons[moment.kind]
          return (
            <li key={moment.key} className={classes.moment}>
              <span className={classes.sign}>
                <Sign size={16} aria-hidden />
              </span>
              <div className={classes.what}>
                <What moment={moment} transaction={transaction} />
              </div>
              <Text size="xs" c="dimmed" className={classes.when}>
                <When at={moment.at} form="exact" />
              </Text>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

function What({ moment, transaction }: { moment: Moment; transaction: TransactionView }) {
  switch (moment.kind) {
    case 'state':
      return <StateReached state={moment.state} by={moment.isFirst ? transaction : null} />
    case 'refund':
      return <RefundStep refund={moment.refund} isEnd={moment.isEnd} />
    case 'unmatched':
      return <UnmatchedStep unmatched={moment.unmatched} isEnd={moment.isEnd} transaction={transaction} />
    case 'approval':
      return <Decided step={moment.step} />
    case 'money':
      return <MoneyMoved posting={moment.posting} />
    case 'webhook':
      return <WebhookEvent delivery={moment.delivery} />
  }
}

function StateReached({ state, by }: { state: TransactionView['state']; by: TransactionView | null }) {
  const words = useTexts(transactionTexts)
  return (
    <>
      <StateBadge kind="transaction" state={state} />
      {by !== null && by.request === null && (
        <Beside>
          {by.key === null ? words.created : words.createdByKey(by.key.name || `${by.key.accessKey.slice(0, 10)}…`)}
        </Beside>
      )}
    </>
  )
}

function RefundStep({ refund, isEnd }: { refund: Refund; isEnd: boolean }) {
  const words = useTexts(transactionTexts)
  const causeWord = useCauseWord()
  const language = useLanguage()
  const amount = formatMoney(refund.amount, language)
  if (!isEnd)
    return (
      <>
        <Text size="sm">{words.refundRequested(amount)}</Text>
        {refund.state === 'Processing' && <StateBadge kind="refund" state="Processing" />}
      </>
    )
  return (
    <>
      <Text size="sm">{words.refundOf(amount)}</Text>
      <StateBadge kind="refund" state={refund.state} />
      {refund.cause !== null && <Beside>{causeWord(refund.cause)}</Beside>}
    </>
  )
}

type Unmatched = { unmatched: TransactionView['unmatched'][number]; isEnd: boolean; transaction: TransactionView }

/** Money that could not be credited, as it came or as it went back. */
function UnmatchedStep({ unmatched, isEnd, transaction }: Unmatched) {
  const words = useTexts(transactionTexts)
  const unmatchedWord = useUnmatchedWord(transaction)
  const language = useLanguage()
  if (isEnd) return <Text size="sm">{words.unmatchedReturned(formatMoney(unmatched.amount, language))}</Text>
  return (
    <>
      <Text size="sm">{unmatchedWord(unmatched)}</Text>
      <Beside>{unmatched.endToEndId}</Beside>
    </>
  )
}

function Decided({ step }: { step: NonNullable<TransactionView['request']>['steps'][number] }) {
  const words = useTexts(transactionTexts)
  const said = {
    Pending: words.requestedBy,
    Approved: words.approvedBy,
    Rejected: words.rejectedBy,
    Cancelled: words.cancelledBy,
  }[step.status]
  return (
    <>
      <Text size="sm">
        {said(step.name)}
        {step.realm === 'Operator' && ` (${words.operator})`}
      </Text>
      {step.comment !== null && <Beside>“{step.comment}”</Beside>}
    </>
  )
}

/** Which of the merchant's own accounts changed, and by how much. */
function MoneyMoved({ posting }: { posting: TransactionView['postings'][number] }) {
  const words = useTexts(transactionTexts)
  const names = useTexts(postingTexts)
  const language = useLanguage()
  const moved = (['available', 'held', 'blocked', 'fees'] as const)
    .filter(account => /[1-9]/.test(posting[account]))
    .map(account => {
      const amount = posting[account]
      const sign = account === 'fees' || isNegative(amount) ? '' : '+'
      return `${words[account]} ${sign}${formatMoney(amount, language)}`
    })
  return (
    <>
      <Text size="sm">{names[posting.name]}</Text>
      <Beside>{moved.join(' · ')}</Beside>
    </>
  )
}

function WebhookEvent({ delivery }: { delivery: TransactionView['deliveries'][number] }) {
  const words = useTexts(transactionTexts)
  const eventWord = useWebhookWord()
  return (
    <>
      <Text size="sm">{words.webhookEvent(eventWord(delivery.event))}</Text>
      <DeliveryBadge delivery={delivery} />
      <Beside>{delivery.attemptCount === 0 ? words.noAttempts : words.attempts(delivery.attemptCount)}</Beside>
    </>
  )
}

const Beside = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" className="tabular" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)
