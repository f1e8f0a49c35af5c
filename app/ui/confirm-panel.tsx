import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { Button } from './button.tsx'

interface AskFirstProps {
  /** The question. */
  title: string
  /** The consequences of confirming. */
  text: string
  /** Sent with the confirmation, like `fields`. */
  intent: string
  fields?: Record<string, string>
  button: { text: string; busyText: string }
  /** Path of the link that cancels. */
  back: string
  backText?: string
  busy: boolean
  /** More fields. */
  children?: ReactNode
}

/** The panel that asks for confirmation before a deletion. */
export function ConfirmPanel({
  title,
  text,
  intent,
  fields,
  button,
  back,
  backText = 'Keep it',
  busy,
  children,
}: AskFirstProps) {
  return (
    <section className="panel max-w-narrow border-s-4 border-s-bad" aria-labelledby="ask-first">
      <h2 id="ask-first" className="wrap-anywhere">
        {title}
      </h2>
      <p className="mb-5 max-w-prose">{text}</p>
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
          <Link className="link text-small" to={back}>
            {backText}
          </Link>
        </p>
      </Form>
    </section>
  )
}
