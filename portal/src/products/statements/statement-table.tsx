import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { BalanceLabel, BalanceLegend } from '../../kit/balance-label.tsx'
import { useLanguage } from '../../kit/language.ts'
import { Money, formatMoney, isNegative } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When, dayOf, formatWhen } from '../../kit/when.tsx'
import { postingTexts } from '../../money/transactions/texts.ts'
import type { StatementEntry } from './api.ts'
import classes from './statement-table.module.css'
import { statementTexts } from './texts.ts'

type Props = { merchantId: string; entries: StatementEntry[] }

/** Entries under the days they are of, each with the balance after it. */
export function StatementTable({ merchantId, entries }: Props) {
  const words = useTexts(statementTexts)
  const language = useLanguage()
  const [thisYear] = useState(() => dayOf(new Date()).slice(0, 4))
  const balances = (['available', 'held', 'blocked'] as const).map(of => ({ of, label: words[of] }))
  // The roles are said although they are a table's own: on a phone they are lost with the table's layout.
  return (
    <>
      <BalanceLegend balances={balances} />
      <div className={classes.frame}>
        <table className={classes.table} role="table">
          <caption className={classes.caption}>{words.title}</caption>
          <thead role="rowgroup" className={classes.head}>
            <tr role="row">
              <th role="columnheader" scope="col">
                {words.time}
              </th>
              <th role="columnheader" scope="col">
                {words.entry}
              </th>
              {balances.map(balance => (
                <th key={balance.label} role="columnheader" scope="col" className={classes.number}>
                  <BalanceLabel {...balance} />
                </th>
              ))}
              <th role="columnheader" scope="col" className={classes.number}>
                <BalanceLabel of="available" label={words.balance} />
              </th>
            </tr>
          </thead>
          {byDay(entries).map(({ day, of }) => (
            <tbody key={day} role="rowgroup">
              <tr role="row" className={classes.day}>
                <th role="rowheader" scope="rowgroup" colSpan={6}>
                  {capital(formatWhen(`${day}T12:00:00-03:00`, language, day.startsWith(thisYear) ? 'day' : 'date'))}
                  <span className={classes.dayEnd}>
                    {words.dayEnds(formatMoney(of[0]?.availableAfter ?? '0', language))}
                  </span>
                </th>
              </tr>
              {of.map(entry => (
                <Entry key={entry.number} merchantId={merchantId} entry={entry} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  )
}

function Entry({ merchantId, entry }: { merchantId: string; entry: StatementEntry }) {
  const words = useTexts(statementTexts)
  const names = useTexts(postingTexts)
  const language = useLanguage()
  const charges = /[1-9]/.test(entry.charges) && !isNegative(entry.charges) ? entry.charges : null
  const more = [entry.partyName, entry.orderId, charges && words.charges(formatMoney(charges, language))]
  return (
    <tr role="row" className={`${classes.row} ${entry.transactionId === null ? '' : classes.linked}`}>
      <td role="cell" className={classes.time}>
        <When at={entry.date} form="time" />
      </td>
      <td role="cell" className={classes.entry}>
        {entry.transactionId === null ? (
          names[entry.name]
        ) : (
          <Link
            to="/m/$merchantId/transactions/$transactionId"
            params={{ merchantId, transactionId: entry.transactionId }}
            className={classes.link}
          >
            {names[entry.name]}
          </Link>
        )}
        <Text size="xs" c="dimmed" className={classes.more}>
          {more.filter(Boolean).map((part, index) => (
            <Fragment key={part}>
              {index > 0 && ' · '}
              {part}
            </Fragment>
          ))}
        </Text>
      </td>
      <Moved label={words.available} amount={entry.available} />
      <Moved label={words.held} amount={entry.held} isQuiet />
      <Moved label={words.blocked} amount={entry.blocked} isQuiet />
      <td role="cell" className={`${classes.number} ${classes.after}`}>
        <span className={classes.label} aria-hidden>
          {words.balance}
        </span>
        <Money amount={entry.availableAfter} />
      </td>
    </tr>
  )
}

/** What an account gained or lost; on a phone, nothing at all where it did neither. */
function Moved({ label, amount, isQuiet = false }: { label: string; amount: string; isQuiet?: boolean }) {
  const isNothing = !/[1-9]/.test(amount)
  const tone = isQuiet ? classes.quiet : isNegative(amount) ? '' : classes.gain
  return (
    <td role="cell" className={`${classes.number} ${isNothing ? classes.nothing : tone}`}>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      {isNothing ? '–' : <Money amount={amount} signed />}
    </td>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function byDay(entries: StatementEntry[]): { day: string; of: StatementEntry[] }[] {
  const days: { day: string; of: StatementEntry[] }[] = []
  for (const entry of entries) {
    const day = dayOf(entry.date)
    const last = days.at(-1)
    if (last?.day === day) last.of.push(entry)
    else days.push({ day, of: [entry] })
  }
  return days
}
