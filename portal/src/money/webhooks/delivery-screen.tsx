import { Button, Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Details } from '../../kit/details.tsx'
import { IconSend } from '../../kit/icons.tsx'
import { TextLink } from '../../kit/link.tsx'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { LoadedPage } from '../../kit/loaded.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { DeliveryBadge } from '../../kit/delivery-badge.tsx'
import { useChange } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type DeliveryDetail, readDelivery, resendDelivery, webhookKeys } from './api.ts'
import { Attempts } from './attempts.tsx'
import { useEventWord } from './event-word.ts'
import { webhookTexts } from './texts.ts'
import classes from './webhooks.module.css'

/** One event: the call as it is sent, and every answer. Read again while it is on its way. */
export function DeliveryScreen() {
  const words = useTexts(webhookTexts)
  const eventWord = useEventWord()
  const { id: merchantId } = useMerchant()
  const { deliveryId } = useParams({ from: '/shell/m/$merchantId/webhooks/$deliveryId' })
  const mayResend = usePermission('webhooks.manage')
  const queryKey = webhookKeys.delivery(merchantId, deliveryId)
  const query = useQuery({
    queryKey,
    queryFn: () => readDelivery(merchantId, deliveryId),
    refetchInterval: 2_000,
  })
  const resend = useChange(() => resendDelivery(merchantId, deliveryId), {
    changes: [queryKey],
    notice: words.resending,
    notifiesFailure: true,
  })
  const above = { label: words.webhooks, to: `/m/${merchantId}/webhooks` }
  return (
    <LoadedPage query={query} title={words.delivery} above={above}>
      {delivery => (
        <Page
          title={eventWord(delivery)}
          beside={<DeliveryBadge delivery={delivery} size="lg" />}
          breadcrumbs={[above]}
          actions={
            mayResend && (
              <Button
                variant={delivery.status === 'Success' ? 'default' : 'filled'}
                leftSection={<IconSend size={16} aria-hidden />}
                loading={resend.isPending}
                onClick={() => resend.mutate()}
              >
                {words.resend}
              </Button>
            )
          }
        >
          <Facts merchantId={merchantId} delivery={delivery} />
          <Section title={words.answers}>
            <Attempts attempts={delivery.attempts} />
          </Section>
          <RequestSection request={delivery.request} />
        </Page>
      )}
    </LoadedPage>
  )
}

function Facts({ merchantId, delivery }: { merchantId: string; delivery: DeliveryDetail }) {
  const words = useTexts(webhookTexts)
  const { transactionId } = delivery
  return (
    <Section title={words.delivery}>
      <Details
        items={[
          { label: words.to, value: <span style={{ overflowWrap: 'anywhere' }}>{delivery.url}</span> },
          {
            label: words.transaction,
            value:
              transactionId === null ? null : (
                <TextLink
                  size="sm"
                  to="/m/$merchantId/transactions/$transactionId"
                  params={{ merchantId, transactionId }}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {transactionId}
                </TextLink>
              ),
          },
          {
            label: words.id,
            value: (
              <>
                <span style={{ overflowWrap: 'anywhere' }}>{delivery.id}</span>{' '}
                <CopyButton value={delivery.id} what={words.id} />
              </>
            ),
          },
          { label: words.created, value: <When at={delivery.creationDate} form="exact" /> },
          { label: words.attempts, value: String(delivery.attemptCount) },
          {
            label: words.nextAttempt,
            value: delivery.nextAttemptDate === null ? null : <When at={delivery.nextAttemptDate} form="exact" />,
          },
        ]}
      />
    </Section>
  )
}

function RequestSection({ request }: { request: DeliveryDetail['request'] }) {
  const words = useTexts(webhookTexts)
  const headers = request.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return (
    <Section title={words.request} description={words.requestIntro}>
      <Code block className={classes.block} tabIndex={0} role="region" aria-label={words.requestHeaders}>
        {`${request.method} ${request.url}\n${headers}`}
      </Code>
      <div className={classes.head}>
        <span>{words.body}</span>
        <CopyButton value={request.body} what={words.copyBody} />
      </div>
      <Code block className={classes.block} tabIndex={0} role="region" aria-label={words.body}>
        {request.body}
      </Code>
    </Section>
  )
}
