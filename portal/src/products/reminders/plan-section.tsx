import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { usePermission } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type PlanView, reminderKeys, setPlan } from './api.ts'
import { useStepWord } from './step-word.ts'
import { reminderTexts } from './texts.ts'

const offeredDays = [-7, -5, -3, -1, 0, 1, 3, 5, 10, 15, 30]
const hours = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
const mostDays = 10

type Props = { merchantId: string; plan: PlanView }

/** The days and ways of reminders. Mounted anew when the plan has changed. */
export function PlanSection({ merchantId, plan }: Props) {
  const words = useTexts(reminderTexts)
  const kit = useTexts(kitTexts)
  const stepWord = useStepWord()
  const mayChange = usePermission('charges.make')
  const form = useForm({
    initialValues: {
      isOn: plan.isOn,
      days: plan.days.map(String),
      byMail: plan.byMail,
      language: plan.language,
      hour: String(plan.hour),
    },
    validate: {
      days: days => (days.length === 0 ? words.daysMissing : days.length > mostDays ? words.daysMany : null),
    },
  })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    ({ days, hour, ...values }) =>
      setPlan(merchantId, { ...values, days: days.map(Number), hour: Number(hour), words: plan.words }),
    { caches: saved => [reminderKeys.plan(merchantId), saved] as const, notice: words.saved },
  )
  const days = [...new Set([...offeredDays, ...plan.days])].toSorted((a, b) => a - b)
  return (
    <Section title={words.plan}>
      <form onSubmit={onSubmit} noValidate>
        <fieldset disabled={!mayChange} style={{ border: 0, padding: 0, margin: 0, minInlineSize: 0 }}>
          <Stack gap="md">
            <Switch
              label={words.isOn}
              description={words.isOnHint}
              {...form.getInputProps('isOn', { type: 'checkbox' })}
            />
            <Checkbox.Group label={words.days} description={words.daysHint} {...form.getInputProps('days')}>
              <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" mt="xs">
                {days.map(day => (
                  <Checkbox key={day} value={String(day)} label={stepWord(day)} />
                ))}
              </SimpleGrid>
            </Checkbox.Group>
            <Checkbox
              label={words.byMail}
              description={plan.sendsMails ? words.byMailHint : words.noMails}
              {...form.getInputProps('byMail', { type: 'checkbox' })}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <Select
                label={words.hour}
                description={words.hourHint}
                data={hours.map(hour => ({ value: String(hour), label: `${hour}:00` }))}
                allowDeselect={false}
                {...form.getInputProps('hour')}
              />
              <Select
                label={words.language}
                style={{ alignSelf: 'end' }}
                data={[
                  { value: 'pt', label: words.portuguese },
                  { value: 'en', label: words.english },
                ]}
                allowDeselect={false}
                {...form.getInputProps('language')}
              />
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              {plan.byWebhook ? words.webhookOn : words.webhookOff} {words.whatsAppToo}
            </Text>
            <FormFailure failure={failure} />
            {mayChange && (
              <Group>
                <Button type="submit" loading={isSending} disabled={!form.isDirty()}>
                  {kit.save}
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
    </Section>
  )
}
