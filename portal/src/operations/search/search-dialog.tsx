import { Loader, Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ErrorState } from '../../kit/error-state.tsx'
import { IconSearch } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import type { OpenMerchant } from '../../kit/merchant.ts'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { type SearchAnswer, searchEverything, searchKeys } from './api.ts'
import { type Option, type OptionGroup, optionsOf, pagesLike } from './options.ts'
import { SearchOption } from './search-option.tsx'
import classes from './search.module.css'
import { searchTexts } from './texts.ts'

/** Looks a moment after the last key. */
const quietMs = 200

type Props = { merchant: OpenMerchant | null; opened: boolean; onClose: () => void }

/** One search over everything of the merchant, or for operators over all merchants, and over the pages of the portal. */
export default function SearchDialog({ merchant, opened, onClose }: Props) {
  const words = useTexts(searchTexts)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={640}
      yOffset="8dvh"
      padding={0}
      returnFocus={false}
      // Gone at once: the keys that open it must work again right after.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={words.search}>
        <Modal.Body p={0}>
          <Search merchant={merchant} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Search({ merchant, onClose }: Omit<Props, 'opened'>) {
  const words = useTexts(searchTexts)
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const latest = useRef<HTMLInputElement>(null)
  const { groups, isReady, isSearching, error, retry, taxNumber, newestOnly, comingOptions } = useGroups(
    merchant,
    typed.trim(),
  )
  const options = groups.flatMap(group => group.options)
  const found = options.filter(({ kind }) => kind !== 'seeAll').length
  const active = Math.min(chosen, options.length - 1)
  const idOf = (index: number) => `${listId}-${index}`

  function open(option: Option | undefined) {
    if (option === undefined) return
    onClose()
    void navigate({ to: option.path } as Parameters<typeof navigate>[0])
  }

  /** Enter before the answer has come opens what comes, unless something else was typed meanwhile. */
  async function openFirst() {
    const term = typed.trim()
    const coming = await comingOptions(term).catch(() => [])
    if (latest.current?.value.trim() === term) open(coming[0])
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      setChosen((active + step + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (isReady) open(options[active])
      else void openFirst()
    }
  }

  return (
    <>
      <div className={classes.field}>
        {isSearching ? <Loader size={18} /> : <IconSearch size={18} aria-hidden />}
        <input
          ref={latest}
          className={classes.input}
          role="combobox"
          aria-label={words.search}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? idOf(active) : undefined}
          placeholder={merchant === null ? words.platformHint : words.hint}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={event => {
            setTyped(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={classes.results}>
        {error !== null && <ErrorState error={error} retry={retry} />}
        <div id={listId} role="listbox" aria-label={words.results} aria-busy={isSearching}>
          <Options groups={groups} active={active} idOf={idOf} open={open} point={setChosen} />
        </div>
        {options.length === 0 && isReady && error === null && (
          <div className={classes.nothing}>
            <strong>{words.nothing}</strong>
            {taxNumber === 'notAllowed'
              ? words.taxNumberNotAllowed
              : merchant === null
                ? words.platformNothingHint
                : words.nothingHint}
          </div>
        )}
      </div>
      <div className={classes.foot}>
        <span role="status">
          {isSearching ? words.searching : typed.trim() === '' ? '' : words.found(found)}
          {taxNumber === 'searched' && ` · ${words.taxNumberSearched}`}
          {newestOnly !== null &&
            ` · ${words.newestOnly(newestOnly.count, newestOnly.kinds.map(kind => words[kind]).join(', '))}`}
        </span>
        <span className={classes.keys}>{words.keys}</span>
      </div>
    </>
  )
}

const answerTo = (merchantId: string | null, q: string) =>
  queryOptions({
    queryKey: [...searchKeys.all(merchantId), q],
    queryFn: ({ signal }) => searchEverything(merchantId, q, signal),
    staleTime: 10_000,
    retry: false,
  })

/** Pages at once, and what the server finds; an answer to what was typed before is shown until the newer one comes. */
function useGroups(merchant: OpenMerchant | null, typed: string) {
  const language = useLanguage()
  const { platformPermissions } = useSession()
  const [asked] = useDebouncedValue(typed, quietMs)
  const merchantId = merchant?.id ?? null
  const isAsking = typed !== '' && (merchant !== null || platformPermissions.includes('platform.read'))
  const queryClient = useQueryClient()
  const query = useQuery({
    ...answerTo(merchantId, asked),
    enabled: isAsking && asked !== '',
    placeholderData: keepPreviousData,
    // A search by document is written down each time: once is enough.
    refetchOnWindowFocus: false,
  })
  const isReady = !isAsking || (asked === typed && !query.isPlaceholderData && !query.isFetching)
  const pages = pagesLike(typed, { merchant, may: merchant?.permissions ?? platformPermissions, language })
  const withPages = (answer: SearchAnswer | undefined): OptionGroup[] =>
    [{ name: 'pages' as const, options: pages }, ...optionsOf(answer, merchantId, typed)].filter(
      ({ options }) => options.length > 0,
    )
  return {
    groups: withPages(isAsking ? query.data : undefined),
    comingOptions: async (q: string) =>
      withPages(await queryClient.fetchQuery(answerTo(merchantId, q))).flatMap(({ options }) => options),
    isReady,
    isSearching: !isReady,
    error: isAsking && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
    taxNumber: isAsking && isReady ? (query.data?.taxNumber ?? null) : null,
    newestOnly: isAsking && isReady ? (query.data?.newestOnly ?? null) : null,
  }
}

const intoView = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

type OptionsProps = {
  groups: OptionGroup[]
  active: number
  idOf: (index: number) => string
  open: (option: Option) => void
  point: (index: number) => void
}

function Options({ groups, active, idOf, open, point }: OptionsProps) {
  const words = useTexts(searchTexts)
  const all = groups.flatMap(group => group.options)
  return groups.map(group => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
    <div key={group.name} role="group" aria-label={words[group.name]}>
      <div className={classes.group} aria-hidden>
        {words[group.name]}
      </div>
      {group.options.map(option => {
        const own = all.indexOf(option)
        return (
          <div
            key={option.path}
            id={idOf(own)}
            ref={own === active ? intoView : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={own === active}
            className={classes.option}
            onMouseMove={() => point(own)}
            onMouseDown={event => event.preventDefault()}
            onClick={() => open(option)}
            onKeyDown={() => {}}
          >
            <SearchOption option={option} />
          </div>
        )
      })}
    </div>
  ))
}
