import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Copied } from '../../kit/copy-button.tsx'
import { Details } from '../../kit/details.tsx'
import { Figure, Figures } from '../../kit/figures.tsx'
import { IconHourglass, IconInfoCircle } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { LinkButton } from '../../kit/link.tsx'
import { useMerchant } from '../../kit/merchant.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type DisputeView, disputesKey, readDispute } from './api.ts'
import { ContestForm } from './contest-form.tsx'
import { Decide } from './decide.tsx'
import { DefenceForm } from './defence-form.tsx'
import { DisputeClock, useNow } from './dispute-clock.tsx'
import { reasonTexts } from './dispute-columns.tsx'
import { SentContest } from './sent-contest.tsx'
import { SentDefence } from './sent-defence.tsx'
import { disputeTexts } from './texts.ts'

/** Others answer and decide meanwhile. */
const refetchInterval = 10_000

/** One dispute: how much time is left, what is blocked, the payment, the answer and how it ended. */
export function DisputeScreen() {
  const words = useTexts(disputeTexts)
  const language = useLanguage()
  const { id: merchantId } = useMerchant()
  const { disputeId } = useParams({ from: '/shell/m/$merchantId/disputes/$disputeId' })
  const query = useQuery({
    queryKey: [...disputesKey, merchantId, disputeId],
    queryFn: () => readDispute(merchantId, disputeId),
    refetchInterval,
  })
  const above = { label: words.disputes, to: `/m/${merchantId}/disputes` }
  const notFound = { reason: 'DisputeNotFound', title: words.notFound, back: words.back } as const
  return (
    <LoadedPage query={query} above={above} notFound={notFound}>
      {dispute => (
        <Page
          title={words.disputeOf(formatMoney(dispute.askedAmount, language))}
          beside={<StateBadge kind="dispute" state={dispute.state} size="lg" />}
          breadcrumbs={[above]}
        >
          <WhereItStands dispute={dispute} />
          <Amounts dispute={dispute} />
          {dispute.canRelease && <Decide dispute={dispute} />}
          {dispute.canDefend && <DefenceForm dispute={dispute} />}
          {dispute.defence !== null && <SentDefence dispute={dispute} defence={dispute.defence} />}
          {dispute.canContest && <ContestForm dispute={dispute} />}
          {dispute.contest !== null && <SentContest dispute={dispute} contest={dispute.contest} />}
          <BanksWord dispute={dispute} />
          <Payment dispute={dispute} />
        </Page>
      )}
    </LoadedPage>
  )
}

function WhereItStands({ dispute }: { dispute: DisputeView }) {
  const sentence = useStanding(dispute)
  const isWaiting = dispute.canDefend
  return (
    <Alert
      color={isWaiting ? 'yellow' : 'gray'}
      icon={isWaiting ? <IconHourglass aria-hidden /> : <IconInfoCircle aria-hidden />}
      mb="lg"
    >
      <Text size="sm" mb={dispute.state === 'Open' ? 'sm' : 0}>
        {sentence}
      </Text>
      {dispute.state === 'Open' && <DisputeClock dispute={dispute} isLarge />}
    </Alert>
  )
}

/** In a sentence: whose turn it is, or how it ended. */
function useStanding({ state, canDefend, answerUntil, returnedAmount, cause, ...dispute }: DisputeView): string {
  const words = useTexts(disputeTexts)
  const language = useLanguage()
  const now = useNow(dispute.clockAheadSeconds)
  switch (state) {
    case 'Open':
      if (canDefend) return words.openIntro
      return new Date(answerUntil).getTime() < now ? words.lateIntro : words.openReaderIntro
    case 'Defended':
      return words.defendedIntro
    case 'Returning':
      return words.returningIntro
    case 'Returned':
      return words.returnedIntro(formatMoney(returnedAmount, language))
    case 'Released':
      if (cause === 'ReturnRefused') return words.refusedIntro
      if (cause === 'AlreadyReturned') return words.alreadyReturnedIntro
      return cause === 'BankReleased' ? words.bankReleasedIntro : words.releasedIntro
  }
}

function Amounts({ dispute: { askedAmount, blockedAmount, returnedAmount, state } }: { dispute: DisputeView }) {
  const words = useTexts(disputeTexts)
  const language = useLanguage()
  const isUndecided = state === 'Open' || state === 'Defended'
  return (
    <>
      <Figures>
        <Figure label={words.asked}>
          <Money amount={askedAmount} />
        </Figure>
        {isUndecided ? (
          <Figure label={words.blocked}>
            <Money amount={blockedAmount} />
          </Figure>
        ) : (
          <Figure label={words.returned}>
            <Money amount={returnedAmount} />
          </Figure>
        )}
      </Figures>
      {isUndecided && blockedAmount !== askedAmount && (
        <Text size="sm" c="dimmed" mb="lg">
          {words.lessBlocked(formatMoney(blockedAmount, language), formatMoney(askedAmount, language))}
        </Text>
      )}
    </>
  )
}

function BanksWord({ dispute }: { dispute: DisputeView }) {
  const words = useTexts(disputeTexts)
  const reasons = useTexts(reasonTexts)
  return (
    <Section title={words.what}>
      <Details
        isRows
        items={[
          { label: words.reason, value: reasons[dispute.reason] },
          { label: words.details, value: dispute.details },
          {
            label: words.bankReference,
            value: <Copied value={dispute.bankReference} what={words.bankReference} />,
          },
          { label: words.reportedBy, value: words[dispute.openedBy] },
          { label: words.decidedBy, value: words[dispute.decidedBy] },
          { label: words.openedAt, value: <When at={dispute.date} /> },
          { label: words.clock, value: <When at={dispute.answerUntil} /> },
          { label: words.endedAt, value: dispute.endDate && <When at={dispute.endDate} /> },
        ]}
      />
    </Section>
  )
}

function Payment({ dispute: { merchant, transaction, transactionId } }: { dispute: DisputeView }) {
  const words = useTexts(disputeTexts)
  return (
    <Section
      title={words.payment}
      actions={
        <LinkButton
          variant="default"
          size="xs"
          to="/m/$merchantId/transactions/$transactionId"
          params={{ merchantId: merchant.id, transactionId }}
        >
          {words.seeTransaction}
        </LinkButton>
      }
    >
      <Details
        isRows
        items={[
          { label: words.merchant, value: merchant.name },
          { label: words.paid, value: <Money amount={transaction.paidAmount} /> },
          { label: words.state, value: <StateBadge kind="transaction" state={transaction.state} /> },
          { label: words.payer, value: transaction.payer },
          { label: words.paidAt, value: <When at={transaction.date} /> },
          { label: words.order, value: transaction.orderId },
          {
            label: words.endToEndId,
            value: transaction.endToEndId && <Copied value={transaction.endToEndId} what={words.endToEndId} />,
          },
        ]}
      />
    </Section>
  )
}
