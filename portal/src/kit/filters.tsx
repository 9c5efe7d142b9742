import { Button, CloseButton, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { IconSearch, IconX } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { type StateKind, type StateOf, useStateWord } from './state-badge.tsx'
import { useTexts } from './texts.ts'

/** Reads one value of the address; null when it is not one of ours. */
type Reader<Value extends string> = (text: string) => Value | null

export const anyText: Reader<string> = text => text.slice(0, 200)

export const oneOf =
  <const Value extends string>(values: readonly Value[]): Reader<Value> =>
  text =>
    values.find(value => value === text) ?? null

/** A day, `2026-11-15`. */
export const aDay: Reader<string> = text =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null

type Shape = Record<string, Reader<string>>
type Values<Of extends Shape> = { [Key in keyof Of]: ReturnType<Of[Key]> }

/**
 * Filters that live in the address, so that reload, back and a sent link show the same: every one is the text there, or
 * null. The shape is a constant of the screen: `const shape = { state: oneOf(states), q: anyText, from: aDay }`.
 */
export function useFilters<const Of extends Shape>(shape: Of) {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const values = Object.fromEntries(
    Object.entries(shape).map(([key, read]) => {
      const given = search[key]
      return [key, given === undefined || given === '' ? null : read(given)]
    }),
  ) as Values<Of>

  /** Null or an empty text takes a filter away. */
  const set = (changes: Partial<{ [Key in keyof Of]: string | null }>) =>
    void navigate({
      to: '.',
      search: before => {
        const after: Record<string, unknown> = { ...before, ...changes }
        return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null && value !== ''))
      },
      replace: true,
      resetScroll: false,
    } as Parameters<typeof navigate>[0])

  const clear = () => set(Object.fromEntries(Object.keys(shape).map(key => [key, null])) as Parameters<typeof set>[0])

  return { values, set, clear, isFiltered: Object.values(values).some(value => value !== null) }
}

type BarProps = { isFiltered: boolean; clear: () => void; children: ReactNode }

/** The row of filters above a list. */
export function FilterBar({ isFiltered, clear, children }: BarProps) {
  const words = useTexts(kitTexts)
  return (
    <Group gap="xs" mb="md" role="search" aria-label={words.filters}>
      {children}
      {isFiltered && (
        <Button variant="subtle" color="gray" onClick={clear} leftSection={<IconX size={16} />}>
          {words.clearFilters}
        </Button>
      )}
    </Group>
  )
}

type SearchProps = { label: string; value: string | null; onChange: (value: string | null) => void }

/** Looks a moment after the last key, not at every one. */
export function SearchBox({ label, value, onChange }: SearchProps) {
  const words = useTexts(kitTexts)
  const [typed, setTyped] = useState(value ?? '')
  const report = useDebouncedCallback((text: string) => onChange(text.trim() || null), 300)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    // The address changed; if not by what was typed, then by going back or by clearing the filters.
    setSeen(value)
    if (typed.trim() !== (value ?? '')) setTyped(value ?? '')
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={words.clearFilters}
            onClick={() => {
              setTyped('')
              onChange(null)
            }}
          />
        )
      }
      value={typed}
      onChange={event => {
        setTyped(event.currentTarget.value)
        report(event.currentTarget.value)
      }}
      style={{ flex: '1 1 240px' }}
      maw={420}
    />
  )
}

type SelectProps = SearchProps & { options: { value: string; label: string }[] }

export function FilterSelect({ label, value, onChange, options }: SelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={onChange}
      data={options}
      clearable
      checkIconPosition="right"
      flex="1 1 150px"
      maw={{ sm: 190 }}
    />
  )
}

type StateFilterProps<Kind extends StateKind> = Omit<SearchProps, 'value'> & {
  kind: Kind
  states: readonly StateOf<Kind>[]
  value: StateOf<Kind> | null
}

export function StateFilter<Kind extends StateKind>({ kind, states, ...select }: StateFilterProps<Kind>) {
  const stateWord = useStateWord()
  return <FilterSelect {...select} options={states.map(state => ({ value: state, label: stateWord(kind, state) }))} />
}
