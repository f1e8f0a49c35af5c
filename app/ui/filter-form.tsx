import { Form, Link } from 'react-router'
import { FilterField } from './filter-field.tsx'
import styles from './filter-form.module.css'

interface FilterFormProps {
  /** The path of the whole list. */
  path: string
  label: string
  /** The text that the list is filtered by now. */
  query: string
}

/** The form that filters a list by a text alone. */
export const FilterForm = ({ path, label, query }: FilterFormProps) => (
  <search>
    <Form action={path} className={styles.filter} preventScrollReset>
      <FilterField label={label} query={query} />
      <button type="submit" className="button">
        Find
      </button>
      {query && (
        <Link className="link text-small" to={path} preventScrollReset>
          Show all
        </Link>
      )}
    </Form>
  </search>
)
