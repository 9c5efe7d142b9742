import { formatTaxNumber } from '../../kit/format-tax-number.ts'
import {
  IconArrowsExchange,
  IconBuildingStore,
  IconChecklist,
  IconChevronRight,
  IconGavel,
  IconLink,
  IconStack2,
  IconUserCircle,
  type Icon,
} from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { Money } from '../../kit/money.tsx'
import { StateBadge, isStateOf } from '../../kit/state-badge.tsx'
import { inLanguage, useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { Group } from './api.ts'
import type { Option } from './options.ts'
import classes from './search.module.css'
import { searchTexts } from './texts.ts'

const icons: Record<Group['kind'], Icon> = {
  merchant: IconBuildingStore,
  transaction: IconArrowsExchange,
  request: IconChecklist,
  batch: IconStack2,
  receiver: IconBuildingStore,
  customer: IconUserCircle,
  link: IconLink,
  dispute: IconGavel,
}

/** What a line says. */
export function SearchOption({ option }: { option: Option }) {
  const words = useTexts(searchTexts)
  const language = useLanguage()
  if (option.kind === 'page' || option.kind === 'seeAll') {
    const Sign = option.kind === 'page' ? option.entry.icon : IconChevronRight
    return (
      <>
        <Sign size={18} aria-hidden />
        <span className={classes.title}>
          {option.kind === 'page' ? inLanguage(option.entry.label, language) : words.seeAll}
        </span>
      </>
    )
  }
  const { title, detail, amount, state, date } = option.found
  const Sign = icons[option.kind]
  return (
    <>
      <Sign size={18} aria-hidden />
      <span className={classes.title}>
        {title ?? words.anonymous}
        <span className={classes.detail}>
          {detail !== null && `${option.kind === 'receiver' ? formatTaxNumber(detail) : detail} · `}
          <When at={date} form="date" />
        </span>
      </span>
      <span className={classes.end}>
        {amount !== null && <Money amount={amount} size="sm" fw={500} />}
        {state !== null && option.kind !== 'customer' && isStateOf(option.kind, state) && (
          <StateBadge kind={option.kind} state={state} />
        )}
      </span>
    </>
  )
}
