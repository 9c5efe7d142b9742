import { Button, Code, List, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Details } from '../../kit/details.tsx'
import { useLanguage } from '../../kit/language.ts'
import { LinkButton } from '../../kit/link.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { useSession } from '../../kit/session.ts'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { AcknowledgeDialog } from './acknowledge-dialog.tsx'
import { useAlarmWords } from './alarm-words.ts'
import { type AlarmDetail, alarmQuery } from './api.ts'
import { alarmTexts, ruleTexts, thresholdTexts } from './texts.ts'

/** One alarm: what was measured, what to do, and who looks after it. */
export function AlarmScreen() {
  const words = useTexts(alarmTexts)
  const wordsOf = useAlarmWords()
  const mayManage = useSession().platformPermissions.includes('alarms.acknowledge')
  const { id } = useParams({ from: '/shell/operator/alarms/$id' })
  const query = useQuery(alarmQuery(id))
  const [isOpen, { open, close }] = useDisclosure(false)
  const above = { label: words.alarms, to: '/operator/alarms' }
  const notFound = { reason: 'AlarmNotFound', title: words.notFound, back: words.back } as const
  return (
    <LoadedPage query={query} above={above} notFound={notFound}>
      {alarm => (
        <Page
          title={wordsOf(alarm).title}
          beside={<StateBadge kind="alarm" state={alarm.state} size="lg" />}
          breadcrumbs={[above]}
          actions={
            <>
              <LinkButton variant="default" to={alarm.path}>
                {words.look}
              </LinkButton>
              {alarm.state === 'Raised' && mayManage && <Button onClick={open}>{words.acknowledge}</Button>}
            </>
          }
        >
          <Acknowledged alarm={alarm} />
          <Runbook alarm={alarm} />
          <Measured alarm={alarm} />
          <Calls alarm={alarm} />
          {isOpen && <AcknowledgeDialog alarmId={alarm.id} onClose={close} />}
        </Page>
      )}
    </LoadedPage>
  )
}

function Acknowledged({ alarm: { acknowledged } }: { alarm: AlarmDetail }) {
  const words = useTexts(alarmTexts)
  if (acknowledged === null) return null
  return (
    <Section title={words.acknowledged}>
      <Details
        isRows
        items={[
          { label: words.by, value: acknowledged.by },
          { label: words.when, value: <When at={acknowledged.at} /> },
          { label: words.note, value: `“${acknowledged.note}”` },
        ]}
      />
    </Section>
  )
}

function Runbook({ alarm }: { alarm: AlarmDetail }) {
  const words = useTexts(alarmTexts)
  const { meaning, steps } = alarm.runbook[useLanguage()]
  return (
    <Section title={words.runbook}>
      <Text size="sm" maw={640} mb="md">
        <WithCode text={meaning} />
      </Text>
      <List type="ordered" size="sm" spacing="xs" maw={640}>
        {steps.map(step => (
          <List.Item key={step}>
            <WithCode text={step} />
          </List.Item>
        ))}
      </List>
    </Section>
  )
}

/** A text of the runbooks, in which code stands between backticks. */
const WithCode = ({ text }: { text: string }) =>
  text.split('`').map((piece, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change their places
    at % 2 === 0 ? <Fragment key={at}>{piece}</Fragment> : <Code key={at}>{piece}</Code>,
  )

function Measured({ alarm }: { alarm: AlarmDetail }) {
  const words = useTexts(alarmTexts)
  const rules = useTexts(ruleTexts)
  const thresholds = useTexts(thresholdTexts)
  const { text } = useAlarmWords()(alarm)
  const { rule, setting, threshold, notices, notifiedAt, endedAt } = alarm
  return (
    <Section title={words.whatHappened}>
      <Details
        isRows
        items={[
          { label: words.found, value: text },
          {
            label: words.limit,
            value: (
              <>
                {rules[rule]}: {thresholds[setting].replace('{}', String(threshold))} <Code>{setting}</Code>
              </>
            ),
          },
          { label: words.severity, value: <StateBadge kind="severity" state={alarm.severity} /> },
          {
            label: words.since,
            value: (
              <>
                <When at={alarm.raisedAt} /> (<When at={alarm.raisedAt} relative />)
              </>
            ),
          },
          { label: words.until, value: endedAt && <When at={endedAt} /> },
          {
            label: words.notified,
            value: notifiedAt && (
              <>
                {words.notifiedTimes(notices)} <When at={notifiedAt} />
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}

function Calls({ alarm: { calls } }: { alarm: AlarmDetail }) {
  const words = useTexts(alarmTexts)
  if (calls.length === 0) return null
  const resultOf = ({ sentAt, fault, attempts }: AlarmDetail['calls'][number]) =>
    sentAt !== null ? words.sent : fault === null ? words.waiting : words.failed(fault, attempts)
  return (
    <Section title={words.calls}>
      <Details
        isRows
        items={calls.map(call => ({
          label: words[call.event],
          value: (
            <>
              {resultOf(call)} · <When at={call.at} />
            </>
          ),
        }))}
      />
    </Section>
  )
}
