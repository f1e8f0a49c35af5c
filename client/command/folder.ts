import { hasMarks, type Merged, type Texts } from './texts.ts'
import {
  type Document,
  formatDocument,
  newDocument,
  parseDocument,
  UnreadableDocument,
  withId,
  writeTexts,
} from './document.ts'
import {
  ChangedMeanwhile,
  listNames,
  readBytes,
  toComposed,
  toFileName,
  toPath,
  toText,
  writeText,
} from './files.ts'
import { type KnownFiles, openKnown } from './known.ts'

/** A file of an article that can be worked on. */
export interface ArticleFile {
  name: string
  path: string
  text: string
  document: Document
}

/** A file that is left as it is, with the reason as a sentence. Its article gets no second file. */
export interface LeftFile {
  name: string
  id: string | undefined
  outcome: 'marked' | 'refused'
  why: string
}

/** The files of a folder. */
export interface Files {
  files: ArticleFile[]
  left: LeftFile[]
}

/** A folder of articles. */
export interface Folder {
  known: KnownFiles
  read: () => Promise<Files>
  /** Returns the file as it is now. */
  reread: (file: ArticleFile) => Promise<ArticleFile>
  /** Writes merged texts into a file, unless it was changed since it was read. Returns it as it is then. */
  write: (file: ArticleFile, merged: Pick<Merged, 'texts' | 'conflicts'>) => Promise<ArticleFile>
  /** Gives a file another id. */
  rename: (file: ArticleFile, id: string) => Promise<ArticleFile>
  /** Makes a file for an article, under the name of its address or under a given one. Returns its name. */
  add: (id: string, texts: Texts, name?: string) => Promise<string>
}

/** Opens a folder of articles. */
export function openFolder(root: string): Folder {
  return {
    known: openKnown(root),
    async read() {
      const all: (ArticleFile | LeftFile)[] = []
      // One after the other: a system opens only so many files at once.
      for (const name of await listNames(root)) {
        const one = await readOne(root, name)
        if (one) all.push(one)
      }
      const files = all.filter((each) => 'document' in each)
      const twice = files.filter(
        ({ name, document: { id } }) =>
          id !== undefined && files.some((other) => other.name !== name && other.document.id === id),
      )
      const copies = twice.map(({ name, document: { id } }): LeftFile => ({
        name,
        id,
        outcome: 'refused',
        why: COPY,
      }))
      const left = [...all.filter((each) => 'outcome' in each), ...copies]
      return { files: files.filter((file) => !twice.includes(file)), left }
    },
    async reread(file) {
      const again = await readOne(root, file.name)
      if (!again) throw new ChangedMeanwhile()
      if ('outcome' in again) throw new UnreadableDocument(again.why)
      return again
    },
    write: (file, merged) => save(file, writeTexts(file.document, merged)),
    rename: (file, id) => save(file, withId(file.document, id)),
    async add(id, texts, name) {
      const free = name ?? (await findName(root, toFileName(texts.slug || texts.title), id))
      const before = { text: undefined }
      await writeText(await toPath(root, free), formatDocument(newDocument(id, texts)), { before })
      return free
    },
  }
}

async function save(file: ArticleFile, document: Document): Promise<ArticleFile> {
  const text = formatDocument(document)
  if (text !== file.text) await writeText(file.path, text, { before: { text: file.text } })
  return { ...file, text, document }
}

const COPY = 'Another file has the same id. Remove the id from the copy.'
const MARKED = 'It has the marks of a conflict. Choose between the texts, and remove the marks.'

// A file with marks may not be readable, but its id is needed.
const ID_LINE = /\nid:[ \t]*["']?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/i

// An id has letters that most encodings share.
const findId = (bytes: Uint8Array) =>
  ID_LINE.exec(new TextDecoder('latin1').decode(bytes))?.[1]?.toLowerCase()

/** Returns a file; undefined if it was deleted or renamed since the folder was listed. */
async function readOne(root: string, name: string): Promise<ArticleFile | LeftFile | undefined> {
  let id: string | undefined
  try {
    const path = await toPath(root, name)
    const bytes = await readBytes(path)
    if (!bytes) return undefined
    id = findId(bytes)
    const text = toText(bytes)
    if (hasMarks(text)) return { name, id, outcome: 'marked', why: MARKED }
    return { name, path, text, document: parseDocument(text) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { name, id, outcome: 'refused', why: error.message }
  }
}

// Some systems take two names for one that differ in case, or in how an accent is stored.
const toCompared = (name: string) => toComposed(name).toLowerCase()

async function findName(root: string, wanted: string, id: string): Promise<string> {
  const taken = new Set((await listNames(root)).map(toCompared))
  return taken.has(toCompared(wanted))
    ? wanted.replace(/\.md$/, `-${id.replaceAll('-', '').slice(-12)}.md`)
    : wanted
}
