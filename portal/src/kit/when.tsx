import { type WhenForm, formatRelative, formatWhen } from './format-when.ts'
import { useLanguage } from './language.ts'

export * from './format-when.ts'

type Props = {
  at: string | Date
  form?: WhenForm
  /** Says how long ago, and the moment in the title, instead of the other way round. */
  relative?: boolean
}

/** A moment in São Paulo's time. */
export function When({ at, form = 'dateTime', relative = false }: Props) {
  const language = useLanguage()
  const ago = formatRelative(at, language)
  const exact = formatWhen(at, language, 'exact')
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={relative ? exact : `${exact} · ${ago}`}
      className="tabular"
      style={{ whiteSpace: 'nowrap' }}
    >
      {relative ? ago : formatWhen(at, language, form)}
    </time>
  )
}
