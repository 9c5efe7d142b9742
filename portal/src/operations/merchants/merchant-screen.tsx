import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { BalanceLabel } from '../../kit/balance-label.tsx'
import { Details } from '../../kit/details.tsx'
import { Figure, Figures } from '../../kit/figures.tsx'
import { IconEye, IconMail } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Money } from '../../kit/money.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { MaskedTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type MerchantDetail, inviteOwner, merchantKeys, readMerchant, revealTaxNumber } from './api.ts'
import { InvitePersonDialog } from '../people/invite-person-dialog.tsx'
import { merchantTexts } from './texts.ts'
import { ShownLink } from '../people/shown-link.tsx'
import { Successor } from './successor.tsx'
import { SuspendSection, SuspensionNotice } from './suspension.tsx'
import { BatchRows, useBatches } from '../../products/approvals/batch-rows.tsx'
import { DisputeStatistics } from '../../products/disputes/dispute-statistics.tsx'
import { MerchantSettings } from './merchant-settings.tsx'

/** What the platform decides about a merchant. */
export function MerchantScreen() {
  const words = useTexts(merchantTexts)
  const { id } = useParams({ from: '/shell/operator/merchants/$id' })
  const query = useQuery({ queryKey: merchantKeys.one(id), queryFn: () => readMerchant(id) })
  const above = { label: words.merchants, to: '/operator/merchants' }
  return (
    <LoadedPage query={query} above={above}>
      {merchant => (
        <Page
          title={merchant.name}
          breadcrumbs={[above]}
          actions={
            <LinkButton
              variant="default"
              leftSection={<IconEye size={16} aria-hidden />}
              to="/m/$merchantId"
              params={{ merchantId: merchant.id }}
            >
              {words.open}
            </LinkButton>
          }
        >
          <SuspensionNotice merchant={merchant} />
          {merchant.awaitsOwner && <AwaitsOwner merchant={merchant} />}
          <Facts merchant={merchant} />
          <RunningBatches merchantId={merchant.id} />
          <DisputeStatistics merchantId={merchant.id} />
          <MerchantSettings merchant={merchant} />
          {!merchant.awaitsOwner && <Successor merchant={merchant} />}
          <SuspendSection merchant={merchant} />
        </Page>
      )}
    </LoadedPage>
  )
}

function AwaitsOwner({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(merchantTexts)
  const mayManage = usePermission('merchants.manage')
  const [isInviting, setIsInviting] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  return (
    <>
      <Alert color="yellow" icon={<IconMail aria-hidden />} title={words.awaitsOwner} mb="lg">
        <Group justify="space-between" gap="sm">
          <Text size="sm" maw={560}>
            {words.awaitsOwnerHint}
          </Text>
          {mayManage && (
            <Button variant="default" size="xs" onClick={() => setIsInviting(true)}>
              {words.inviteOwner}
            </Button>
          )}
        </Group>
      </Alert>
      {isInviting && (
        <InvitePersonDialog
          words={{
            title: words.inviteOwner,
            intro: words.awaitsOwnerHint,
            name: words.ownerName,
            email: words.ownerEmail,
            nameMissing: words.nameMissing,
          }}
          send={({ name, email }) => inviteOwner(merchant.id, { name, email })}
          changes={[merchantKeys.one(merchant.id)]}
          onClose={() => setIsInviting(false)}
          onDone={invited => {
            setIsInviting(false)
            if (invited.link === null) notifyDone(words.invited)
            setLink(invited.link)
          }}
        />
      )}
      <ShownLink link={link} onClose={() => setLink(null)} />
    </>
  )
}

function Facts({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(merchantTexts)
  const mayReveal = usePermission('taxNumbers.request')
  return (
    <>
      <Figures>
        <Figure label={<BalanceLabel of="available" />}>
          <Money amount={merchant.balance.available} />
        </Figure>
        <Figure label={<BalanceLabel of="held" />}>
          <Money amount={merchant.balance.held} />
        </Figure>
        <Figure label={<BalanceLabel of="blocked" />}>
          <Money amount={merchant.balance.blocked} />
        </Figure>
        {/[1-9]/.test(merchant.balance.reserved) && (
          <Figure label={<BalanceLabel of="reserved" />}>
            <Money amount={merchant.balance.reserved} />
          </Figure>
        )}
        <Figure label={<BalanceLabel of="total" />}>
          <Money amount={merchant.balance.total} />
        </Figure>
      </Figures>
      <Section title={words.company}>
        <Details
          items={[
            {
              label: words.cnpj,
              value: (
                <MaskedTaxNumber
                  number={merchant.taxNumber}
                  reveal={mayReveal ? () => revealTaxNumber(merchant.id) : undefined}
                />
              ),
            },
            { label: words.city, value: merchant.city },
            { label: words.account, value: merchant.accountNumber },
            { label: words.since, value: <When at={merchant.createdAt} /> },
          ]}
        />
      </Section>
    </>
  )
}

/** A merchant's batches that are being paid, each with the way to stop it on its page; nothing where there are none. */
function RunningBatches({ merchantId }: { merchantId: string }) {
  const words = useTexts(merchantTexts)
  const list = useBatches(merchantId, { state: 'Running' })
  if (list.rows.length === 0) return null
  return (
    <Section isPlain title={words.runningBatches} description={words.runningBatchesIntro}>
      <BatchRows caption={words.runningBatches} list={list} />
    </Section>
  )
}
