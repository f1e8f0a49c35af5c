import { countOf } from '../../../shared/text.ts'
import { Form } from 'react-router'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import styles from './fixer.module.css'

interface FixStartProps {
  /** The number of posts that a run would read. */
  fixable: number
  /** The reason why no model can choose the words, as a sentence. */
  unavailableReason: string | undefined
  isBusy: boolean
}

/** The form that explains what a run does, and starts one. */
export function FixStart({ fixable, unavailableReason, isBusy }: FixStartProps) {
  const isStopped = isBusy || fixable === 0
  return (
    <section className={`panel ${styles.start}`} aria-labelledby="fixer">
      <div>
        <h2 id="fixer">Add two or three links to each article</h2>
        <p className="panel-lead">{fixable === 0 ? NOTHING : toLead(fixable)}</p>
      </div>
      <Form method="post" className={styles.actions}>
        <IgnoreEnter />
        <AccountField />
        <ModelChoice unavailableReason={unavailableReason} />
        <Button isPrimary intent="fix" busy={isStopped} busyText={isBusy ? BUSY : 'Fix All Backlinks'}>
          Fix All Backlinks
        </Button>
        <Button intent="try" busy={isStopped}>
          Try without saving
        </Button>
      </Form>
    </section>
  )
}

/** The text of the buttons while a run works (spec §2). */
export const BUSY = 'Processing Posts...'

const NOTHING =
  'None of your published articles has a canonical URL. An article that appeared elsewhere first gets one in the editor; then links to that site can be put into it here.'

const toLead = (fixable: number) =>
  `Every published post that has a canonical URL, and fewer than two links to that site, gets them: ${countOf(fixable, 'post', 'posts')} to look at. Each change is shown, and can be taken back.`

const ModelChoice = ({ unavailableReason }: Pick<FixStartProps, 'unavailableReason'>) => (
  <label className={styles.model}>
    <input
      type="checkbox"
      name="usesModel"
      value="yes"
      defaultChecked={!unavailableReason}
      disabled={!!unavailableReason}
    />
    <span>
      A language model chooses the words
      {unavailableReason && <small>{unavailableReason}</small>}
    </span>
  </label>
)
