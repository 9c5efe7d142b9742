import { ActionIcon, UnstyledButton } from '@mantine/core'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { IconSearch } from '../../kit/icons.tsx'
import type { OpenMerchant } from '../../kit/merchant.ts'
import { useTexts } from '../../kit/texts.ts'
import classes from './search.module.css'
import { searchTexts } from './texts.ts'

// In a file of its own: what is shown first must not wait for it.
const SearchDialog = lazy(() => import('./search-dialog.tsx'))

/** Opens the search from anywhere: by `/`, by Ctrl-K and ⌘K, or by `open`. */
export function useSearchDialog(merchant: OpenMerchant | null) {
  const [opened, setOpened] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const before = useRef<Element | null>(null)
  const open = () => {
    before.current = document.activeElement
    setOpened(true)
    setWasOpened(true)
  }
  // The dialog is not there yet when it is first opened, and cannot know where the focus was.
  const close = () => {
    setOpened(false)
    setTimeout(() => before.current instanceof HTMLElement && before.current.focus({ preventScroll: true }), 10)
  }

  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (!isShortcut(event)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })

  const dialog = wasOpened && (
    <Suspense fallback={null}>
      <SearchDialog merchant={merchant} opened={opened} onClose={close} />
    </Suspense>
  )
  return { open, dialog }
}

/** A slash where nobody is typing, or the keys themselves; never over a dialog that must be answered first. */
function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (document.querySelector('[aria-modal="true"]') !== null) return false
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return true
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping
}

/** Stands in the menu. */
export function SearchOpener({ open }: { open: () => void }) {
  const words = useTexts(searchTexts)
  return (
    <UnstyledButton className={classes.opener} onClick={open} aria-keyshortcuts="/ Control+K Meta+K">
      <IconSearch size={16} aria-hidden />
      {words.search}
      <kbd aria-hidden>/</kbd>
    </UnstyledButton>
  )
}

/** Stands in the bar of a phone. */
export function SearchIcon({ open }: { open: () => void }) {
  const words = useTexts(searchTexts)
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" ml="auto" aria-label={words.search} onClick={open}>
      <IconSearch size={20} aria-hidden />
    </ActionIcon>
  )
}
