import type { BoardRow, DotState } from './board.ts'
import styles from './board.module.css'

interface Said {
  word: string
  mark: DotState | 'draft'
  color: string
}

const WORDS: Record<BoardRow['state'], Said> = {
  live: { word: 'Live', mark: 'live', color: 'text-ok' },
  draft: { word: 'Draft', mark: 'draft', color: 'text-muted' },
  begun: { word: 'Draft', mark: 'draft', color: 'text-muted' },
  deleting: { word: 'Being deleted', mark: 'leaving', color: 'text-muted' },
}
const REVIEWS = {
  waiting: 'in review',
  changes: 'changes asked for',
  approved: 'approved',
  stale: 'changed since the approval',
}
const SENDING: Said = { word: 'Sending', mark: 'sending', color: 'text-ok' }
const REFUSED: Said = { word: 'Refused', mark: 'refused', color: 'text-bad' }
const PLANNED: Said = { word: 'Planned', mark: 'planned', color: 'text-warn' }

/** Shows the state of an article in a word with its mark, and what else there is to know. */
export function RowState({ row }: { row: BoardRow }) {
  const { word, mark, color } = toWord(row)
  const refused = Object.values(row.dots).filter((state) => state === 'refused').length
  return (
    <>
      <span className={`${styles.word} ${color}`}>
        <i data-state={mark} />
        {word}
      </span>
      {refused > 0 && word !== REFUSED.word && <small className="text-bad">{refused} refused</small>}
      {row.hasChanges && <small>edited</small>}
      {row.isScheduled && word !== PLANNED.word && <small>planned</small>}
      {row.review && <small>{REVIEWS[row.review]}</small>}
    </>
  )
}

function toWord(row: BoardRow): Said {
  if (row.state === 'draft' && row.isScheduled) return PLANNED
  // It is live as soon as one site has it, whatever the others still wait for.
  if (row.state !== 'live' || Object.keys(row.places).length > 0) return WORDS[row.state]
  const states = Object.values(row.dots)
  if (states.includes('sending')) return SENDING
  return states.includes('refused') ? REFUSED : WORDS.live
}
