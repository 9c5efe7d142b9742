import { Anchor, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconCircleCheck } from '../../kit/icons.tsx'
import { TextLink } from '../../kit/link.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { NewCharge } from '../../products/pix/new-charge.tsx'
import type { HomeView } from './api.ts'
import { firstStepTexts } from './texts.ts'
import classes from './home.module.css'

type Props = { steps: NonNullable<HomeView['firstSteps']>; merchantId: string }

/** What a merchant that has no transaction yet does first, and what of it is done. Nobody needs a program for a payment. */
export default function FirstSteps({ steps, merchantId }: Props) {
  const words = useTexts(firstStepTexts)
  const mayCharge = usePermission('charges.make')
  const mayMakeKeys = usePermission('keys.manage')
  const maySetWebhook = usePermission('webhooks.manage')
  const mayInvite = usePermission('members.manage')
  const guide = (path: string, said: string) => (
    <Anchor size="sm" href={`/docs/${path}`} target="_blank">
      {said}
    </Anchor>
  )
  const forPeople: Step[] = [
    {
      isDone: false,
      title: words.charge,
      hint: mayCharge ? words.chargeHint : words.chargeHintReader,
      link: mayCharge && (
        <Group gap="md" mt="xs">
          <NewCharge merchantId={merchantId} />
          <TextLink size="sm" to="/m/$merchantId/payment-links" params={{ merchantId }}>
            {words.linkLink}
          </TextLink>
        </Group>
      ),
    },
    {
      isDone: steps.hasTeam,
      title: words.team,
      hint: words.teamHint,
      link: mayInvite && (
        <TextLink size="sm" to="/m/$merchantId/members" params={{ merchantId }}>
          {words.teamLink}
        </TextLink>
      ),
    },
  ]
  const forPrograms: Step[] = [
    {
      isDone: steps.hasKey,
      title: words.key,
      hint: words.keyHint,
      link: mayMakeKeys && (
        <TextLink size="sm" to="/m/$merchantId/keys" params={{ merchantId }}>
          {words.keyLink}
        </TextLink>
      ),
    },
    {
      isDone: steps.hasWebhook,
      title: words.webhook,
      hint: words.webhookHint,
      link: maySetWebhook ? (
        <TextLink size="sm" to="/m/$merchantId/webhooks" params={{ merchantId }}>
          {words.webhookLink}
        </TextLink>
      ) : (
        guide('webhooks', words.webhookGuide)
      ),
    },
    {
      isDone: false,
      title: words.payment,
      hint: words.paymentHint,
      link: guide('first-payment', words.paymentLink),
    },
  ]
  return (
    <Section title={words.firstSteps} description={words.intro}>
      <Steps all={forPeople} first={1} />
      <Title order={3} size="h4" mt="xl" mb="md">
        {words.programmer}
      </Title>
      <Steps all={forPrograms} first={forPeople.length + 1} />
    </Section>
  )
}

type Step = { isDone: boolean; title: string; hint: string; link: ReactNode }

function Steps({ all, first }: { all: Step[]; first: number }) {
  const words = useTexts(firstStepTexts)
  return (
    <ol className={classes.steps} start={first}>
      {all.map(({ isDone, title, hint, link }, index) => (
        <li key={title} className={classes.step}>
          <span className={isDone ? classes.stepDone : classes.stepNumber} aria-hidden>
            {isDone ? <IconCircleCheck size={28} stroke={1.5} /> : first + index}
          </span>
          <div>
            <Text size="sm" fw={600}>
              {title}
              {isDone && (
                <Text span size="xs" c="dimmed" fw={400} ml={8}>
                  {words.done}
                </Text>
              )}
            </Text>
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
            {!isDone && link}
          </div>
        </li>
      ))}
    </ol>
  )
}
