import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import { useSubmit } from 'react-router'
import { IMPORT_FILE_LIMIT, IMPORT_PATH } from './imports.ts'
import { importRefusals } from './messages.ts'

// As the readers of imports know them (moving-in/formats).
const READABLE =
  /\.(md|mdx|markdown|mdown|mkd|mkdn|html?|csv|xml|atom|rss|rdf|json|ndjson|jsonl|txt|ya?ml|toml|meta|gz)$|(^|\/)((pelican)?conf\.py|docusaurus\.config\.[cm]?[jt]s|[^/]+\.11tydata\.[cm]?js|posts\.zip)$|-Part-\d+\.zip$/i
const HIDDEN = /(^|\/)(\.|node_modules\/)/

/**
 * Lets a form send a folder. Returns those of its files that may be articles, or undefined while none is chosen. Pictures
 * and programs in the folder are not sent. Each file is sent with its path.
 */
export function useFolder() {
  const submit = useSubmit()
  const [folder, setFolder] = useState<File[]>()
  const takeFolder = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    const readable = files.filter(({ webkitRelativePath: path }) => READABLE.test(path) && !HIDDEN.test(path))
    const isEmpty = files.length > 0 && readable.length === 0
    target.setCustomValidity(isEmpty ? 'There is no article in this folder.' : findSizeProblem(readable))
    setFolder(files.length === 0 ? undefined : readable)
  }
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    if (!folder) return
    event.preventDefault()
    const form = new FormData()
    for (const file of folder) form.append('file', file, file.webkitRelativePath)
    void submit(form, { method: 'post', action: IMPORT_PATH, encType: 'multipart/form-data' })
  }
  return { folder, takeFolder, send }
}

/** Lets a form refuse files that are too large together. */
export const checkFiles = ({ target }: ChangeEvent<HTMLInputElement>) =>
  target.setCustomValidity(findSizeProblem([...(target.files ?? [])]))

// The server refuses a large request before it has arrived. Then browsers may show no response.
const findSizeProblem = (files: File[]) =>
  files.reduce((sum, { size }) => sum + size, 0) > IMPORT_FILE_LIMIT.bytes ? importRefusals['too-large'] : ''
