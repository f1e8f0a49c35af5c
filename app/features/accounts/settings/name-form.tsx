import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { NAME_LENGTH } from '../accounts.ts'

/** The form for the display name. */
export const NameForm = ({
  name,
  error,
  busy,
}: {
  name: string
  error?: string | undefined
  busy: boolean
}) => (
  <section className="panel" aria-labelledby="name-title">
    <h2 id="name-title">Display name</h2>
    <p className="panel-lead">
      Your new articles name it as their author. Those that you have published keep theirs.
    </p>
    <Form method="post">
      <input type="hidden" name="intent" value="save-name" />
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={NAME_LENGTH}
        defaultValue={name}
        error={error}
      />
      <div className="mt-5">
        <Button busy={busy} busyText="Saving...">
          Save name
        </Button>
      </div>
    </Form>
  </section>
)
