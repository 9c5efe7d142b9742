import { Alert, Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconAlertTriangle, IconCircleCheck } from '../../kit/icons.tsx'
import { type List, useList, wholeList } from '../../kit/list.ts'
import { Page } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { TabsInUrl } from '../../kit/tabs-in-url.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { useAlarmWords } from './alarm-words.ts'
import { type AlarmItem, type RuleView, alarmsKey, endedAlarmsPath, openAlarmsQuery } from './api.ts'
import { alarmTexts, ruleTexts, thresholdTexts } from './texts.ts'

/** What needs a person now, what has needed one, and by which rules that is known. */
export function AlarmsScreen() {
  const words = useTexts(alarmTexts)
  return (
    <Page title={words.alarms} description={words.intro}>
      <Stale />
      <TabsInUrl
        filter="show"
        tabs={[
          { value: 'open', label: words.open, panel: <OpenAlarms /> },
          { value: 'ended', label: words.ended, panel: <EndedAlarms /> },
          { value: 'rules', label: words.rules, panel: <Rules /> },
        ]}
      />
    </Page>
  )
}

const staleMs = 5 * 60_000

/** Nobody is woken while no worker measures. */
function Stale() {
  const words = useTexts(alarmTexts)
  const { data, dataUpdatedAt } = useQuery(openAlarmsQuery)
  if (data === undefined) return null
  const isStale = data.evaluatedAt === null || dataUpdatedAt - Date.parse(data.evaluatedAt) > staleMs
  if (!isStale) return null
  return (
    <Alert role="note" color="red" icon={<IconAlertTriangle aria-hidden />} title={words.staleTitle} mb="lg">
      {data.evaluatedAt === null ? words.neverEvaluated : words.staleHint}
    </Alert>
  )
}

const pathOf = ({ id }: AlarmItem) => `/operator/alarms/${id}`

/** All of them come at once. */
function useWhole<Row>(pick: (data: { items: AlarmItem[]; rules: RuleView[] }) => Row[]): List<Row> {
  const { data, ...query } = useQuery(openAlarmsQuery)
  return wholeList({ ...query, data: data && pick(data) })
}

/** What both lists begin with. */
function useWhat(): Column<AlarmItem>[] {
  const words = useTexts(alarmTexts)
  const wordsOf = useAlarmWords()
  return [
    { header: words.what, cell: alarm => wordsOf(alarm).title },
    { header: words.severity, cell: ({ severity }) => <StateBadge kind="severity" state={severity} /> },
  ]
}

function OpenAlarms() {
  const words = useTexts(alarmTexts)
  const list = useWhole(({ items }) => items)
  const columns: Column<AlarmItem>[] = [
    ...useWhat(),
    {
      header: words.state,
      cell: ({ state, acknowledged }) => (
        <div>
          <StateBadge kind="alarm" state={state} />
          {acknowledged !== null && (
            <Text size="xs" c="dimmed" mt={2}>
              {words.lookedAfterBy(acknowledged.by)}
            </Text>
          )}
        </div>
      ),
    },
    { header: words.since, cell: ({ raisedAt }) => <When at={raisedAt} relative />, align: 'right' },
  ]
  return (
    <DataTable
      caption={words.open}
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      rowPath={pathOf}
      empty={<EmptyState icon={IconCircleCheck} title={words.noOpen} hint={words.noOpenHint} />}
    />
  )
}

function EndedAlarms() {
  const words = useTexts(alarmTexts)
  const list = useList<AlarmItem>([...alarmsKey, 'ended'], endedAlarmsPath, {}, { refetchInterval: 60_000 })
  const columns: Column<AlarmItem>[] = [
    ...useWhat(),
    {
      header: words.acknowledged,
      cell: ({ acknowledged }) =>
        acknowledged && (
          <div>
            {acknowledged.by}
            <Text size="xs" c="dimmed" lineClamp={2}>
              {acknowledged.note}
            </Text>
          </div>
        ),
    },
    { header: words.since, cell: ({ raisedAt }) => <When at={raisedAt} />, align: 'right' },
    { header: words.until, cell: ({ endedAt }) => endedAt && <When at={endedAt} />, align: 'right' },
  ]
  return (
    <DataTable
      caption={words.ended}
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      rowPath={pathOf}
      empty={<EmptyState icon={IconCircleCheck} title={words.noEnded} hint={words.noEndedHint} />}
    />
  )
}

function Rules() {
  const words = useTexts(alarmTexts)
  const names = useTexts(ruleTexts)
  const thresholds = useTexts(thresholdTexts)
  const { data } = useQuery(openAlarmsQuery)
  const list = useWhole(({ rules }) => rules)
  const columns: Column<RuleView>[] = [
    { header: words.rule, cell: ({ rule }) => names[rule] },
    { header: words.severity, cell: ({ severity }) => <StateBadge kind="severity" state={severity} /> },
    {
      header: words.threshold,
      cell: ({ setting, threshold }) => thresholds[setting].replace('{}', String(threshold)),
    },
    { header: words.setting, cell: ({ setting }) => <Code>{setting}</Code>, notOnPhone: true },
    { header: words.measured, cell: ({ isUnmeasured }) => (isUnmeasured ? words.unmeasured : words.isMeasured) },
  ]
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {words.rulesIntro} {data !== undefined && (data.hasWebhook ? words.withWebhook : words.withoutWebhook)}{' '}
        {data?.evaluatedAt && (
          <>
            {words.evaluated} <When at={data.evaluatedAt} relative />
          </>
        )}
      </Text>
      <DataTable caption={words.rules} columns={columns} list={list} rowKey={({ rule }) => rule} />
    </>
  )
}
