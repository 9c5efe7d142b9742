import { Button, Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormFailure, useChange } from './form.tsx'
import { IconDownload } from './icons.tsx'
import { sheetTexts } from './kit-texts.ts'
import { SheetDrop } from './sheet-drop.tsx'
import { useTexts } from './texts.ts'

type Props<Looked> = {
  /** Where the example is downloaded. */
  template: string
  /** The server takes so many. */
  mostRows: number
  /** Has the server look at the file, which stores nothing. */
  look: (file: File) => Promise<Looked>
  onLooked: (looked: Looked) => void
  /** What is chosen before the file. */
  children?: ReactNode
}

/** The first step of an import: an example to fill in, and where the file goes. */
export function SheetUpload<Looked>({ template, mostRows, look, onLooked, children }: Props<Looked>) {
  const words = useTexts(sheetTexts)
  const { mutate, isPending, error } = useChange(look, { onDone: onLooked })
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={720} bg="var(--paper)" mb="lg">
      <Stack gap="lg">
        {children}
        <Button
          component="a"
          href={template}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          {words.template}
        </Button>
        <SheetDrop mostRows={mostRows} onFile={file => mutate(file)} isBusy={isPending} />
        <FormFailure failure={error} />
      </Stack>
    </Paper>
  )
}
