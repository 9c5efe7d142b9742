import { Badge, Button, Group, Paper, SimpleGrid, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentWords } from '../../../../server/src/products/reminders/words.ts'
import { useLanguage } from '../../kit/language.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { bilingual, keysOf, useTexts } from '../../kit/texts.ts'
import { type PlanPreview, type PlanView, previewTexts, reminderKeys } from './api.ts'
import { TextDialog } from './text-dialog.tsx'
import { type Moment, type Place, TextPreview } from './text-preview.tsx'
import { reminderTexts } from './texts.ts'

const momentTexts = bilingual(momentWords)
const moments = keysOf(momentWords)

type Props = { merchantId: string; plan: PlanView }

/** Every text as payers read it, in both languages, and the way to own words. */
export function TextsSection({ merchantId, plan }: Props) {
  const words = useTexts(reminderTexts)
  const mayChange = usePermission('charges.make')
  const [changed, setChanged] = useState<Place | null>(null)
  const own = useLanguage()
  const query = useQuery({
    queryKey: [...reminderKeys.plan(merchantId), 'preview', JSON.stringify(plan.words)],
    queryFn: () => previewTexts(merchantId, { words: plan.words }),
    enabled: mayChange,
  })
  if (!mayChange) return null
  const languages = [
    { value: 'pt', label: words.portuguese },
    { value: 'en', label: words.english },
  ] as const
  return (
    <Section title={words.texts} description={words.textsIntro}>
      <Loaded query={query}>
        {preview => (
          <Tabs defaultValue={own} keepMounted={false}>
            <Tabs.List mb="md">
              {languages.map(({ value, label }) => (
                <Tabs.Tab key={value} value={value}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {languages.map(({ value: language }) => (
              <Tabs.Panel key={language} value={language}>
                <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
                  {moments.map(moment => (
                    <TextCard
                      key={moment}
                      moment={moment}
                      isOwn={plan.words[language][moment] !== null}
                      text={preview[language][moment]}
                      onChange={() => setChanged({ moment, language })}
                    />
                  ))}
                </SimpleGrid>
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
      </Loaded>
      {changed !== null && (
        <TextDialog merchantId={merchantId} plan={plan} place={changed} onClose={() => setChanged(null)} />
      )}
    </Section>
  )
}

type CardProps = { moment: Moment; isOwn: boolean; text: PlanPreview['pt']['Before']; onChange: () => void }

function TextCard({ moment, isOwn, text, onChange }: CardProps) {
  const words = useTexts(reminderTexts)
  const nameOf = useTexts(momentTexts)
  return (
    <Paper withBorder p="sm" component="article" aria-label={nameOf[moment]}>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text size="sm" fw={600}>
          {nameOf[moment]}
        </Text>
        {isOwn && (
          <Badge variant="light" size="sm">
            {words.isOwn}
          </Badge>
        )}
      </Group>
      <TextPreview text={text} />
      <Button variant="default" size="xs" mt="sm" onClick={onChange} aria-label={words.changeText(nameOf[moment])}>
        {words.change}
      </Button>
    </Paper>
  )
}
