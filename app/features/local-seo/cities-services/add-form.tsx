import { Form } from 'react-router'
import { capitalise } from '../../../shared/text.ts'
import { Button } from '../../../ui/button.tsx'
import { CATALOGUE, type Kind } from './cities-services.ts'
import { EntryFields } from './entry-fields.tsx'
import styles from './cities-services.module.css'
import { EMPTY, type EntryErrors, NO_ERRORS, type EntryFormValues } from './entry-form.ts'

interface AddFormProps {
  kind: Kind
  /** The typed values that were refused. */
  typed?: EntryFormValues | undefined
  errors?: EntryErrors | undefined
  /** The id of the entry that was added last. The form starts empty after it. */
  addedId: string | undefined
  /** True if there is nothing else on the screen. */
  isFirst: boolean
  busy: boolean
}

/** The form that adds a city or a service. It is folded above a list, and stays open while entries are added. */
export function AddForm({ kind, typed, errors = NO_ERRORS, addedId, isFirst, busy }: AddFormProps) {
  const { noun, path } = CATALOGUE[kind]
  return (
    <details
      className={`panel fold ${styles.add}`}
      open={isFirst || typed !== undefined || addedId !== undefined}
    >
      <summary>
        <h2>Add a {noun}</h2>
      </summary>
      <Form key={addedId} method="post" action={path} noValidate>
        <EntryFields kind={kind} typed={typed ?? EMPTY} errors={errors} isNext={addedId !== undefined} />
        <Button isPrimary intent="add" busy={busy} busyText="Adding...">
          Add {capitalise(noun)}
        </Button>
      </Form>
    </details>
  )
}
