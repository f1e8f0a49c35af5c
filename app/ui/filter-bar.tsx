import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'

interface FilterBarProps {
  /** Path of the whole list. */
  path: string
  /** The label of the search field. */
  label: string
  /** The text that the list is filtered by now. */
  query: string
  /** Parts of the present URL that stay. */
  kept?: Record<string, string | number | undefined>
  /** More fields, and the button. */
  children?: ReactNode
}

/** The form that filters a list. Its fields are the query of the list's URL. */
export const FilterBar = ({ path, label, query, kept, children }: FilterBarProps) => (
  <search>
    <Form action={path} className="filter-bar" preventScrollReset>
      {Object.entries(kept ?? {}).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {/* A field with a key has the new value when the URL changes. */}
      <input
        key={query}
        className="input"
        type="search"
        name="q"
        defaultValue={query}
        aria-label={label}
        placeholder={label}
      />
      {children}
    </Form>
  </search>
)

/** The form that filters a list by a text alone. */
export const FindBar = ({ path, ...field }: Pick<FilterBarProps, 'path' | 'label' | 'query'>) => (
  <FilterBar path={path} {...field}>
    <button type="submit" className="button">
      Find
    </button>
    {field.query && (
      <Link className="link text-small" to={path} preventScrollReset>
        Show all
      </Link>
    )}
  </FilterBar>
)

interface ChoiceProps {
  name: string
  label: string
  value: string
  /** The text of each value. */
  options: Record<string, string>
  /** The text of the choice that filters nothing; undefined if there is none. */
  all?: string
  /** True if a choice is applied immediately, with scripts. */
  isInstant?: boolean
}

/** A list of choices in a filter bar. */
export const Choice = ({ name, label, value, options, all, isInstant = false }: ChoiceProps) => (
  <select
    key={value}
    className="input"
    name={name}
    aria-label={label}
    defaultValue={value}
    data-set={(all !== undefined && value) || undefined}
    onChange={isInstant ? applyFilter : undefined}
  >
    {all !== undefined && <option value="">{all}</option>}
    {Object.entries(options).map(([option, text]) => (
      <option key={option} value={option}>
        {text}
      </option>
    ))}
  </select>
)

/** Applies the filter bar that a field is in. */
export const applyFilter = ({ target }: { target: { form: HTMLFormElement | null } }): void =>
  target.form?.requestSubmit()

interface FilterLinksProps {
  label: string
  links: { text: string; count: number; to: string; isCurrent: boolean }[]
}

/** Links to the parts of a list, with the number of rows of each. */
export const FilterLinks = ({ label, links }: FilterLinksProps) => (
  <nav aria-label={label}>
    {links.map(({ text, count, to, isCurrent }) => (
      <Link key={text} to={to} preventScrollReset aria-current={isCurrent ? 'true' : undefined}>
        {text} <b>{count.toLocaleString('en-US')}</b>
      </Link>
    ))}
  </nav>
)
