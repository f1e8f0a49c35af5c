import { Form, Link } from 'react-router'
import { Button } from './button.tsx'

interface AskFirstProps {
  /** The question. */
  title: string
  /** What follows from a yes. */
  text: string
  /** Path that the yes is sent to. */
  action: string
  /** What the yes says, with what it is about. */
  intent: string
  fields?: Record<string, string>
  button: { text: string; busyText: string }
  /** Path that the no leads to, and what it says. */
  back: string
  backText?: string
  busy: boolean
}

/** Asks before something is taken away, and says what follows. */
export function AskFirst({
  title,
  text,
  action,
  intent,
  fields,
  button,
  back,
  backText = 'Keep it',
  busy,
}: AskFirstProps) {
  return (
    <section className="panel max-w-narrow border-s-4 border-s-bad" aria-labelledby="ask-first">
      <h2 id="ask-first" className="wrap-anywhere">
        {title}
      </h2>
      <p className="mb-5 max-w-prose">{text}</p>
      <Form method="post" action={action} className="flex items-center gap-4">
        {Object.entries(fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button isDangerous intent={intent} busy={busy} busyText={button.busyText}>
          {button.text}
        </Button>
        <Link className="link text-small" to={back}>
          {backText}
        </Link>
      </Form>
    </section>
  )
}
