import { Field, TextArea } from '../../../ui/field.tsx'
import { CATALOGUE, type Kind, NAME_LIMIT, STATE_LIMIT } from './cities-services.ts'
import type { EntryErrors, EntryFormValues } from './entry-form.ts'
import styles from './cities-services.module.css'

interface EntryFieldsProps {
  kind: Kind
  typed: EntryFormValues
  errors: EntryErrors
  /** True if the first field takes the focus, because the last entry was just added. */
  isNext?: boolean
}

/** The form fields of a city or a service. */
export function EntryFields({ kind, typed, errors, isNext = false }: EntryFieldsProps) {
  const { isPlace, textLimit } = CATALOGUE[kind]
  return (
    <>
      <div className={isPlace ? `${styles.names} ${styles.isPlace}` : styles.names}>
        <Field
          label="Name *"
          name="name"
          required
          maxLength={NAME_LIMIT}
          autoComplete="off"
          ref={isNext ? focus : undefined}
          defaultValue={typed.name}
          error={errors.name}
        />
        {isPlace && (
          <>
            <Field
              label="State *"
              name="state"
              required
              maxLength={STATE_LIMIT}
              autoComplete="off"
              defaultValue={typed.state}
              error={errors.state}
            />
            <Field
              label="Population"
              name="population"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={typed.population}
              error={errors.population}
            />
          </>
        )}
      </div>
      <TextArea
        {...TEXTS[kind]}
        name="text"
        maxLength={textLimit}
        defaultValue={typed.text}
        error={errors.text}
      />
    </>
  )
}

const focus = (field: HTMLInputElement | null) => field?.focus()

const TEXTS = {
  cities: {
    label: 'Notes',
    rows: 2,
    hint: 'Local facts in Markdown, which end up on the pages of the city: districts, landmarks, what people there ask for.',
  },
  services: {
    label: 'Description',
    rows: 3,
    hint: 'What the service is, in Markdown. It stands on every page of the service.',
  },
}
