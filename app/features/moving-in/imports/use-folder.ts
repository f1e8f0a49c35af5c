import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import { useSubmit } from 'react-router'
import { IMPORT_FILE_LIMIT, IMPORT_PATH, READ_LIMITS } from './imports.ts'
import { readFormText } from '../../../shared/text.ts'
import { importRefusals } from './messages.ts'

// As the readers of imports know them (moving-in/formats).
const READABLE =
  /\.(md|mdx|markdown|mdown|mkd|mkdn|html?|csv|xml|atom|rss|rdf|json|ndjson|jsonl|txt|ya?ml|toml|meta|gz)$|(^|\/)((pelican)?conf\.py|docusaurus\.config\.[cm]?[jt]s|[^/]+\.11tydata\.[cm]?js|posts\.zip)$|-Part-\d+\.zip$/i
const PICTURE = /\.(jpe?g|jfif|png|gif|webp|avif|svg|bmp|tiff?|heic)$/i
const HIDDEN = /(^|\/)(\.(?!vuepress\/public\/|vitepress\/public\/)|node_modules\/)/

/** A folder that is chosen: its files to send. */
export interface ChosenFolder {
  files: File[]
  /** True if its pictures are not among them, because all together would be too many or too large. */
  leavesPictures: boolean
}

/**
 * Lets a form send a folder. Returns those of its files that may be articles or pictures, or undefined while none is
 * chosen. Programs in the folder are not sent. Each file is sent with its path.
 */
export function useFolder() {
  const submit = useSubmit()
  const [folder, setFolder] = useState<ChosenFolder>()
  const takeFolder = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    const shown = files.filter(({ webkitRelativePath: path }) => !HIDDEN.test(path))
    const readable = shown.filter(({ webkitRelativePath: path }) => READABLE.test(path))
    const all = [...readable, ...shown.filter(({ webkitRelativePath: path }) => PICTURE.test(path))]
    const leavesPictures = all.length > READ_LIMITS.files || findSizeProblem(all) !== ''
    const isEmpty = files.length > 0 && readable.length === 0
    target.setCustomValidity(isEmpty ? 'There is no article in this folder.' : findSizeProblem(readable))
    const sent = leavesPictures ? readable : all
    setFolder(files.length === 0 ? undefined : { files: sent, leavesPictures })
  }
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    if (!folder) return
    event.preventDefault()
    const form = new FormData()
    form.append('from', readFormText(new FormData(event.currentTarget), 'from'))
    for (const file of folder.files) form.append('file', file, file.webkitRelativePath)
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
