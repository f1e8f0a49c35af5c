import { Form } from 'react-router'
import { capitalise } from '../../../shared/text.ts'
import { Button } from '../../../ui/button.tsx'
import { CATALOGUE, type Kind } from './cities-services.ts'
import { EntryFields } from './entry-fields.tsx'
import { EMPTY, type EntryErrors, NO_ERRORS, type EntryFormValues } from './entry-form.ts'

interface AddFormProps {
  kind: Kind
  /** The typed values that were refused. */
  typed?: EntryFormValues | undefined
  errors?: EntryErrors | undefined
  /** The id of the entry that was added last. The form starts empty after it. */
  addedId: string | undefined
  busy: boolean
}

/** The form that adds a city or a service. */
export function AddForm({ kind, typed = EMPTY, errors = NO_ERRORS, addedId, busy }: AddFormProps) {
  const { noun, path } = CATALOGUE[kind]
  return (
    <section className="panel" aria-labelledby="add">
      <h2 id="add">Add a {noun}</h2>
      <Form key={addedId} method="post" action={path} noValidate>
        <EntryFields kind={kind} typed={typed} errors={errors} isNext={addedId !== undefined} />
        <Button isPrimary intent="add" busy={busy} busyText="Adding...">
          Add {capitalise(noun)}
        </Button>
      </Form>
    </section>
  )
}
