import { Code, Text, ThemeIcon } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '../../kit/icons.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { DeliveryDetail } from './api.ts'
import { useAnswerWords } from './error-words.ts'
import { webhookTexts } from './texts.ts'
import classes from './webhooks.module.css'

type Attempt = DeliveryDetail['attempts'][number]

const isAccepted = ({ httpStatus }: Attempt) => httpStatus !== null && httpStatus >= 200 && httpStatus < 300

/** Every call and its response, newest first. */
export function Attempts({ attempts }: { attempts: Attempt[] }) {
  const words = useTexts(webhookTexts)
  if (attempts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.noAttempts}
      </Text>
    )
  const [newest, ...older] = attempts.toReversed()
  return (
    <ol className={classes.attempts} reversed>
      {newest !== undefined && <OneAttempt attempt={newest} isNewest />}
      {older.map(attempt => (
        <OneAttempt key={attempt.number} attempt={attempt} />
      ))}
    </ol>
  )
}

function OneAttempt({ attempt, isNewest = false }: { attempt: Attempt; isNewest?: boolean }) {
  const words = useTexts(webhookTexts)
  const answerWords = useAnswerWords()
  const accepted = isAccepted(attempt)
  const result = attempt.httpStatus === null ? answerWords(attempt.error ?? '') : `HTTP ${attempt.httpStatus}`
  return (
    <li className={classes.attempt}>
      <ThemeIcon variant="light" color={accepted ? 'trilho' : 'red'} size={24} radius="xl">
        {accepted ? <IconCheck size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
      </ThemeIcon>
      <div className={classes.attemptHead}>
        <Text size="sm" fw={500}>
          {words.attempt(attempt.number)} · {result}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {words.tookMs(attempt.latencyMs)} · <When at={attempt.date} form="exact" />
        </Text>
      </div>
      <Text size="sm" c="dimmed">
        <Meaning attempt={attempt} isNewest={isNewest} />
      </Text>
      {attempt.httpStatus !== null && (
        <Code
          block
          className={classes.block}
          tabIndex={0}
          role="region"
          aria-label={words.answerOf(attempt.number)}
          mt={4}
        >
          {attempt.answer === null || attempt.answer === '' ? words.emptyAnswer : attempt.answer}
        </Code>
      )}
    </li>
  )
}

function Meaning({ attempt, isNewest }: { attempt: Attempt; isNewest: boolean }) {
  const words = useTexts(webhookTexts)
  if (isAccepted(attempt)) return words.success
  return (
    <>
      {attempt.httpStatus !== null && `${words.refused(attempt.httpStatus)} `}
      {attempt.nextAttemptDate === null
        ? words.givenUp
        : isNewest && (
            <>
              {words.thenAgain} <When at={attempt.nextAttemptDate} form="exact" />.
            </>
          )}
    </>
  )
}
