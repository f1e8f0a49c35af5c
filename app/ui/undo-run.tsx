import { useFetcher } from 'react-router'
import { Button } from './button.tsx'
import { nameChange } from './name-change.ts'
import { Toast } from './toast.tsx'

interface UndoRunProps {
  runId: string
  /** Path that undoes any run. */
  path: string
  /** What is undone, for the name of the button. */
  what?: string
}

/** The form that undoes a run, on any screen. The screen stays as it is after a refusal, and without an answer. */
export function UndoRun({ runId, path, what }: UndoRunProps) {
  const { Form, state, data } = useFetcher<{ refusal: { title: string; description: string } }>()
  return (
    <>
      <Form method="post" action={path} onSubmit={nameChange}>
        <input type="hidden" name="runId" value={runId} />
        <input type="hidden" name="changeId" />
        <Button intent="undo" busy={state !== 'idle'}>
          Undo{what !== undefined && <span className="sr-only">: {what}</span>}
        </Button>
      </Form>
      {state === 'idle' && data?.refusal && <Toast {...data.refusal} tone="bad" />}
    </>
  )
}
