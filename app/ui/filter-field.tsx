interface FilterFieldProps {
  label: string
  /** The text that the list is filtered by now. */
  query: string
}

/** The search field that filters a list, to be put into a form. It resets its text when `query` changes. */
export const FilterField = ({ label, query }: FilterFieldProps) => (
  <input
    key={query}
    className="input"
    type="search"
    name="q"
    defaultValue={query}
    aria-label={label}
    placeholder={label}
  />
)
