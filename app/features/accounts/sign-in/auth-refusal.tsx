import { Toast } from '../../../ui/toast.tsx'

interface AuthRefusalProps {
  message: string
  /** True if a field of the form shows the sentence too. */
  hasField: boolean
}

/** The sentence of a refused form of the sign-in: as a toast (spec §8), and above the form unless a field shows it. */
export const AuthRefusal = ({ message, hasField }: AuthRefusalProps) => (
  <>
    {/* The toast is what screen readers announce. */}
    {!hasField && (
      <div className="panel notice" data-answer>
        {message}
      </div>
    )}
    <Toast title={message} tone="bad" isOnPage />
  </>
)
