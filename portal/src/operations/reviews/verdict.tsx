import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { isFailure } from '../../kit/api.ts'
import { FormFailure } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { reviewTexts } from './texts.ts'

export type VerdictAct = 'approve' | 'reject'

type Props = {
  /** `body` has the note, where there is one. */
  send: (act: VerdictAct, body: { note?: string }) => Promise<void>
  onFailure?: (error: unknown) => void
}

/** The operator's word, with a note that the merchant reads: needed for a no. */
export function Verdict({ send, onFailure }: Props) {
  const words = useTexts(reviewTexts)
  const [note, setNote] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [sending, setSending] = useState<VerdictAct | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  async function decide(act: VerdictAct) {
    const said = note.trim()
    setIsMissing(act === 'reject' && said === '')
    if (act === 'reject' && said === '') return
    setSending(act)
    setFailure(null)
    try {
      await send(act, said === '' ? {} : { note: said })
    } catch (error) {
      if (!isFailure(error, 'ConfirmationRequired')) setFailure(error)
      onFailure?.(error)
    } finally {
      setSending(null)
    }
  }

  return (
    <>
      <Textarea
        label={words.note}
        description={words.noteHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1024}
        value={note}
        error={isMissing ? words.noteMissing : null}
        onChange={event => {
          setNote(event.currentTarget.value)
          setIsMissing(false)
        }}
      />
      <FormFailure failure={failure} />
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={() => void decide('reject')}
          loading={sending === 'reject'}
          disabled={sending === 'approve'}
        >
          {words.reject}
        </Button>
        <Button onClick={() => void decide('approve')} loading={sending === 'approve'} disabled={sending === 'reject'}>
          {words.approve}
        </Button>
      </Group>
    </>
  )
}
