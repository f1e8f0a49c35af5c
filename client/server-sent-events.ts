interface ServerEvent {
  id: string
  data: string
}

/** Yields the events of a stream as they arrive (server-sent events, HTML standard, 9.2), without its comments. */
export async function* readEvents(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<ServerEvent, void, undefined> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      yield* blocks.map(parseEvent).filter((event) => event.data !== '')
    }
  } finally {
    await reader.cancel().catch(() => {}) // the stream may be closed already
  }
}

function parseEvent(block: string): ServerEvent {
  const lines = block.split(/\r?\n/)
  const read = (field: string) =>
    lines
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).trimStart())
  return { id: read('id').at(-1) ?? '', data: read('data').join('\n') }
}
