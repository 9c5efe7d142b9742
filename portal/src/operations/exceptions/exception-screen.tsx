import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Copied } from '../../kit/copy-button.tsx'
import { Details } from '../../kit/details.tsx'
import { LinkButton, TextLink } from '../../kit/link.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Money } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { UnreadState } from '../../kit/unread-state.tsx'
import { When } from '../../kit/when.tsx'
import { type ExceptionView, exceptionKey, isPlatforms, readException } from './api.ts'
import { EndExceptionDialog } from './end-exception-dialog.tsx'
import { differenceTexts, exceptionTexts, orderKindTexts } from './texts.ts'
import { useActWords, useFactWords } from './exception-words.ts'
import classes from './exception-screen.module.css'

/** Other operators may end it meanwhile. */
const refetchInterval = 15_000

/** One bank exception: what is known of it, and the actions that close it. */
export function ExceptionScreen() {
  const words = useTexts(exceptionTexts)
  const kinds = useTexts(orderKindTexts)
  const differences = useTexts(differenceTexts)
  const { of, id } = useParams({ from: '/shell/operator/exceptions/$of/$id' })
  const { data, error, refetch } = useQuery({
    queryKey: exceptionKey(of, id),
    queryFn: () => readException(of, id),
    refetchInterval,
  })
  const breadcrumbs = [{ label: words.exceptions, to: '/operator/exceptions' }]
  if (data !== undefined)
    return (
      <Page
        title={data.difference === null ? kinds[data.kind] : differences[data.difference]}
        beside={<StateBadge kind="exception" state={data.state} size="lg" />}
        breadcrumbs={breadcrumbs}
      >
        <Ended exception={data} />
        <Happened exception={data} />
        <Payment exception={data} />
        <Actions exception={data} />
      </Page>
    )
  return (
    <Page title="…" breadcrumbs={breadcrumbs}>
      <UnreadState
        error={error}
        notFound="ExceptionNotFound"
        title={words.notFound}
        back={
          <LinkButton variant="default" to="/operator/exceptions">
            {words.back}
          </LinkButton>
        }
        retry={() => void refetch()}
      />
    </Page>
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
  const { difference, kind } = exception
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
  const unmatchedWord = transaction?.state === 'Refunded' ? words.unmatchedReturned : words.unmatchedKept
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
              (isUnmatched ? unmatchedWord : <StateBadge kind="transaction" state={transaction.state} />),
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

/** The actions that close it, each with what it does to the money. */
function Actions({ exception }: { exception: ExceptionView }) {
  const words = useTexts(exceptionTexts)
  const actWords = useActWords()
  const mayEnd = usePermission('platform.manage')
  const [open, setOpen] = useState<ExceptionView['actions'][number] | null>(null)
  if (exception.actions.length === 0 || !mayEnd) return null
  return (
    <Section title={words.end} description={words.endIntro}>
      <ul className={classes.actions}>
        {exception.actions.map(row => {
          const { name, does } = actWords(exception, row.act)
          return (
            <li key={row.act} className={classes.act}>
              <Button variant="default" fullWidth onClick={() => setOpen(row)}>
                {name}
              </Button>
              <Text size="sm" c="dimmed">
                {does}
              </Text>
            </li>
          )
        })}
      </ul>
      {open !== null && (
        <EndExceptionDialog
          exception={exception}
          act={open}
          onClose={() => setOpen(null)}
          onDone={() => setOpen(null)}
        />
      )}
    </Section>
  )
}
