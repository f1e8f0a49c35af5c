import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Copyable } from '../../ui/copyable.tsx'
import { type Column, ListTable } from '../../ui/list-table.tsx'
import type { Reference, ReferencePart, ReferenceRow, ReferenceTopic } from './reference.ts'
import { TryCall } from './try-call.tsx'

const PATH = '/account/api'

interface ReferenceViewProps {
  topics: ReferenceTopic[]
  /** The open operation. */
  open: Reference | undefined
}

/** What programs can ask: a list of all operations, or one of them, to read and to try. */
export function ReferenceView({ topics, open }: ReferenceViewProps) {
  const [token, setToken] = useState('')
  return (
    <div className="grid max-w-narrow gap-5">
      {open ? <OpenOperation {...open} /> : <Topics topics={topics} />}
      {open && <TryCall key={open.name} operation={open} {...{ token, setToken }} />}
    </div>
  )
}

const Topics = ({ topics }: Pick<ReferenceViewProps, 'topics'>) => (
  <>
    <section className="panel" aria-labelledby="about">
      <h2 id="about">Read and try</h2>
      <p className="max-w-prose text-muted">
        {'Programs send a token of '}
        <Link className="link" to="/account/tokens">
          API access
        </Link>
        {' as '}
        <code>Authorization: Bearer</code>
        {'. Programs that read descriptions take '}
        <a className="link" href="/openapi.json">
          /openapi.json
        </a>
        {' (OpenAPI 3.1), which this page is made of.'}
      </p>
    </section>
    {topics.map(({ topic, about, rows }) => (
      <section key={topic} className="panel" aria-labelledby={`of-${topic}`}>
        <h2 id={`of-${topic}`} className="first-letter:uppercase">
          {topic}
        </h2>
        <p className="mb-4 text-muted">{about}</p>
        <ul>
          {rows.map((row) => (
            <Row key={row.name} {...row} />
          ))}
        </ul>
      </section>
    ))}
  </>
)

const Row = ({ name, method, path, summary }: ReferenceRow) => (
  <li className="border-t border-rule py-3 first:border-0 first:pt-0">
    <Link className="link wrap-anywhere" to={`${PATH}?operation=${name}`}>
      <code>{`${method} ${path}`}</code>
    </Link>
    <p className="text-small text-muted">{summary}</p>
  </li>
)

const OpenOperation = ({ method, path, summary, scope, command, status, answer, ...parts }: Reference) => (
  <section className="panel" aria-labelledby="operation">
    <p className="mb-3 text-small">
      <Link className="link" to={PATH}>
        All operations
      </Link>
    </p>
    <h2 id="operation" className="wrap-anywhere">
      <code>{`${method} ${path}`}</code>
    </h2>
    <p className="max-w-prose">{summary}</p>
    <p className="mb-4 text-small text-muted">
      {'It needs the scope '}
      <code>{scope}</code>
      {'.'}
    </p>
    <Parts title="Path" parts={parts.inPath} />
    <Parts title="Query" parts={parts.inQuery} />
    <Parts title="Headers" parts={parts.headers} />
    <Parts title="Body" parts={parts.fields} />
    {parts.types.length > 0 && (
      <p className="mb-4 text-small text-muted">{`The body is ${parts.types.join(' or ')}.`}</p>
    )}
    <Copyable label="Command" value={command} />
    <details className="mt-4">
      <summary className="cursor-pointer">{`The good answer: ${status}`}</summary>
      <Code>{answer || 'It has no body.'}</Code>
    </details>
  </section>
)

const LINE = 'max-[40rem]:block wrap-anywhere'

const COLUMNS: Column<ReferencePart>[] = [
  { head: 'Name', className: LINE, isName: true, cell: ({ name }) => <code>{name}</code> },
  { head: 'Type', className: LINE, cell: ({ type }) => type },
  { head: 'Needed', className: LINE, cell: ({ isRequired }) => (isRequired ? 'needed' : 'may be left out') },
  { head: 'About', className: LINE, cell: ({ about }) => about },
]

const Parts = ({ title, parts }: { title: string; parts: ReferencePart[] }) =>
  parts.length > 0 && (
    <div className="mb-4 text-small">
      <h3 className="font-[550]">{title}</h3>
      <ListTable rows={parts} idOf={({ name }) => name} columns={COLUMNS} isCards caption={title} />
    </div>
  )

const Code = ({ children }: { children: ReactNode }) => (
  <pre className="mt-2 text-small wrap-anywhere whitespace-pre-wrap">
    <code>{children}</code>
  </pre>
)
