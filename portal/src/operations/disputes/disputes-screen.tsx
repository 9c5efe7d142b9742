import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type DisputeItem, allDisputesPath, disputesKey } from '../../products/disputes/api.ts'
import { useDisputeColumns } from '../../products/disputes/dispute-columns.tsx'
import { disputeTexts } from '../../products/disputes/texts.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconGavel, IconPlus } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { TabsInUrl } from '../../kit/tabs-in-url.tsx'
import { useTexts } from '../../kit/texts.ts'
import { EnterDisputeDialog } from './enter-dispute-dialog.tsx'

const refetchInterval = 15_000
const pathOf = ({ merchant, id }: DisputeItem) => `/m/${merchant.id}/disputes/${id}`

/** The disputes of all merchants; a case that no bank reports by itself is entered here. */
export function AllDisputesScreen() {
  const words = useTexts(disputeTexts)
  const navigate = useNavigate()
  const mayEnter = usePermission('disputes.decide')
  const [isOpen, { open, close }] = useDisclosure(false)
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
      <TabsInUrl
        filter="state"
        tabs={[
          { value: 'UnderWay', label: words.underWay, panel: <Listed state="UnderWay" /> },
          { value: 'Over', label: words.over, panel: <Listed state="Over" /> },
          { value: 'Contested', label: words.contestedTab, panel: <Listed state="Contested" /> },
        ]}
      />
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

function Listed({ state }: { state: 'UnderWay' | 'Over' | 'Contested' }) {
  const words = useTexts(disputeTexts)
  const { caption, none } = {
    UnderWay: { caption: words.underWay, none: words.noDisputes },
    Over: { caption: words.over, none: words.noOver },
    Contested: { caption: words.contestedTab, none: words.noContested },
  }[state]
  const columns = useDisputeColumns({ ofAll: true, isOver: state !== 'UnderWay' })
  const list = useList<DisputeItem>([...disputesKey, 'all'], allDisputesPath, { state }, { refetchInterval })
  return (
    <DataTable
      caption={caption}
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      rowPath={pathOf}
      empty={<EmptyState icon={IconGavel} title={none} />}
    />
  )
}
