interface FilterFieldProps {
  label: string
  /** What the list is filtered by now. */
  query: string
}

/** The word that a list is filtered by, in the list's form; a list that is shown anew shows its own word. */
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
