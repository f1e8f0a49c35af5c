import { Form, Link } from 'react-router'
import { toMoment } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { NOTE_LENGTH, type NotedLine, type NotedText, type ReviewNote } from './notes.ts'
import styles from './review.module.css'

interface NotedTextProps {
  noted: NotedText
  busy: boolean
  /** The number of the line that a note is written on; undefined for none. */
  noting: number | 'whole' | undefined
  /** What was typed into a note that was refused. */
  body?: string | undefined
}

/** The lines of a text with the notes on them. The number of a line leads to the form of a note on it. */
export const NotedTextPanel = ({ noted, ...props }: NotedTextProps) => (
  <section className="panel" aria-labelledby="noted-text">
    <h2 id="noted-text">The text and its notes</h2>
    <p className="panel-lead">
      Press the number of a line to write a note on it. Name a person as @name: he or she gets a mail, if this
      site sends mails.
    </p>
    <ol className={styles.lines}>
      {noted.lines.map((line) => (
        <Line key={line.number} line={line} {...props} />
      ))}
    </ol>
    <h3 id="whole" className="mt-6 font-[550]">
      On the whole text
    </h3>
    <Notes notes={noted.whole} busy={props.busy} />
    <NoteForm busy={props.busy} body={props.noting === 'whole' ? props.body : undefined} line={undefined} />
    {noted.gone.length > 0 && (
      <>
        <h3 className="mt-6 font-[550]">On lines that have changed</h3>
        <Notes notes={noted.gone} busy={props.busy} isQuoted />
      </>
    )}
  </section>
)

function Line({ line, noting, busy, body }: Omit<NotedTextProps, 'noted'> & { line: NotedLine }) {
  const { number, text, notes } = line
  return (
    <li id={`line-${number}`} className={styles.line}>
      <Link
        className={styles.number}
        to={`?line=${number}#line-${number}`}
        preventScrollReset
        aria-label={`Write a note on line ${number}`}
      >
        {number}
      </Link>
      <p dir="auto">{text}</p>
      <Notes notes={notes} busy={busy} />
      {noting === number && <NoteForm {...{ busy, body }} line={number} />}
    </li>
  )
}

const NoteForm = ({
  line,
  busy,
  body,
}: {
  line: number | undefined
  busy: boolean
  body?: string | undefined
}) => (
  <Form method="post" className={styles.form} preventScrollReset>
    {line !== undefined && <input type="hidden" name="line" value={line} />}
    <TextArea
      key={line}
      label={line === undefined ? 'A note on the whole text' : `A note on line ${line}`}
      name={line === undefined ? 'wholeNote' : 'lineNote'}
      rows={2}
      maxLength={NOTE_LENGTH}
      defaultValue={body}
    />
    <Button intent="note" busy={busy}>
      Save the note
    </Button>
  </Form>
)

interface NotesProps {
  notes: ReviewNote[]
  busy: boolean
  /** True if the line that each was on is shown. */
  isQuoted?: boolean
}

const Notes = ({ notes, busy, isQuoted = false }: NotesProps) =>
  notes.length > 0 && (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note.id} data-settled={note.isSettled || undefined}>
          <p className="text-small text-muted">
            {note.by ?? 'A former person'}, {toMoment(note.madeAt)}
            {note.isSettled && ', done'}
          </p>
          {isQuoted && <blockquote dir="auto">{note.quote}</blockquote>}
          <p dir="auto">{note.body}</p>
          <Form method="post" className="flex gap-3" preventScrollReset>
            <input type="hidden" name="noteId" value={note.id} />
            <Button intent={note.isSettled ? 'reopen' : 'settle'} busy={busy}>
              {note.isSettled ? 'Open it again' : 'Done'}
            </Button>
            {note.isOwn && (
              <Button intent="delete-note" busy={busy}>
                Delete
              </Button>
            )}
          </Form>
        </li>
      ))}
    </ul>
  )
