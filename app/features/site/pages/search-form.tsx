/** The search of a site as a plain form, which leads to the page with the results. */
export const SearchForm = ({ typed = '' }: { typed?: string }) => (
  <search>
    <form action="/search" className="mt-[1.4rem] mb-8 flex gap-[0.6rem] print:hidden">
      <input
        className="input"
        type="search"
        name="q"
        aria-label="Search articles"
        placeholder="Search articles..."
        defaultValue={typed}
        maxLength={100}
      />
      <button type="submit" className="button is-primary">
        Search
      </button>
    </form>
  </search>
)
