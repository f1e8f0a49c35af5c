import { refuse, type Refusal } from '../../../shared/refusal.ts'

/** A file of an upload. */
export interface UploadedFile {
  /** Its name; in a folder its path, without the folder. */
  name: string
  bytes: number
}

/** The files of an upload, and the name that the screen shows: that of the file, or of the folder with a slash. */
export interface Upload {
  name: string
  files: UploadedFile[]
  /** The address of the old site, if the user gave it. */
  from?: string | undefined
  /** The encoding of texts that do not say theirs, once the account chose it. */
  encoding?: string | undefined
}

const LEADS_OUT = /^\/|^[a-z]:|\\|(^|\/)\.{0,2}(\/|$)/i

/** Returns the files that arrived as one upload, or a refusal. */
export function toUpload(files: UploadedFile[]): Upload | Refusal<'no-file' | 'empty-file' | 'unsafe-name'> {
  const [first] = files
  if (!first) return refuse('no-file')
  if (files.every(({ bytes }) => bytes === 0)) return refuse('empty-file')
  if (files.some(({ name }) => LEADS_OUT.test(name))) return refuse('unsafe-name')
  const folder = first.name.slice(0, first.name.indexOf('/') + 1)
  if (folder && files.every(({ name }) => name.startsWith(folder)))
    return {
      name: folder,
      files: files.map(({ name, bytes }) => ({ name: name.slice(folder.length), bytes })),
    }
  const name = files.length === 1 ? first.name : `${first.name} and ${files.length - 1} more`
  return { name, files }
}

/** Returns true if an upload with this name has several files that are no folder. */
export const hasSeveralFiles = (name: string) => / and \d+ more$/.test(name)

/** Returns true if an upload with this name is a folder. */
export const isFolder = (name: string) => name.endsWith('/')

/**
 * Returns the source that identifies the Markdown files of an upload: the name of the folder or of the archive, without
 * its ending and the number that browsers add to a second download. A file alone has its own name as its path.
 */
export function toUploadSource(name: string): string {
  const [, source = ''] = /^(.*?)(?:\/|(?: ?\(\d+\))?\.zip)$/i.exec(name) ?? []
  return source || 'upload'
}
