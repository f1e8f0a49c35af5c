import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Toast } from '../../../ui/toast.tsx'
import type { PlanOutcome } from './schedule.ts'

/** Says what became of a form, with a button that takes it back where that is possible. */
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
