import { useSay } from '../../../ui/language.ts'

/** The search of a site as a plain form, which leads to the page with the results. */
export function SearchForm({ typed = '' }: { typed?: string }) {
  const say = useSay()
  return (
    <search>
      <form action="/search" className="mt-[1.4rem] mb-8 flex gap-[0.6rem] print:hidden">
        <input
          className="input"
          type="search"
          name="q"
          aria-label={say('Search articles')}
          placeholder={say('Search articles...')}
          defaultValue={typed}
          maxLength={100}
        />
        <button type="submit" className="button is-primary">
          {say('Search')}
        </button>
      </form>
    </search>
  )
}
