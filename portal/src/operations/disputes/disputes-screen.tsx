import { Button, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type DisputeItem, allDisputesPath, disputesKey } from '../../products/disputes/api.ts'
import { useDisputeColumns } from '../../products/disputes/dispute-columns.tsx'
import { disputeTexts } from '../../products/disputes/texts.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { oneOf, useFilters } from '../../kit/filters.tsx'
import { IconGavel, IconPlus } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { useTexts } from '../../kit/texts.ts'
import { EnterDisputeDialog } from './enter-dispute-dialog.tsx'

const shape = { state: oneOf(['UnderWay', 'Over']) }
const refetchInterval = 15_000
const pathOf = ({ merchant, id }: DisputeItem) => `/m/${merchant.id}/disputes/${id}`

/** The disputes of all merchants; a case that no bank reports by itself is entered here. */
export function AllDisputesScreen() {
  const words = useTexts(disputeTexts)
  const navigate = useNavigate()
  const mayEnter = usePermission('platform.manage')
  const [isOpen, { open, close }] = useDisclosure(false)
  const { values, set } = useFilters(shape)
  return (
    <Page
      title={words.disputes}
      description={words.allIntro}
      actions={
        mayEnter && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            {words.enter}
          </Button>
        )
      }
    >
      <Tabs value={values.state ?? 'UnderWay'} onChange={state => set({ state })} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="UnderWay">{words.underWay}</Tabs.Tab>
          <Tabs.Tab value="Over">{words.over}</Tabs.Tab>
        </Tabs.List>
        {(['UnderWay', 'Over'] as const).map(state => (
          <Tabs.Panel key={state} value={state}>
            <Listed state={state} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {isOpen && (
        <EnterDisputeDialog
          onClose={close}
          onDone={dispute => {
            close()
            notifyDone(words.entered)
            void navigate({ to: pathOf(dispute) })
          }}
        />
      )}
    </Page>
  )
}

function Listed({ state }: { state: 'UnderWay' | 'Over' }) {
  const words = useTexts(disputeTexts)
  const columns = useDisputeColumns({ ofAll: true, isOver: state === 'Over' })
  const list = useList<DisputeItem>([...disputesKey, 'all'], allDisputesPath, { state }, { refetchInterval })
  return (
    <DataTable
      caption={state === 'Over' ? words.over : words.underWay}
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      rowPath={pathOf}
      empty={<EmptyState icon={IconGavel} title={state === 'Over' ? words.noOver : words.noDisputes} />}
    />
  )
}
