import { Toast } from '../../../ui/toast.tsx'

/** The sentence of a refused form of the sign-in: as a toast (spec §8), and above the form, where it stays. */
export const AuthRefusal = ({ message }: { message: string }) => (
  <>
    {/* The toast is what screen readers announce. */}
    <div className="panel notice" data-answer>
      {message}
    </div>
    <Toast title={message} tone="bad" />
  </>
)
