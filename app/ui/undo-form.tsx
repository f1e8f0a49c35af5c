import { Form } from 'react-router'
import { Button } from './button.tsx'
import { nameChange } from './name-change.ts'

interface UndoFormProps {
  runId: string
  busy?: boolean
  /** Path that the form is sent to; that of the open screen, with its filter, by default. */
  path?: string
}

/** The form that undoes a change. */
export const UndoForm = ({ runId, busy = false, path }: UndoFormProps) => (
  <Form method="post" {...(path !== undefined && { action: path })} preventScrollReset onSubmit={nameChange}>
    <input type="hidden" name="runId" value={runId} />
    <input type="hidden" name="changeId" />
    <Button intent="undo" busy={busy}>
      Undo
    </Button>
  </Form>
)
