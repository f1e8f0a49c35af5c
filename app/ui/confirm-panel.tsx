import type { ReactNode, SyntheticEvent } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface AskFirstProps {
  /** The question. */
  title: string
  /** The consequences of confirming. */
  text: ReactNode
  /** Sent with the confirmation, like `fields`. */
  intent: string
  fields?: Record<string, string>
  button: { text: string; busyText: string }
  /** Path of the link that cancels. */
  back: string
  backText?: string
  busy: boolean
  /** The reason why the confirmation was refused. */
  error?: string | undefined
  /** True if nothing else is on the screen. */
  isAlone?: boolean
  /** More fields. */
  children?: ReactNode
}

/**
 * The question before a deletion. With scripts it stands over the list that it is about, which keeps its place; Escape
 * cancels. Without scripts it stands above the list.
 */
export function ConfirmPanel(props: AskFirstProps) {
  const navigate = useNavigate()
  if (props.isAlone)
    return (
      <section className="panel max-w-narrow border-s-4 border-s-bad" aria-labelledby="ask-first">
        <Question {...props} />
      </section>
    )
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    void navigate(props.back, { preventScrollReset: true })
  }
  return (
    <dialog ref={openOver} open className="panel ask-first" aria-labelledby="ask-first" onCancel={cancel}>
      <Question {...props} />
    </dialog>
  )
}

function openOver(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  dialog.close()
  dialog.showModal()
  dialog.querySelector('h2')?.focus() // not the button that deletes
  return () => dialog.close() // the focus returns to what asked
}

const Question = ({
  title,
  text,
  intent,
  fields,
  button,
  back,
  backText = 'Keep it',
  busy,
  error,
  children,
}: AskFirstProps) => (
  <>
    <h2 id="ask-first" className="wrap-anywhere" tabIndex={-1}>
      {title}
    </h2>
    <div className="mb-5 max-w-prose">{text}</div>
    {error && <Notice>{error}</Notice>}
    {/* Sent to the address of the question: after a failure it is still asked. */}
    <Form method="post">
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <p className="flex items-center gap-4">
        <Button isDangerous intent={intent} busy={busy} busyText={button.busyText}>
          {button.text}
        </Button>
        <Link className="link text-small" to={back} preventScrollReset>
          {backText}
        </Link>
      </p>
    </Form>
  </>
)
