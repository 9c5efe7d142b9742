import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { wholeList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type ScheduleView, endSchedule, listSchedules, fileKeys } from './api.ts'
import { NewScheduleDialog } from './new-schedule-dialog.tsx'
import { fileTexts, kindTexts } from './texts.ts'

/** Files that come by themselves, by mail or into a bucket. */
export function SchedulesSection({ merchantId }: { merchantId: string }) {
  const words = useTexts(fileTexts)
  const kinds = useTexts(kindTexts)
  const maySchedule = usePermission('files.schedule')
  const [isOpen, { open, close }] = useDisclosure(false)
  const queryKey = fileKeys.schedules(merchantId)
  const schedules = useQuery({ queryKey, queryFn: () => listSchedules(merchantId) })
  const nameOf = ({ kind, format }: ScheduleView) => `${kinds[kind]}, ${format.toUpperCase()}`
  return (
    <Section
      title={words.schedules}
      description={words.schedulesIntro}
      isPlain
      actions={
        maySchedule && (
          <Button variant="default" onClick={open}>
            {words.schedule}
          </Button>
        )
      }
    >
      <DataTable
        caption={words.schedules}
        list={wholeList(schedules)}
        rowKey={({ id }) => id}
        empty={
          <Text size="sm" c="dimmed">
            {words.noSchedules}
          </Text>
        }
        columns={[
          { header: words.what, cell: nameOf },
          { header: words.every, cell: ({ every }) => (every === 'day' ? words.day : words.monthly) },
          { header: words.destination, cell: schedule => <Destination schedule={schedule} /> },
          { header: words.next, cell: ({ nextAt }) => <When at={nextAt} />, align: 'right' },
          {
            header: '',
            name: words.actions,
            cell: schedule =>
              maySchedule && (
                <ConfirmAction
                  title={words.endTitle}
                  message={words.endMessage}
                  confirmLabel={words.end}
                  onConfirm={() => endSchedule(merchantId, schedule.id)}
                  changes={[queryKey]}
                  notice={words.ended}
                >
                  {ask => (
                    <Anchor component="button" size="sm" onClick={ask} aria-label={words.endOf(nameOf(schedule))}>
                      {words.end}
                    </Anchor>
                  )}
                </ConfirmAction>
              ),
          },
        ]}
      />
      {isOpen && <NewScheduleDialog merchantId={merchantId} onClose={close} />}
    </Section>
  )
}

function Destination({ schedule: { bucket, person, fault } }: { schedule: ScheduleView }) {
  const words = useTexts(fileTexts)
  return (
    <Stack gap={0}>
      <Text span size="sm">
        {bucket ?? words.mailTo(person ?? '')}
      </Text>
      {fault !== null && (
        <Text span size="xs" c="red">
          {words.lastFault}: {words.fault(fault)}
        </Text>
      )}
    </Stack>
  )
}
