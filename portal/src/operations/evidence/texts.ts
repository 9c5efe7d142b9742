import { bilingual } from '../../kit/texts.ts'

export const evidenceTexts = bilingual({
  file: ['Comprovante', 'Evidence file'],
  fileHint: ['PDF, PNG, JPEG ou XML de até 5 MB. Opcional.', 'PDF, PNG, JPEG or XML of up to 5 MB. Optional.'],
  choose: ['Escolher arquivo', 'Choose a file'],
  removeFile: ['Remover arquivo', 'Remove the file'],
  download: ['Baixar comprovante', 'Download the evidence'],
})
