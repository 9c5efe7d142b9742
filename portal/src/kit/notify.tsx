import { notifications } from '@mantine/notifications'
import { isFailure } from './api.ts'
import { failureWords } from './failure-words.ts'
import { IconAlertTriangle, IconCheck } from './icons.tsx'
import { currentLanguage } from './language.ts'

export const notifyDone = (message: string): void =>
  void notifications.show({ message, color: 'trilho', icon: <IconCheck size={18} />, autoClose: 5000 })

/** It was done, but not all of it as it should be. */
export const notifyWarning = (message: string): void =>
  void notifications.show({ message, color: 'yellow', icon: <IconAlertTriangle size={18} />, autoClose: 10_000 })

/** Says in words what was refused. Giving up the confirmation dialog is nobody's failure. */
export function notifyFailure(error: unknown): void {
  const silent = ['ConfirmationRequired', 'SessionInvalid', 'ApprovalRequested'] as const
  if (silent.some(reason => isFailure(error, reason))) return
  const { title, message } = failureWords(error, currentLanguage())
  notifications.show({ title, message, color: 'red', icon: <IconAlertTriangle size={18} />, autoClose: 10_000 })
}
