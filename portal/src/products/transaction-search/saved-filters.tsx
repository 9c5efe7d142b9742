import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { FormFailure, useChange, useSubmit } from '../../kit/form.tsx'
import { IconBookmark, IconTrash } from '../../kit/icons.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { daysOf, periodOf, periods } from '../../kit/periods.ts'
import { useToday } from '../../kit/sandbox.ts'
import { useTexts } from '../../kit/texts.ts'
import {
  type TransactionFilters,
  deleteFilter,
  listSavedFilters,
  saveFilter,
  transactionKeys,
} from '../../money/transactions/api.ts'
import { findingTexts } from './texts.ts'

type Props = {
  merchantId: string
  filters: TransactionFilters
  isFiltered: boolean
  onChoose: (filters: Partial<TransactionFilters>) => void
}

/** Filters that the person keeps for themselves: chosen, saved and deleted here. */
export function SavedFilters({ merchantId, filters, isFiltered, onChoose }: Props) {
  const words = useTexts(findingTexts)
  const today = useToday()
  const [opened, { toggle, close }] = useDisclosure(false)
  const queryKey = transactionKeys.savedFilters(merchantId)
  const { data } = useQuery({ queryKey, queryFn: () => listSavedFilters(merchantId), enabled: opened })
  const saved = data?.items ?? []

  const remove = useChange((id: string) => deleteFilter(merchantId, id), {
    caches: left => [queryKey, left],
    notifiesFailure: true,
  })

  return (
    <Popover opened={opened} onChange={close} width={300} shadow="md" trapFocus returnFocus position="bottom-start">
      <Popover.Target>
        <Button variant="default" fw={400} leftSection={<IconBookmark size={16} aria-hidden />} onClick={toggle}>
          {words.savedFilters}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.savedFilters}>
        <Stack gap="sm">
          {saved.length > 0 && (
            <Stack gap={2} mah={260} style={{ overflowY: 'auto' }}>
              {saved.map(({ id, name, query }) => (
                <Group key={id} gap={4} wrap="nowrap">
                  <Button
                    variant="subtle"
                    color="gray"
                    justify="flex-start"
                    flex={1}
                    miw={0}
                    onClick={() => {
                      onChoose(filtersIn(query, today))
                      close()
                    }}
                  >
                    {name}
                  </Button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={words.deleteFilter(name)}
                    onClick={() => remove.mutate(id)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              ))}
            </Stack>
          )}
          {isFiltered ? (
            <SaveForm merchantId={merchantId} filters={filters} onDone={close} />
          ) : (
            saved.length === 0 && (
              <Text size="sm" c="dimmed">
                {words.noSavedFilters}
              </Text>
            )
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

type FormProps = Pick<Props, 'merchantId' | 'filters'> & { onDone: () => void }

function SaveForm({ merchantId, filters, onDone }: FormProps) {
  const words = useTexts(findingTexts)
  const kit = useTexts(kitTexts)
  const today = useToday()
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: value => (value.trim() === '' ? words.filterNameMissing : null) },
  })
  const send = ({ name }: { name: string }) =>
    saveFilter(merchantId, { name: name.trim(), query: queryOf(filters, today) })
  const { onSubmit, isSending, failure } = useSubmit(form, send, {
    changes: [transactionKeys.savedFilters(merchantId)],
    notice: words.filterSaved,
    onDone,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <TextInput label={words.filterName} maxLength={60} data-autofocus {...form.getInputProps('name')} />
        <FormFailure failure={failure} />
        <Button type="submit" loading={isSending}>
          {kit.save}
        </Button>
      </Stack>
    </form>
  )
}

/** A period with a name is kept by its name: "7 days" are other days tomorrow. */
function queryOf(filters: TransactionFilters, today: string): string {
  const period = periodOf(filters.from, filters.to, today)
  const kept = period === undefined ? filters : { ...filters, from: null, to: null, period }
  const given = Object.entries(kept).filter((entry): entry is [string, string] => entry[1] !== null)
  return new URLSearchParams(given).toString()
}

function filtersIn(query: string, today: string): Partial<TransactionFilters> {
  const { period, ...kept } = Object.fromEntries(new URLSearchParams(query))
  const named = periods.find(one => one === period)
  return named === undefined ? kept : { ...kept, ...daysOf(named, today) }
}
