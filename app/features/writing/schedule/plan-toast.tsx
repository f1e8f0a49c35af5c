import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Toast } from '../../../ui/toast.tsx'
import type { PlanOutcome } from './schedule.ts'

/** Shows the result of a form, with an undo button where that is possible. */
export const PlanToast = ({ outcome: { undo, ...toast } }: { outcome: PlanOutcome }) => (
  <Toast {...toast}>
    {undo && (
      <Form method="post">
        {Object.entries(undo).map(
          ([name, value]) =>
            name !== 'intent' && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Button intent={undo.intent ?? ''}>Undo</Button>
      </Form>
    )}
  </Toast>
)
