import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconShieldCheck } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useList, wholeList } from '../../kit/list.ts'
import { formatMoney } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { TabsInUrl } from '../../kit/tabs-in-url.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { operatorRoleTexts } from '../../tenancy/members/texts.ts'
import { type ApprovalRules, type OperatorRequestItem, approvalKeys, approvalsPath, rulesQuery } from './api.ts'
import { approvalTexts, operatorActTexts, whenNeededTexts } from './texts.ts'

/** What operators ask each other to approve, what became of it, and which actions need it. */
export function ApprovalsScreen() {
  const words = useTexts(approvalTexts)
  return (
    <Page title={words.approvals} description={words.approvalsIntro}>
      <TabsInUrl
        filter="state"
        tabs={[
          { value: 'open', label: words.open, panel: <Requests state="open" /> },
          { value: 'decided', label: words.decided, panel: <Requests state="decided" /> },
          { value: 'rules', label: words.rules, panel: <Rules /> },
        ]}
      />
    </Page>
  )
}

/** Other operators do not wait. */
const refetchInterval = 15_000

function Requests({ state }: { state: 'open' | 'decided' }) {
  const words = useTexts(approvalTexts)
  const names = useTexts(operatorActTexts)
  const list = useList<OperatorRequestItem>(approvalKeys.all, approvalsPath, { state }, { refetchInterval })
  const columns: Column<OperatorRequestItem>[] = [
    {
      header: words.what,
      cell: ({ act, merchant, subject }) => (
        <div>
          <Text span inherit fw={500}>
            {names[act]}
          </Text>
          <Text span display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {merchant?.name ?? (/^[0-9a-f]{8}-/.test(subject) ? '' : subject)}
          </Text>
        </div>
      ),
    },
    { header: words.requestedBy, cell: ({ requestedBy }) => requestedBy.name },
    { header: words.state, cell: request => <StateBadge kind="operatorRequest" state={request.state} /> },
    { header: words.when, cell: ({ createdAt }) => <When at={createdAt} relative />, align: 'right' },
  ]
  return (
    <DataTable
      caption={words[state]}
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      rowPath={({ id }) => `/operator/approvals/${id}`}
      empty={
        <EmptyState
          icon={IconShieldCheck}
          title={state === 'open' ? words.noOpen : words.noDecided}
          hint={state === 'open' ? words.noOpenHint : words.noDecidedHint}
        />
      }
    />
  )
}

type Rule = ApprovalRules['rules'][number]

function Rules() {
  const words = useTexts(approvalTexts)
  const needed = useTexts(whenNeededTexts)
  const roles = useTexts(operatorRoleTexts)
  const names = useTexts(operatorActTexts)
  const language = useLanguage()
  const query = useQuery(rulesQuery)
  const columns: Column<Rule>[] = [
    { header: words.what, cell: ({ act }) => names[act] },
    { header: words.who, cell: rule => rule.roles.map(role => roles[role]).join(', ') },
    {
      header: words.needs,
      cell: ({ needs }) => (
        <Text span inherit c={needs === 'never' ? 'dimmed' : undefined}>
          {needed[needs]}
        </Text>
      ),
    },
  ]
  return (
    <>
      {query.data !== undefined && (
        <Text size="sm" c="dimmed" mb="md">
          {words.rulesIntro(
            formatMoney(query.data.aloneUpTo, language),
            formatMoney(query.data.alonePerDay, language),
            query.data.successorWaitHours,
          )}
        </Text>
      )}
      <DataTable
        caption={words.rules}
        columns={columns}
        list={wholeList({ ...query, data: query.data?.rules })}
        rowKey={({ act }) => act}
      />
    </>
  )
}
