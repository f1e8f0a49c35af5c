import { type FormEvent, useId } from 'react'
import type { DraftSaver } from './draft-saver.ts'
import type { SaverState } from './saver-parts.ts'
import { type Choice, CONFLICT_LABELS, type Conflict } from './merge-drafts.ts'
import { mergedNotice, ownDraftNotice, toRestoredNotice } from './messages.ts'
import styles from './draft-notices.module.css'

interface DraftNoticesProps {
  state: SaverState
  saver: { current: DraftSaver | undefined }
  /** True if the draft became a separate one. */
  isRenewed: boolean
}

/** Shows the state of the draft in a form, and asks about conflicts between two texts. */
export function DraftNotices({ state, saver, isRenewed }: DraftNoticesProps) {
  if (state.status === 'conflict')
    return <Conflicts conflicts={state.conflicts} onChoose={(choose) => saver.current?.choose(choose)} />
  const sentences = [
    state.restoredAt !== undefined && toRestoredNotice(state.restoredAt),
    isRenewed && ownDraftNotice,
    state.isMerged && mergedNotice,
  ].filter((sentence) => typeof sentence === 'string')
  return <output className={sentences.length > 0 ? styles.notice : undefined}>{sentences.join(' ')}</output>
}

interface ConflictsProps {
  conflicts: Conflict[]
  onChoose: (choose: (conflict: Conflict) => Choice) => void
}

function Conflicts({ conflicts, onChoose }: ConflictsProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const choices = new FormData(event.currentTarget)
    onChoose((conflict) => toChoice(choices.get(toKey(conflict))))
  }
  return (
    <section className="panel mb-5" role="alert">
      <h2>Two texts for the same lines</h2>
      <p className="panel-lead">
        Somebody saved another text meanwhile, perhaps you in another tab. Everything else is put together
        already.
      </p>
      <form onSubmit={submit}>
        {conflicts.map((conflict) => (
          <ConflictChoice key={toKey(conflict)} conflict={conflict} />
        ))}
        <button type="submit" className="button is-primary">
          Use the chosen texts
        </button>
      </form>
    </section>
  )
}

const toKey = ({ name, mine, theirs }: Conflict) => JSON.stringify([name, mine, theirs])
const toChoice = (value: unknown): Choice => (value === 'mine' || value === 'theirs' ? value : 'both')

function ConflictChoice({ conflict }: { conflict: Conflict }) {
  const { name, mine, theirs } = conflict
  return (
    <fieldset className={styles.conflict}>
      <legend>{CONFLICT_LABELS[name]}</legend>
      <div className={styles.sides}>
        <Side conflict={conflict} value="mine" label="Yours" text={mine} />
        <Side conflict={conflict} value="theirs" label="The saved one" text={theirs} />
      </div>
      <Side conflict={conflict} value="both" label="Both, yours first" />
    </fieldset>
  )
}

interface SideProps {
  conflict: Conflict
  value: Choice
  label: string
  text?: string
}

function Side({ conflict, value, label, text }: SideProps) {
  const id = useId()
  return (
    <div>
      <label>
        <input
          type="radio"
          name={toKey(conflict)}
          value={value}
          defaultChecked={value === 'both'}
          aria-describedby={text === undefined ? undefined : id}
        />{' '}
        {label}
      </label>
      {text !== undefined && (
        <pre id={id} className={styles.side}>
          {text || '(deleted)'}
        </pre>
      )}
    </div>
  )
}
