import { Notice } from './notice.tsx'
import { Toast } from './toast.tsx'

interface RunFailuresProps {
  /** The reason why the last run failed, as a sentence. */
  error: string | null | undefined
  /** The reason why no run was started. */
  refusal: string | undefined
}

/** Says why the last run failed, and why the form started no other one. */
export const RunFailures = ({ error, refusal }: RunFailuresProps) => (
  <>
    {error && <Notice>{error}</Notice>}
    {refusal && <Toast title={refusal} tone="bad" />}
  </>
)
