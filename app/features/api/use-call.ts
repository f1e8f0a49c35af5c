import { useState } from 'react'

/** A call that a person tries. */
interface Call {
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body: string | File | undefined
}

/** What came back. */
export interface CallAnswer {
  /** The status and its words; a sentence if there was no answer. */
  outcome: string
  headers: [name: string, value: string][]
  body: string
}

const SHOWN_HEADERS = [
  'content-type',
  'etag',
  'location',
  'retry-after',
  'idempotent-replayed',
  'x-request-id',
]
const SHOWN_CHARACTERS = 100_000

/** Sends calls of a person who tries the API, without the session of the browser. Returns the last answer, too. */
export function useCall() {
  const [answer, setAnswer] = useState<CallAnswer>()
  const [busy, setBusy] = useState(false)
  const send = async (call: Call) => {
    setBusy(true)
    setAnswer(await ask(call))
    setBusy(false)
  }
  return { answer, busy, send }
}

async function ask({ method, path, headers, body }: Call): Promise<CallAnswer> {
  try {
    // The token alone says who asks: a call shows what a program would get.
    const response = await fetch(path, { method, headers, credentials: 'omit', ...(body && { body }) })
    const { status, statusText } = response
    return {
      outcome: `${status} ${statusText}`.trim(),
      headers: SHOWN_HEADERS.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
      body: toShown(await response.text()),
    }
  } catch {
    return {
      outcome: 'No answer came. Check the token for odd characters, and try again.',
      headers: [],
      body: '',
    }
  }
}

function toShown(text: string): string {
  const shown = indent(text)
  if (shown.length <= SHOWN_CHARACTERS) return shown
  return `${shown.slice(0, SHOWN_CHARACTERS)}\n… ${shown.length - SHOWN_CHARACTERS} characters more`
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text // server-sent events
  }
}
