import { Accordion, Code, Group, Text } from '@mantine/core'
import { TextLink } from '../../kit/link.tsx'
import { Section } from '../../kit/section.tsx'
import { DeliveryBadge } from '../../kit/delivery-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { TransactionView } from './api.ts'
import { transactionTexts } from './texts.ts'
import { useWebhookWord } from './words.ts'
import classes from './deliveries-section.module.css'

type Delivery = TransactionView['deliveries'][number]
type Props = { merchantId: string; deliveries: Delivery[] }

/** The webhooks that were sent to the shop, and their outcome. Bodies only for those who may see webhooks. */
export function DeliveriesSection({ merchantId, deliveries }: Props) {
  const words = useTexts(transactionTexts)
  if (deliveries.length === 0)
    return (
      <Section title={words.webhooks}>
        <Text size="sm" c="dimmed">
          {words.noWebhooks}
        </Text>
      </Section>
    )
  const newestFirst = deliveries.toReversed()
  return (
    <Section title={words.webhooks} isPlain>
      <Accordion variant="separated" chevronPosition="left" classNames={{ item: classes.item }} order={3} multiple>
        {newestFirst.map(delivery =>
          delivery.request === null ? (
            <div key={delivery.id} className={classes.closed}>
              <Headline delivery={delivery} />
            </div>
          ) : (
            <Accordion.Item key={delivery.id} value={delivery.id}>
              <Accordion.Control>
                <Headline delivery={delivery} />
              </Accordion.Control>
              <Accordion.Panel>
                <Exchange delivery={delivery} request={delivery.request} />
                <TextLink
                  size="sm"
                  to="/m/$merchantId/webhooks/$deliveryId"
                  params={{ merchantId, deliveryId: delivery.id }}
                >
                  {words.openDelivery}
                </TextLink>
              </Accordion.Panel>
            </Accordion.Item>
          ),
        )}
      </Accordion>
    </Section>
  )
}

function Headline({ delivery }: { delivery: Delivery }) {
  const words = useTexts(transactionTexts)
  const eventWord = useWebhookWord()
  return (
    <Group gap="xs" justify="space-between">
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {eventWord(delivery.event)}
        </Text>
        <DeliveryBadge delivery={delivery} />
      </Group>
      <Text size="xs" c="dimmed" component="div">
        {delivery.attemptCount === 0 ? words.noAttempts : words.attempts(delivery.attemptCount)}
        {delivery.lastAttemptDate !== null && (
          <>
            {' · '}
            <When at={delivery.lastAttemptDate} form="exact" />
          </>
        )}
      </Text>
    </Group>
  )
}

function Exchange({ delivery, request }: { delivery: Delivery; request: NonNullable<Delivery['request']> }) {
  const words = useTexts(transactionTexts)
  const headers = request.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return (
    <>
      <h4 className={classes.label}>{words.requestSent}</h4>
      <Block name={words.headers}>{`${request.method} ${request.url}\n${headers}`}</Block>
      <Block name={words.body}>{request.body}</Block>
      {delivery.attempts.map(attempt => (
        <section key={attempt.number} aria-label={words.attempt(attempt.number)}>
          <h4 className={classes.label}>
            {words.attempt(attempt.number)}
            <span className={classes.result}>
              {attempt.httpStatus === null
                ? words[attempt.outcome === 'noConnection' ? 'noConnection' : 'noAnswer']
                : `HTTP ${attempt.httpStatus}`}
              {` · ${attempt.latencyMs} ms · `}
              <When at={attempt.date} form="exact" />
            </span>
          </h4>
          <Block name={words.answer}>{attempt.answer || attempt.error || words.emptyAnswer}</Block>
        </section>
      ))}
      {delivery.nextAttemptDate !== null && (
        <Text size="sm" c="dimmed" mb="sm">
          {words.nextAttempt}: <When at={delivery.nextAttemptDate} form="exact" />
        </Text>
      )}
    </>
  )
}

/** It scrolls by itself, and so must be reachable by the keyboard. */
const Block = ({ name, children }: { name: string; children: string }) => (
  <Code block className={classes.block} tabIndex={0} role="region" aria-label={name}>
    {children}
  </Code>
)
