import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Copied } from '../../kit/copy-button.tsx'
import { Details } from '../../kit/details.tsx'
import { LinkButton, TextLink } from '../../kit/link.tsx'
import { Money } from '../../kit/money.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type ExceptionView, exceptionKey, isPlatforms, readException } from './api.ts'
import { Actions } from './exception-actions.tsx'
import { bankAnswerTexts, differenceTexts, exceptionTexts, orderKindTexts } from './texts.ts'
import { useActWords, useFactWords } from './exception-words.ts'

/** Other operators may end it meanwhile. */
const refetchInterval = 15_000

/** One bank exception: what is known of it, and the actions that close it. */
export function ExceptionScreen() {
  const words = useTexts(exceptionTexts)
  const kinds = useTexts(orderKindTexts)
  const differences = useTexts(differenceTexts)
  const { of, id } = useParams({ from: '/shell/operator/exceptions/$of/$id' })
  const query = useQuery({
    queryKey: exceptionKey(of, id),
    queryFn: () => readException(of, id),
    refetchInterval,
  })
  const above = { label: words.exceptions, to: '/operator/exceptions' }
  const notFound = { reason: 'ExceptionNotFound', title: words.notFound, back: words.back } as const
  return (
    <LoadedPage query={query} above={above} notFound={notFound}>
      {exception => (
        <Page
          title={exception.difference === null ? kinds[exception.kind] : differences[exception.difference]}
          beside={<StateBadge kind="exception" state={exception.state} size="lg" />}
          breadcrumbs={[above]}
        >
          <Ended exception={exception} />
          <Happened exception={exception} />
          <Payment exception={exception} />
          <Actions exception={exception} />
        </Page>
      )}
    </LoadedPage>
  )
}

function Ended({ exception }: { exception: ExceptionView }) {
  const words = useTexts(exceptionTexts)
  const actWords = useActWords()
  const { ended } = exception
  if (ended === null) return null
  const { name, does } = actWords(exception, ended.act)
  return (
    <Section title={words.endedTitle}>
      <Details
        isRows
        items={[
          {
            label: words.how,
            value: (
              <>
                {name}
                <Text size="xs" c="dimmed">
                  {does}
                </Text>
              </>
            ),
          },
          { label: words.why, value: `“${ended.note}”` },
          { label: words.by, value: ended.by },
          { label: words.when, value: <When at={ended.date} form="exact" /> },
        ]}
      />
    </Section>
  )
}

function Happened({ exception }: { exception: ExceptionView }) {
  const words = useTexts(exceptionTexts)
  const differences = useTexts(differenceTexts)
  const inWords = useFactWords()
  const answers = useTexts(bankAnswerTexts)
  const { difference, kind, bankAnswer } = exception
  return (
    <Section title={words.whatHappened}>
      <Details
        isRows
        items={[
          difference === null
            ? { label: words.asked, value: words[kind] }
            : { label: words.found, value: differences[difference] },
          { label: words.expected, value: inWords(exception.expected) },
          { label: words.said, value: inWords(exception.said) },
          { label: words.gap, value: exception.gap && <Money amount={exception.gap} signed /> },
          {
            label: words.bankAnswer,
            value: bankAnswer && (
              <>
                {answers[bankAnswer.state]} (<When at={bankAnswer.date} relative />)
              </>
            ),
          },
          {
            label: words.since,
            value: (
              <>
                <When at={exception.date} /> (<When at={exception.date} relative />)
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}

/** The payment it is about. Unmatched money has no page of its own: it is nobody's; the charge it was meant for has one. */
function Payment({ exception }: { exception: ExceptionView }) {
  const words = useTexts(exceptionTexts)
  const { merchant, transaction, transactionId, meantFor, endToEndId } = exception
  const isUnmatched = isPlatforms(exception)
  const page = isUnmatched ? meantFor : transactionId && { merchant, transactionId }
  const unmatchedWords: Partial<Record<string, string>> = {
    Refunded: words.unmatchedReturned,
    Cancelled: words.unmatchedCredited,
  }
  return (
    <Section
      title={words.transaction}
      actions={
        page && (
          <LinkButton
            variant="default"
            size="xs"
            to="/m/$merchantId/transactions/$transactionId"
            params={{ merchantId: page.merchant.id, transactionId: page.transactionId }}
          >
            {isUnmatched ? words.openCharge : words.openTransaction}
          </LinkButton>
        )
      }
    >
      <Details
        isRows
        items={[
          {
            label: words.whose,
            value: isUnmatched ? (
              transaction === null ? (
                words.ofNobody
              ) : (
                words.unmatched
              )
            ) : (
              <MerchantLink to={merchant} />
            ),
          },
          { label: words.meantFor, value: meantFor && <MerchantLink to={meantFor.merchant} /> },
          { label: words.amount, value: <Money amount={exception.amount} /> },
          {
            label: words.state,
            value:
              transaction &&
              (isUnmatched ? (
                (unmatchedWords[transaction.state] ?? words.unmatchedKept)
              ) : (
                <StateBadge kind="transaction" state={transaction.state} />
              )),
          },
          { label: words.endToEndId, value: endToEndId && <Copied value={endToEndId} what={words.endToEndId} /> },
          { label: words.id, value: transactionId && <Copied value={transactionId} what={words.id} /> },
        ]}
      />
    </Section>
  )
}

const MerchantLink = ({ to: { id, name } }: { to: ExceptionView['merchant'] }) => (
  <TextLink size="sm" to="/operator/merchants/$id" params={{ id }}>
    {name}
  </TextLink>
)
