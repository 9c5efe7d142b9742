import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Details } from '../../kit/details.tsx'
import { formatPercent } from '../../kit/format-percent.ts'
import { useLanguage } from '../../kit/language.ts'
import { usePermission } from '../../kit/merchant.ts'
import { Money, formatMoney } from '../../kit/money.tsx'
import type { Permission } from '../../kit/session.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type MerchantDetail } from './api.ts'
import { BankForm, BanksOfMerchant } from './bank-form.tsx'
import { bankTexts } from '../banks/texts.ts'
import { LimitsForm } from './limits-form.tsx'
import { ReserveForm } from './reserve-form.tsx'
import { WriteOffForm } from './write-off-form.tsx'
import { LimitsTable } from './limits-table.tsx'
import { merchantTexts } from './texts.ts'
import { PlanForm } from './plan-form.tsx'
import { PolicyForm } from './policy-form.tsx'

type Setting = 'plan' | 'policy' | 'limits' | 'reserve' | 'writeOff' | 'bank'
const forms = {
  plan: PlanForm,
  policy: PolicyForm,
  limits: LimitsForm,
  reserve: ReserveForm,
  writeOff: WriteOffForm,
  bank: BankForm,
}

/** What operators set for a merchant, each with its form. */
export function MerchantSettings({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(merchantTexts)
  const bankWords = useTexts(bankTexts)
  const language = useLanguage()
  const [open, setOpen] = useState<Setting | null>(null)
  const Form = open === null ? null : forms[open]
  const { approversNeeded, operatorApprovesAbove } = merchant.approvalPolicy
  const { percent, amount, days } = merchant.reserve
  const edit = (setting: Setting) => () => setOpen(setting)
  return (
    <>
      <Setting title={words.plan} intro={words.planIntro} may="merchants.manage" onEdit={edit('plan')}>
        <Details
          items={[
            { label: words.fixed, value: <Money amount={merchant.plan.fixed} /> },
            { label: words.percent, value: formatPercent(merchant.plan.percent, language) },
          ]}
        />
      </Setting>
      <Setting title={words.policy} intro={words.policyIntro} may="merchants.manage" onEdit={edit('policy')}>
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
      <Setting title={words.limits} intro={words.limitsIntro} may="limits.manage" onEdit={edit('limits')}>
        <LimitsTable merchant={merchant} />
      </Setting>
      <Setting title={words.reserve} intro={words.reserveIntro} may="limits.manage" onEdit={edit('reserve')}>
        <Details
          items={[
            {
              label: words.reservePercent,
              value: percent === null ? words.noReserve : formatPercent(percent, language),
            },
            { label: words.reserveAmount, value: amount === null ? words.noLimit : <Money amount={amount} /> },
            { label: words.reserveDays, value: String(days) },
            { label: words.nextRelease, value: merchant.nextReleaseAt && <When at={merchant.nextReleaseAt} /> },
          ]}
        />
      </Setting>
      {merchant.balance.available.startsWith('-') && (
        <Setting title={words.debt} intro={words.debtIntro} may="exceptions.manage" onEdit={edit('writeOff')}>
          <Details items={[{ label: words.owed, value: <Money amount={merchant.balance.available.slice(1)} /> }]} />
        </Setting>
      )}
      <Setting
        title={bankWords.merchantsBank}
        intro={bankWords.merchantsBankIntro}
        may="banks.manage"
        onEdit={edit('bank')}
      >
        <BanksOfMerchant merchant={merchant} />
      </Setting>
      {Form !== null && <Form merchant={merchant} onClose={() => setOpen(null)} />}
    </>
  )
}

type SettingProps = { title: string; intro: string; may: Permission; onEdit: () => void; children: ReactNode }

function Setting({ title, intro, may, onEdit, children }: SettingProps) {
  const words = useTexts(merchantTexts)
  const mayManage = usePermission(may)
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
