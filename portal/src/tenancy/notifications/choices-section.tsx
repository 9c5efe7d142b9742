import { Select, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { topicHints, topicWords } from '../../../../server/src/tenancy/notifications/words.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconBell } from '../../kit/icons.tsx'
import { wholeList } from '../../kit/list.ts'
import { notifyFailure } from '../../kit/notify.tsx'
import { Section } from '../../kit/section.tsx'
import { useSession } from '../../kit/session.ts'
import { bilingual, useTexts } from '../../kit/texts.ts'
import { type Choice, type Place, choicesQuery, choose } from './api.ts'
import classes from './notifications.module.css'
import { notificationTexts } from './texts.ts'

const topicTexts = bilingual(topicWords)
const hintTexts = bilingual(topicHints)

/** How the person is notified of what, at each of their merchants and as an operator. */
export function ChoicesSection() {
  const words = useTexts(notificationTexts)
  const { merchants, person } = useSession()
  const places: { value: Place; label: string }[] = [
    ...(person.isOperator ? [{ value: '/operator' as const, label: words.platform }] : []),
    ...merchants.map(({ id, name }) => ({ value: `/merchants/${id}` as const, label: name })),
  ]
  const [chosen, setChosen] = useState<Place | null>(null)
  const place = chosen ?? places[0]?.value
  if (place === undefined) return null
  return (
    <div id="notifications">
      <Section
        isPlain
        title={words.choices}
        description={words.choicesIntro}
        actions={
          places.length > 1 && (
            <Select
              aria-label={words.merchant}
              data={places}
              value={place}
              onChange={setChosen}
              allowDeselect={false}
              size="xs"
            />
          )
        }
      >
        <Choices place={place} />
      </Section>
    </div>
  )
}

function Choices({ place }: { place: Place }) {
  const words = useTexts(notificationTexts)
  const names = useTexts(topicTexts)
  const hints = useTexts(hintTexts)
  const queryClient = useQueryClient()
  const query = choicesQuery(place)
  const choices = useQuery(query)
  const change = useMutation({
    mutationFn: (choice: Choice) => choose(place, choice),
    // Switches turn at once; what was refused turns back.
    onMutate: choice =>
      queryClient.setQueryData(query.queryKey, all => all?.map(one => (one.topic === choice.topic ? choice : one))),
    onError: notifyFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  const switchOf = (way: 'byMail' | 'inPortal', nameOf: (topic: string) => string) => (choice: Choice) => (
    <Switch
      aria-label={nameOf(names[choice.topic])}
      checked={choice[way]}
      onChange={event => change.mutate({ ...choice, [way]: event.currentTarget.checked })}
    />
  )
  const columns: Column<Choice>[] = [
    {
      header: words.topic,
      cell: ({ topic }) => (
        <span className={classes.topic}>
          <Text span inherit fw={500} display="block">
            {names[topic]}
          </Text>
          <Text span size="xs" c="dimmed" fw={400}>
            {hints[topic]}
          </Text>
        </span>
      ),
    },
    { header: words.byMail, cell: switchOf('byMail', words.byMailOf) },
    { header: words.inPortal, cell: switchOf('inPortal', words.inPortalOf) },
  ]
  return (
    <DataTable
      caption={words.choices}
      columns={columns}
      list={wholeList(choices)}
      rowKey={choice => choice.topic}
      empty={<EmptyState icon={IconBell} title={words.noTopics} />}
    />
  )
}
