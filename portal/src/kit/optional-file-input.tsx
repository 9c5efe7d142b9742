import { FileInput, type FileInputProps } from '@mantine/core'

type Props = FileInputProps & { words: { choose: string; removeFile: string } }

/** A file that may be left out. Its button to remove it is large enough for a finger. */
export const OptionalFileInput = ({ words, ...props }: Props) => (
  <FileInput
    placeholder={words.choose}
    clearable
    clearButtonProps={{ 'aria-label': words.removeFile, style: { minWidth: 24, minHeight: 24 } }}
    {...props}
  />
)
