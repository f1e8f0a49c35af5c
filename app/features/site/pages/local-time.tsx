import { toDir } from '../../../shared/directions.ts'
import { toLocalDate } from '../../../shared/words/local-dates.ts'
import { useSay } from '../../../ui/language.ts'

interface LocalTimeProps {
  date: Date
  length: Parameters<typeof toLocalDate>[1]
}

/** Shows a date in the language of the page, also within a text of another direction. */
export function LocalTime({ date, length }: LocalTimeProps) {
  const { language } = useSay()
  const shown = toLocalDate(language, length, date)
  return (
    <time dateTime={date.toISOString()} dir={toDir(shown)}>
      {shown}
    </time>
  )
}

/** Shows how long the reading of an article takes. */
export function ReadingTime({ minutes }: { minutes: number }) {
  const shown = useSay()('{n} min read', { n: minutes })
  return <span dir={toDir(shown)}>{shown}</span>
}
