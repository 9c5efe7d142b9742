import { List, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CopyableTaxNumber, MaskedTaxNumber } from '../../kit/tax-number.tsx'
import { Details } from '../../kit/details.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { formatPercent } from '../../kit/format-percent.ts'
import { useLanguage } from '../../kit/language.ts'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { formatMoney } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type CompanyView, companyKey, readCompany } from './api.ts'
import classes from './company.module.css'
import { companyTexts } from './texts.ts'

/** A merchant's own data, fees and limits: to read, because the platform settles them. */
export function CompanyScreen() {
  const words = useTexts(companyTexts)
  const { id } = useMerchant()
  const query = useQuery({ queryKey: companyKey(id), queryFn: () => readCompany(id) })
  return (
    <Page title={words.company} description={words.companyIntro}>
      <Loaded query={query}>
        {company => (
          <>
            <Data company={company} />
            <Fees plan={company.plan} />
            <Limits limits={company.limits} />
            <Approvals policy={company.approvalPolicy} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Data({ company }: { company: CompanyView }) {
  const words = useTexts(companyTexts)
  const seesWebhooks = usePermission('webhooks.read')
  return (
    <Section title={words.data}>
      <Details
        items={[
          { label: words.name, value: company.name },
          { label: words.cnpj, value: <TaxNumber number={company.taxNumber} /> },
          { label: words.city, value: company.city },
          { label: words.account, value: company.accountNumber },
          { label: words.bank, value: company.bank ?? words.noBank },
          { label: words.since, value: <When at={company.createdAt} form="date" /> },
          {
            label: words.webhookAddress,
            value: seesWebhooks ? (company.webhookAddress ?? words.noWebhookAddress) : null,
          },
        ]}
      />
    </Section>
  )
}

/** Masked for operators: they reveal it on the page of the merchant, with another operator's approval. */
function TaxNumber({ number }: { number: string }) {
  const words = useTexts(companyTexts)
  return number.includes('*') ? (
    <MaskedTaxNumber number={number} />
  ) : (
    <CopyableTaxNumber number={number} what={words.cnpj} />
  )
}

function Fees({ plan }: { plan: CompanyView['plan'] }) {
  const words = useTexts(companyTexts)
  const language = useLanguage()
  const money = (amount: string) => formatMoney(amount, language)
  const [hasFixed, hasPercent] = [/[1-9]/.test(plan.fixed), /[1-9]/.test(plan.percent)]
  const [fixed, percent] = [money(plan.fixed), formatPercent(plan.percent, language)]
  const summary =
    hasFixed && hasPercent
      ? words.feesBoth(fixed, percent)
      : hasFixed
        ? words.feesFixed(fixed)
        : hasPercent
          ? words.feesPercent(percent)
          : words.feesFree
  return (
    <Section title={words.fees} description={words.feesHint}>
      <Text fw={500}>{summary}</Text>
      {(hasFixed || hasPercent) && (
        <List size="sm" spacing={4} mt="sm" aria-label={words.examples}>
          {plan.examples.map(({ amount, charges, left }) => (
            <List.Item key={amount}>{words.example(money(amount), money(charges), money(left))}</List.Item>
          ))}
        </List>
      )}
    </Section>
  )
}

function Limits({ limits }: { limits: CompanyView['limits'] }) {
  const words = useTexts(companyTexts)
  const language = useLanguage()
  const limit = (amount: string | null) => (amount === null ? words.noLimit : formatMoney(amount, language))
  return (
    <Section title={words.limits} description={words.limitsIntro}>
      <div className={classes.limits}>
        <Sending title={words.cashOuts} sending={limits.cashOuts} />
        <Sending title={words.companyPayments} sending={limits.companyPayments} />
      </div>
      <Details
        items={[
          { label: words.perNight(limits.nightFrom, limits.nightUntil), value: limit(limits.perNight) },
          { label: words.perRecipient, value: limit(limits.perRecipient) },
          { label: words.newRecipient(limits.newRecipientHours), value: limit(limits.newRecipient) },
          { label: words.perKey, value: limit(limits.perKey) },
          { label: words.raisedFrom, value: limits.raisedAt === null ? null : <When at={limits.raisedAt} /> },
        ]}
      />
    </Section>
  )
}

type SendingProps = { title: string; sending: CompanyView['limits']['cashOuts'] }

function Sending({ title, sending: { perTransaction, perDay, sentToday, usedPercent } }: SendingProps) {
  const words = useTexts(companyTexts)
  const language = useLanguage()
  const money = (amount: string) => formatMoney(amount, language)
  const limit = (amount: string | null) => (amount === null ? words.noLimit : money(amount))
  const used = perDay === null ? money(sentToday) : words.usedOf(money(sentToday), money(perDay))
  return (
    <div>
      <Text fw={600} size="sm" mb="xs">
        {title}
      </Text>
      <Details
        items={[
          { label: words.perTransaction, value: limit(perTransaction) },
          { label: words.perDay, value: limit(perDay) },
          { label: words.usedToday, value: used },
        ]}
      />
      {usedPercent !== null && (
        <Progress
          mt="sm"
          size="sm"
          value={usedPercent}
          color={usedPercent >= 90 ? 'red' : 'trilho'}
          aria-label={`${title}: ${words.usedToday}`}
        />
      )}
    </div>
  )
}

function Approvals({ policy }: { policy: CompanyView['approvalPolicy'] }) {
  const words = useTexts(companyTexts)
  const language = useLanguage()
  const { approversNeeded, operatorApprovesAbove: above } = policy
  return (
    <Section title={words.approvals}>
      <Details
        items={[
          { label: words.approversNeeded, value: words.approversOf(approversNeeded) },
          { label: words.operatorAbove, value: above === null ? words.never : formatMoney(above, language) },
        ]}
      />
    </Section>
  )
}
