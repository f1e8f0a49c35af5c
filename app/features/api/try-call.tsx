import type { SubmitEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { useRunsScripts } from '../../ui/use-runs-scripts.ts'
import type { Reference, ReferencePart } from './reference.ts'
import { type CallAnswer, useCall } from './use-call.ts'

interface TryCallProps {
  operation: Reference
  /** It is kept in memory alone, for the next operation. */
  token: string
  setToken: (token: string) => void
}

/** A form that calls an operation with a token, and shows the answer. */
export function TryCall({ operation, token, setToken }: TryCallProps) {
  const { answer, busy, send } = useCall()
  const runsScripts = useRunsScripts()
  const call = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(toCall(operation, token, new FormData(event.currentTarget)))
  }
  return (
    <section className="panel" aria-labelledby="try">
      <h2 id="try">Try it</h2>
      <p className="without-scripts max-w-prose text-muted">
        Trying a call here needs scripts. Without them, run the command above.
      </p>
      {/* Without its handler, the form would send the token in an address. */}
      {runsScripts && (
        <form className="needs-scripts" onSubmit={call}>
          <p className="mb-4 max-w-prose text-muted">
            The call is real: what it changes is changed. The token is not stored, and leaves this page only
            with the call.
          </p>
          <Field
            label="Token"
            name="token"
            required
            autoComplete="off"
            spellCheck={false}
            value={token}
            onChange={({ target }) => setToken(target.value.trim())}
          />
          <Inputs parts={operation.inPath} of="path" />
          <Inputs parts={operation.inQuery} of="query" />
          <Inputs parts={operation.headers} of="header" />
          <Body {...operation} />
          <Button isPrimary busy={busy} busyText="Calling...">
            {`Send ${operation.method}`}
          </Button>
        </form>
      )}
      <div aria-live="polite">{answer && !busy && <Answered {...answer} />}</div>
    </section>
  )
}

const Inputs = ({ parts, of }: { parts: ReferencePart[]; of: string }) =>
  parts.map(({ name, isRequired }) => (
    <Field
      key={name}
      label={name}
      name={`${of}-${name}`}
      required={isRequired}
      autoComplete="off"
      spellCheck={false}
    />
  ))

function Body({ types, example }: Pick<Reference, 'types' | 'example'>) {
  if (types.length === 0) return null
  if (!example) return <FileField label="File" name="file" required />
  const rows = Math.min(16, example.split('\n').length + 1)
  return <TextArea label="Body" name="body" rows={rows} isCode spellCheck={false} defaultValue={example} />
}

const Answered = ({ outcome, headers, body }: CallAnswer) => (
  <div className="mt-5">
    <h3 className="font-[550]">{outcome}</h3>
    <ul className="my-2 text-small text-muted">
      {headers.map(([name, value]) => (
        <li key={name} className="wrap-anywhere">
          {`${name}: ${value}`}
        </li>
      ))}
    </ul>
    {body && (
      <pre className="text-small wrap-anywhere whitespace-pre-wrap">
        <code>{body}</code>
      </pre>
    )}
  </div>
)

function toCall(
  { method, path, inQuery, headers, types, example }: Reference,
  token: string,
  form: FormData,
) {
  const read = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const filled = (parts: ReferencePart[], of: string) =>
    parts.flatMap(({ name }) => (read(`${of}-${name}`) ? [[name, read(`${of}-${name}`)] as const] : []))
  const query = new URLSearchParams(filled(inQuery, 'query').map(([name, value]) => [name, value]))
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(read(`path-${name}`)),
  )
  const file = form.get('file')
  const body = file instanceof File ? file : example && read('body')
  return {
    method,
    path: query.size > 0 ? `${filledPath}?${query}` : filledPath,
    headers: Object.fromEntries([
      ['authorization', `Bearer ${token}`],
      ...filled(headers, 'header'),
      ...(body ? [['content-type', toType(body, types)] as const] : []),
    ]),
    body: body || undefined,
  }
}

const toType = (body: string | File, types: string[]): string => {
  if (typeof body === 'string') return 'application/json'
  return types.includes(body.type) ? body.type : 'application/octet-stream'
}
