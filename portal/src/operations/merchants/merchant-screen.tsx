import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { BalanceLabel } from '../../kit/balance-label.tsx'
import { Details } from '../../kit/details.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { formatPercent } from '../../kit/format-percent.ts'
import { Figure, Figures } from '../../kit/figures.tsx'
import { IconEye, IconMail } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { LinkButton } from '../../kit/link.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { MaskedTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type MerchantDetail, inviteOwner, merchantKeys, readMerchant, revealTaxNumber } from './api.ts'
import { BankForm, BankOfMerchant } from './bank-form.tsx'
import { bankTexts } from '../banks/texts.ts'
import { InvitePersonDialog } from '../people/invite-person-dialog.tsx'
import { LimitsForm } from './limits-form.tsx'
import { LimitsTable } from './limits-table.tsx'
import { merchantTexts } from './texts.ts'
import { PlanForm } from './plan-form.tsx'
import { PolicyForm } from './policy-form.tsx'
import { ShownLink } from '../people/shown-link.tsx'
import { Successor } from './successor.tsx'
import { SuspendSection, SuspensionNotice } from './suspension.tsx'
import { BatchRows, useBatches } from '../../products/approvals/batch-rows.tsx'

/** What the platform decides about a merchant. */
export function MerchantScreen() {
  const words = useTexts(merchantTexts)
  const { id } = useParams({ from: '/shell/operator/merchants/$id' })
  const { data, error, refetch } = useQuery({ queryKey: merchantKeys.one(id), queryFn: () => readMerchant(id) })
  const breadcrumbs = [{ label: words.merchants, to: '/operator/merchants' }]
  if (data === undefined)
    return (
      <Page title="…" breadcrumbs={breadcrumbs}>
        {error === null ? <Skeleton height={320} /> : <ErrorState error={error} retry={() => void refetch()} />}
      </Page>
    )
  return (
    <Page
      title={data.name}
      breadcrumbs={breadcrumbs}
      actions={
        <LinkButton
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          to="/m/$merchantId"
          params={{ merchantId: data.id }}
        >
          {words.open}
        </LinkButton>
      }
    >
      <SuspensionNotice merchant={data} />
      {data.awaitsOwner && <AwaitsOwner merchant={data} />}
      <Facts merchant={data} />
      <RunningBatches merchantId={data.id} />
      <Settings merchant={data} />
      {!data.awaitsOwner && <Successor merchant={data} />}
      <SuspendSection merchant={data} />
    </Page>
  )
}

function AwaitsOwner({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(merchantTexts)
  const mayManage = usePermission('platform.manage')
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
        <Figure label={<BalanceLabel of="total" />}>
          <Money amount={merchant.balance.total} />
        </Figure>
      </Figures>
      <Section title={words.company}>
        <Details
          items={[
            {
              label: words.cnpj,
              value: <MaskedTaxNumber number={merchant.taxNumber} reveal={() => revealTaxNumber(merchant.id)} />,
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

type Setting = 'plan' | 'policy' | 'limits' | 'bank'
const forms = { plan: PlanForm, policy: PolicyForm, limits: LimitsForm, bank: BankForm }

function Settings({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(merchantTexts)
  const bankWords = useTexts(bankTexts)
  const language = useLanguage()
  const [open, setOpen] = useState<Setting | null>(null)
  const Form = open === null ? null : forms[open]
  const { approversNeeded, operatorApprovesAbove } = merchant.approvalPolicy
  const edit = (setting: Setting) => () => setOpen(setting)
  return (
    <>
      <Setting title={words.plan} intro={words.planIntro} onEdit={edit('plan')}>
        <Details
          items={[
            { label: words.fixed, value: <Money amount={merchant.plan.fixed} /> },
            { label: words.percent, value: formatPercent(merchant.plan.percent, language) },
          ]}
        />
      </Setting>
      <Setting title={words.policy} intro={words.policyIntro} onEdit={edit('policy')}>
        <Details
          items={[
            { label: words.approversNeeded, value: words.approversOf(approversNeeded) },
            {
              label: words.operatorAbove,
              value:
                operatorApprovesAbove === null ? words.operatorNever : formatMoney(operatorApprovesAbove, language),
            },
          ]}
        />
      </Setting>
      <Setting title={words.limits} intro={words.limitsIntro} onEdit={edit('limits')}>
        <LimitsTable limits={merchant.limits} />
      </Setting>
      <Setting title={bankWords.merchantsBank} intro={bankWords.merchantsBankIntro} onEdit={edit('bank')}>
        <BankOfMerchant merchant={merchant} />
      </Setting>
      {Form !== null && <Form merchant={merchant} onClose={() => setOpen(null)} />}
    </>
  )
}

type SettingProps = { title: string; intro: string; onEdit: () => void; children: ReactNode }

function Setting({ title, intro, onEdit, children }: SettingProps) {
  const words = useTexts(merchantTexts)
  const mayManage = usePermission('platform.manage')
  return (
    <Section
      title={title}
      description={intro}
      actions={
        mayManage && (
          <Button variant="default" size="xs" onClick={onEdit} aria-label={words.editOf(title)}>
            {words.edit}
          </Button>
        )
      }
    >
      {children}
    </Section>
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
