import { Alert, Button, Checkbox, Group, Skeleton, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconAlertTriangle, IconCheck, IconScale } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { wholeList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type RecoveryView, recoveryKey, recoveryQuery, releaseMoney } from './api.ts'
import { recoveryTexts } from './texts.ts'

/** After a restore: what each bank reported for the lost time, and the button that lets money out again. */
export function RecoveryScreen() {
  const words = useTexts(recoveryTexts)
  const { data, error, refetch } = useQuery(recoveryQuery)
  return (
    <Page title={words.title} description={words.intro}>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={240} />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )
      ) : data.recovery === null ? (
        <EmptyState icon={IconCheck} title={words.none} hint={words.noneHint} />
      ) : (
        <Recovery recovery={data.recovery} />
      )}
    </Page>
  )
}

function Recovery({ recovery }: { recovery: RecoveryView }) {
  const words = useTexts(recoveryTexts)
  const mayManage = usePermission('platform.manage')
  const [isOpen, { open, close }] = useDisclosure(false)
  const isCopy = recovery.role === 'copy'
  const byHand = recovery.banks.filter(({ isCheckedByHand }) => isCheckedByHand).map(({ bank }) => bank)
  return (
    <>
      <Alert
        role="note"
        color="red"
        icon={<IconAlertTriangle aria-hidden />}
        title={isCopy ? words.copy : words.held}
        mb="lg"
      >
        <Text size="sm">
          {isCopy ? words.copyHint : words.heldHint} <When at={recovery.lostFrom} />.
        </Text>
      </Alert>
      {!isCopy && (
        <Section
          title={words.banks}
          description={words.banksHint}
          actions={
            <Group gap="xs">
              <LinkButton variant="default" size="xs" to="/operator/exceptions">
                {words.exceptions}
              </LinkButton>
              {mayManage && (
                <Button size="xs" onClick={open} disabled={recovery.comparedAt === null}>
                  {words.release}
                </Button>
              )}
            </Group>
          }
        >
          <Banks of={recovery} />
        </Section>
      )}
      {isOpen && <ReleaseDialog banks={byHand} onClose={close} />}
    </>
  )
}

type Bank = RecoveryView['banks'][number]

function Banks({ of: { banks } }: { of: RecoveryView }) {
  const words = useTexts(recoveryTexts)
  const columns: Column<Bank>[] = [
    { header: words.bank, cell: ({ bank }) => bank },
    {
      header: words.compared,
      cell: ({ at, fault }) => (fault === null ? <When at={at} relative /> : `${words.notCompared} ${fault}`),
    },
    { header: words.received, cell: ({ received }) => received, align: 'right' },
    {
      header: words.sent,
      cell: ({ sent, fault }) => (fault === null ? (sent ?? words.notReported) : '–'),
      align: 'right',
    },
    { header: words.mended, cell: ({ mended }) => mended, align: 'right' },
    { header: words.differences, cell: ({ differences }) => differences, align: 'right' },
  ]
  return (
    <DataTable
      caption={words.banks}
      columns={columns}
      list={wholeList({ data: banks, isPending: false, error: null, refetch: () => {} })}
      rowKey={({ bank }) => bank}
      empty={<EmptyState icon={IconScale} title={words.waiting} hint={words.waitingHint} />}
    />
  )
}

/** `banks`: those that a person must have compared. */
function ReleaseDialog({ banks, onClose }: { banks: string[]; onClose: () => void }) {
  const words = useTexts(recoveryTexts)
  const form = useForm({
    initialValues: { note: '', checkedByHand: [] as string[] },
    validate: {
      note: value => (value.trim() === '' ? words.noteMissing : null),
      checkedByHand: value => (banks.every(bank => value.includes(bank)) ? null : words.byHandMissing),
    },
  })
  const submit = useSubmit(form, ({ note, checkedByHand }) => releaseMoney({ note: note.trim(), checkedByHand }), {
    changes: [recoveryKey],
    notice: words.released,
    onDone: onClose,
  })
  return (
    <FormDialog title={words.release} onClose={onClose} submit={submit} label={words.release} isDangerous>
      <Text size="sm">{words.releaseHint}</Text>
      {banks.length > 0 && (
        <Checkbox.Group label={words.byHand} description={words.byHandHint} {...form.getInputProps('checkedByHand')}>
          {banks.map(bank => (
            <Checkbox key={bank} value={bank} label={bank} mt="xs" />
          ))}
        </Checkbox.Group>
      )}
      <Textarea
        label={words.note}
        description={words.noteHint}
        maxLength={300}
        autosize
        minRows={2}
        required
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
