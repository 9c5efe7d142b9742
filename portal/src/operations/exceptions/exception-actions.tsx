import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../kit/form.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type ExceptionView, askBank, exceptionKey } from './api.ts'
import { EndExceptionDialog } from './end-exception-dialog.tsx'
import { exceptionTexts } from './texts.ts'
import { useActWords } from './exception-words.ts'
import classes from './exception-actions.module.css'

/** Asks the bank what became of the order; its answer decides which actions are offered. */
function AskBank({ exception }: { exception: ExceptionView }) {
  const words = useTexts(exceptionTexts)
  const actWords = useActWords()
  const { merchant, id, withheld, canAskBank, bankAnswer } = exception
  const ask = useChange(() => askBank(merchant.id, id), {
    caches: asked => [exceptionKey(merchant.id, id), asked],
    notifiesFailure: true,
  })
  if (!canAskBank) return null
  const actions = withheld.map(act => actWords(exception, act).name).join(', ')
  const why = withheld.length === 0 ? words.asking : (bankAnswer === null ? words.notAsked : words.notWhile)(actions)
  return (
    <div className={`${classes.act} ${classes.ask}`}>
      <Button variant="light" fullWidth loading={ask.isPending} onClick={() => ask.mutate(undefined)}>
        {words.askBank}
      </Button>
      <Text size="sm" c="dimmed">
        {why}
      </Text>
    </div>
  )
}

/** The actions that close it, each with what it does to the money. */
export function Actions({ exception }: { exception: ExceptionView }) {
  const words = useTexts(exceptionTexts)
  const actWords = useActWords()
  const mayEnd = usePermission('exceptions.manage')
  const [open, setOpen] = useState<ExceptionView['actions'][number] | null>(null)
  if (exception.actions.length === 0 || !mayEnd) return null
  return (
    <Section title={words.end} description={words.endIntro}>
      <AskBank exception={exception} />
      <ul className={classes.actions}>
        {exception.actions.map(row => {
          const { name, does } = actWords(exception, row.act)
          return (
            <li key={row.act} className={classes.act}>
              <Button variant="default" fullWidth onClick={() => setOpen(row)}>
                {name}
              </Button>
              <Text size="sm" c="dimmed">
                {does}
              </Text>
            </li>
          )
        })}
      </ul>
      {open !== null && (
        <EndExceptionDialog
          exception={exception}
          act={open}
          onClose={() => setOpen(null)}
          onDone={() => setOpen(null)}
        />
      )}
    </Section>
  )
}
