import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { Details } from '../../kit/details.tsx'
import { useLanguage } from '../../kit/language.ts'
import { LoadedPage } from '../../kit/loaded.tsx'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useChange } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { PaymentsSection, everyMs } from '../../money/transactions/payments-section.tsx'
import { type LinkView, changeLink, paymentsPath, readLink, linkKeys } from './api.ts'
import { ChangeLinkDialog } from './change-link-dialog.tsx'
import { ShareLink } from './share-link.tsx'
import { linkTexts } from './texts.ts'

/** A link: how to share it, how often it was paid, and by whom. */
export function LinkScreen() {
  const words = useTexts(linkTexts)
  const { id: merchantId } = useMerchant()
  const { linkId } = useParams({ from: '/shell/m/$merchantId/payment-links/$linkId' })
  const query = useQuery({
    queryKey: linkKeys.one(merchantId, linkId),
    queryFn: () => readLink(merchantId, linkId),
    refetchInterval: everyMs,
  })
  return (
    <LoadedPage query={query} title={words.link} above={{ label: words.links, to: `/m/${merchantId}/payment-links` }}>
      {link => <ShownLink link={link} merchantId={merchantId} />}
    </LoadedPage>
  )
}

function ShownLink({ link, merchantId }: { link: LinkView; merchantId: string }) {
  const words = useTexts(linkTexts)
  return (
    <Page
      title={link.title}
      beside={<StateBadge kind="link" state={link.state} size="lg" />}
      breadcrumbs={[{ label: words.links, to: `/m/${merchantId}/payment-links` }]}
      description={link.description ?? undefined}
      actions={usePermission('charges.make') && <LinkActions link={link} merchantId={merchantId} />}
    >
      {link.state === 'Active' && <ShareLink link={link} />}
      <Section title={words.details}>
        <Details
          items={[
            { label: words.value, value: <AmountOf link={link} /> },
            { label: words.paid, value: words.paidOf(link.paidCount, link.stock) },
            { label: words.received, value: <Money amount={link.paidAmount} /> },
            { label: words.openNow, value: link.openCount === 0 ? null : <Open count={link.openCount} /> },
            { label: words.kind, value: link.qrCode === null ? words.pageKind : words.staticKind },
            { label: words.endsAt, value: link.endsAt && <When at={link.endsAt} /> },
            { label: words.asksPayer, value: link.asksPayer ? words.yes : null },
            { label: words.redirectUrl, value: link.redirectUrl },
            { label: words.madeAt, value: <When at={link.creationDate} /> },
          ]}
        />
      </Section>
      <PaymentsSection
        merchantId={merchantId}
        queryKey={[...linkKeys.all(merchantId), link.id]}
        path={paymentsPath(merchantId, link.id)}
        title={words.payments}
        empty={words.noPayments}
      />
    </Page>
  )
}

function AmountOf({ link: { amount, minAmount, maxAmount } }: { link: LinkView }) {
  const words = useTexts(linkTexts)
  const language = useLanguage()
  if (amount !== null) return <Money amount={amount} />
  const [min, max] = [minAmount && formatMoney(minAmount, language), maxAmount && formatMoney(maxAmount, language)]
  const bounds = min && max ? words.between(min, max) : min ? words.from(min) : max ? words.upTo(max) : null
  return bounds === null ? words.anyAmount : `${words.anyAmount}. ${bounds}`
}

function Open({ count }: { count: number }) {
  const words = useTexts(linkTexts)
  return (
    <>
      {count}
      <Text size="xs" c="dimmed">
        {words.openHint}
      </Text>
    </>
  )
}

function LinkActions({ link, merchantId }: { link: LinkView; merchantId: string }) {
  const words = useTexts(linkTexts)
  const [isForm, form] = useDisclosure(false)
  const changes = [linkKeys.all(merchantId)]
  const reopen = useChange(() => changeLink(merchantId, link.id, { state: 'Active' }), {
    changes,
    notice: words.reopened,
    notifiesFailure: true,
  })
  return (
    <>
      {link.state === 'Active' && (
        <ConfirmAction
          title={words.closeTitle}
          message={words.closeMessage}
          confirmLabel={words.close}
          onConfirm={() => changeLink(merchantId, link.id, { state: 'Closed' })}
          changes={changes}
          notice={words.closed}
        >
          {open => (
            <Button variant="default" onClick={open}>
              {words.close}
            </Button>
          )}
        </ConfirmAction>
      )}
      <Button variant="default" onClick={form.open}>
        {words.change}
      </Button>
      {link.state === 'Closed' && <Button onClick={() => reopen.mutate()}>{words.reopen}</Button>}
      {isForm && <ChangeLinkDialog merchantId={merchantId} link={link} onClose={form.close} />}
    </>
  )
}
