import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconAlertTriangle, IconCheck, IconScale } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { rowsAsList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type RecoveryView, recoveryKey, recoveryQuery, releaseMoney } from './api.ts'
import { recoveryTexts } from './texts.ts'

/** After a restore: what each bank reported for the lost time, and the button that lets money out again. */
export function RecoveryScreen() {
  const words = useTexts(recoveryTexts)
  const query = useQuery(recoveryQuery)
  return (
    <Page title={words.title} description={words.intro}>
      <Loaded query={query}>
        {({ recovery }) =>
          recovery === null ? (
            <EmptyState icon={IconCheck} title={words.none} hint={words.noneHint} />
          ) : (
            <Recovery recovery={recovery} />
          )
        }
      </Loaded>
    </Page>
  )
}

function Recovery({ recovery }: { recovery: RecoveryView }) {
  const words = useTexts(recoveryTexts)
  const mayManage = usePermission('recovery.release')
  const [isOpen, { open, close }] = useDisclosure(false)
  const isCopy = recovery.role === 'copy'
  const isReleased = recovery.releasedAt !== null
  const toCheck = recovery.banks.filter(({ isCheckedByHand, isLeftOut }) => (isReleased ? isLeftOut : isCheckedByHand))
  return (
    <>
      <Alert
        role="note"
        color="red"
        icon={<IconAlertTriangle aria-hidden />}
        title={isCopy ? words.copy : isReleased ? words.heldSome : words.held}
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
                <Button size="xs" onClick={open} disabled={recovery.comparedAt === null && recovery.banks.length === 0}>
                  {words.release}
                </Button>
              )}
            </Group>
          }
        >
          <Banks of={recovery} />
        </Section>
      )}
      {isOpen && <ReleaseDialog banks={toCheck} isReleased={isReleased} onClose={close} />}
    </>
  )
}

type Bank = RecoveryView['banks'][number]

function Banks({ of: { banks } }: { of: RecoveryView }) {
  const words = useTexts(recoveryTexts)
  const columns: Column<Bank>[] = [
    { header: words.bank, cell: ({ bank, isLeftOut }) => (isLeftOut ? `${bank} (${words.leftOut})` : bank) },
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
      list={rowsAsList(banks)}
      rowKey={({ bank }) => bank}
      empty={<EmptyState icon={IconScale} title={words.waiting} hint={words.waitingHint} />}
    />
  )
}

type Release = {
  /** Those that a person must have compared, or leaves out; later those that were left out. */
  banks: Bank[]
  /** Only what was left out is still held. */
  isReleased: boolean
  onClose: () => void
}

type Entered = { total: string; endToEndIds: string }

function ReleaseDialog({ banks, isReleased, onClose }: Release) {
  const words = useTexts(recoveryTexts)
  const names = banks.map(({ bank }) => bank)
  const unlisted = banks.filter(({ listsNoPayouts }) => listsNoPayouts).map(({ bank }) => bank)
  const form = useForm({
    initialValues: {
      note: '',
      checkedByHand: [] as string[],
      leaveOut: [] as string[],
      statements: unlisted.map((): Entered => ({ total: '', endToEndIds: '' })),
    },
    validate: {
      note: value => (value.trim() === '' ? words.noteMissing : null),
      checkedByHand(value, { leaveOut }) {
        if (isReleased) return value.length > 0 ? null : words.byHandNone
        return names.every(bank => value.includes(bank) || leaveOut.includes(bank)) ? null : words.byHandMissing
      },
      statements: {
        total(value, { checkedByHand }, path) {
          const bank = unlisted[Number(path.split('.')[1])] ?? ''
          return !checkedByHand.includes(bank) || totalPattern.test(value) ? null : words.totalSentMissing
        },
      },
    },
  })
  const submit = useSubmit(
    form,
    ({ note, checkedByHand, leaveOut, statements }) =>
      releaseMoney({
        note: note.trim(),
        checkedByHand,
        leaveOut: isReleased ? names.filter(bank => !checkedByHand.includes(bank)) : leaveOut,
        statements: statements
          .map(({ total, endToEndIds }, index) => ({
            bank: unlisted[index] ?? '',
            total: total.replace(',', '.'),
            endToEndIds: endToEndIds.split(/\s+/).filter(id => id !== ''),
          }))
          .filter(({ bank }) => checkedByHand.includes(bank)),
      }),
    { changes: [recoveryKey], notice: words.released, onDone: onClose },
  )
  const choices = names.map(bank => <Checkbox key={bank} value={bank} label={bank} mt="xs" />)
  return (
    <FormDialog title={words.release} onClose={onClose} submit={submit} label={words.release} isDangerous>
      <Text size="sm">{words.releaseHint}</Text>
      {banks.length > 0 && (
        <Checkbox.Group
          label={isReleased ? words.releaseThese : words.byHand}
          description={isReleased ? words.releaseTheseHint : words.byHandHint}
          {...form.getInputProps('checkedByHand')}
        >
          {choices}
        </Checkbox.Group>
      )}
      {unlisted.map(
        (bank, index) =>
          form.values.checkedByHand.includes(bank) && (
            <Stack key={bank} gap="xs">
              <MoneyInput
                label={`${bank}: ${words.totalSent}`}
                description={words.totalSentHint}
                {...form.getInputProps(`statements.${index}.total`)}
              />
              <Textarea
                label={`${bank}: ${words.unbooked}`}
                description={words.unbookedHint}
                {...form.getInputProps(`statements.${index}.endToEndIds`)}
              />
            </Stack>
          ),
      )}
      {banks.length > 0 && !isReleased && (
        <Checkbox.Group label={words.leaveOut} description={words.leaveOutHint} {...form.getInputProps('leaveOut')}>
          {choices}
        </Checkbox.Group>
      )}
      <Textarea
        label={words.note}
        description={words.noteHint}
        maxLength={300}
        required
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}

const totalPattern = /^\d{1,10}([.,]\d{1,2})?$/
