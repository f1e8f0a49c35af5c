import { randomUUID } from 'node:crypto'
import { type Api, ApiError } from '../client.ts'
import { formatDocument, writeTexts } from './document.ts'
import { ChangedMeanwhile, toComposed } from './files.ts'
import type { ArticleFile, Files, Folder } from './folder.ts'
import type { Known } from './known.ts'
import { listDifferences } from './lines.ts'
import { findRemote, listRemote, publishRemote, type Remote } from './newsroom.ts'
import { areSame, fromApi, type Merged, mergeTexts, NO_TEXTS, type Texts, toChanges } from './texts.ts'
import { type Outcome, type Told, toRefusal, SENTENCES } from './told.ts'

/** What a command works with. */
export interface Work {
  api: Api
  folder: Folder
  tell: (told: Told) => void
  /** The files that are meant; all if empty. */
  names: string[]
}

const TRIES = 5

type Items = Map<string, Known>

/** Takes the changes of the desk into the files. Changes of both sides are merged; conflicts stand between marks. */
export async function pull(work: Work): Promise<void> {
  const items = await work.folder.known.list()
  const marks = await listRemote(work.api)
  const { files } = await readMeant(work, items)
  for (const file of files.filter(({ name }) => isMeant(work, name)))
    await telling(work, file.name, () => pullFile(work, { file, items, marks }))
  const taken = listIds(await work.folder.read()) // a file whose draft was published has another id now
  for (const [id, mark] of marks) {
    const name = items.get(id)?.name
    if (taken.has(id) || (work.names.length > 0 && !(name && isMeant(work, name)))) continue
    await telling(work, name ?? id, () => addFile(work, { id, mark, name }))
  }
}

/** Sends the changes of the files to the desk, as drafts and working copies. Readers do not see them. */
export async function push(work: Work): Promise<void> {
  const items = await work.folder.known.list()
  const { files } = await readMeant(work)
  for (const file of files.filter(({ name }) => isMeant(work, name)))
    await telling(work, file.name, () =>
      file.document.id ? pushFile(work, { file, items }) : create(work, file),
    )
}

/** Sends the files to the desk, and publishes them. */
export async function publish(work: Work, siteIds: string[] | undefined): Promise<void> {
  await push({ ...work, tell: (told) => !told.isDone && work.tell(told) })
  const items = await work.folder.known.list()
  const { files } = await work.folder.read()
  for (const file of files.filter(({ name }) => isMeant(work, name)))
    await telling(work, file.name, () => publishFile(work, { file, items, siteIds }))
}

async function publishFile(
  work: Work,
  { file, items, siteIds }: { file: ArticleFile; items: Items; siteIds: string[] | undefined },
): Promise<Done> {
  const { id, texts } = file.document
  const remote = id === undefined ? undefined : await findRemote(work.api, id)
  if (!remote || !areSame(remote.texts, texts)) return undefined // the push has told why
  if (!siteIds && remote.isLive) return 'live'
  if (!siteIds && isForNoSite(remote)) throw new Error(NO_SITE)
  const { id: articleId, url } = await publishRemote(work.api, remote, siteIds)
  const moved = await follow(work, { file, items, id: articleId })
  const published = await findRemote(work.api, articleId)
  await take(work, { file: moved, known: items.get(articleId), remote: published })
  return ['published', url ?? '']
}

const isForNoSite = ({ draft }: Remote) => draft?.siteIds.length === 0

const NO_SITE = 'Name the site to publish on: --site NAME.'

/** Tells how the files differ from the desk. */
export async function diff(work: Work, show: (lines: string[]) => void): Promise<void> {
  const found = await readMeant(work)
  const taken = listIds(found)
  for (const file of found.files.filter(({ name }) => isMeant(work, name)))
    await telling(work, file.name, async () => {
      const { id } = file.document
      const remote = id ? await findRemote(work.api, id) : undefined
      taken.add(remote?.id)
      if (!remote) return id ? 'gone' : 'new'
      if (areSame(remote.texts, file.document.texts)) return 'same'
      const before = formatDocument(writeTexts(file.document, { texts: remote.texts, conflicts: {} }))
      show([`--- the desk: ${file.name}`, `+++ ${file.name}`, ...listDifferences(before, file.text)])
      return 'differs'
    })
  if (work.names.length > 0) return
  for (const id of (await listRemote(work.api)).keys())
    if (!taken.has(id)) await telling(work, id, () => Promise.resolve('only-there' as const))
}

const listIds = ({ files, left }: Files) =>
  new Set([...files.map(({ document: { id } }) => id), ...left.map(({ id }) => id)])

const isMeant = ({ names }: Pick<Work, 'names'>, name: string) =>
  names.length === 0 || names.some((each) => toComposed(each) === toComposed(name))

/** Reads the folder, and tells what cannot be worked on. A name may also be that of a known file, which is not there. */
async function readMeant(work: Work, known: Items = new Map()) {
  const found = await work.folder.read()
  for (const { name, outcome, why } of found.left)
    if (isMeant(work, name)) work.tell({ name, outcome, message: why, isDone: false })
  const all = [...found.files, ...found.left, ...known.values()]
  for (const name of work.names)
    if (!all.some((each) => isMeant({ names: [name] }, each.name)))
      work.tell({ name, outcome: 'refused', message: NO_FILE, isDone: false })
  return found
}

const NO_FILE = 'The folder has no such file.'

type Done = Outcome | [outcome: Outcome, more: string] | undefined

// What fails for one file must not keep the others.
async function telling(work: Work, name: string, run: () => Promise<Done>): Promise<void> {
  try {
    const done = await run()
    if (!done) return
    const [outcome, more = ''] = typeof done === 'string' ? [done] : done
    const { message, isDone } = SENTENCES[outcome]
    work.tell(
      outcome === 'added'
        ? { name: more, outcome, message, isDone }
        : { name, outcome, message: message + more, isDone },
    )
  } catch (error) {
    work.tell(toRefusal(name, error))
  }
}

async function pullFile(
  work: Work,
  { file, items, marks }: { file: ArticleFile; items: Items; marks: Map<string, string> },
): Promise<Done> {
  const { id } = file.document
  if (!id) return undefined // it is new, and the desk has nothing to say about it
  const mark = marks.get(id)
  const known = items.get(id)
  if (mark !== undefined && known?.mark === mark && known.name === file.name) return 'same'
  const remote = await findRemote(work.api, id)
  if (!remote) return 'gone'
  const moved = await follow(work, { file, items, id: remote.id })
  return take(work, { file: moved, known: items.get(remote.id), remote, mark })
}

/** Takes the text of the desk into a file. */
async function take(
  work: Work,
  {
    file,
    known,
    remote,
    mark,
  }: { file: ArticleFile; known: Known | undefined; remote: Remote | undefined; mark?: string | undefined },
): Promise<Done> {
  if (!remote) return 'gone'
  const merged = merge(file, known, remote)
  const isUntouched = known !== undefined && areSame(known.base, file.document.texts)
  const written = await work.folder.write(file, merged)
  await remember(work, { id: remote.id, name: file.name, base: remote.texts, mark })
  if (merged.hasConflict) return 'conflict'
  if (written.text === file.text) return 'same'
  return isUntouched ? 'pulled' : 'merged'
}

// Without a base, all that differs is a conflict: nobody knows who has changed it.
const merge = ({ document: { texts } }: ArticleFile, known: Known | undefined, remote: Remote): Merged =>
  mergeTexts(known?.base ?? NO_TEXTS, texts, remote.texts)

const remember = (
  { folder }: Work,
  { id, mark, ...known }: Known & { id: string; mark?: string | undefined },
) => folder.known.save(id, { ...known, ...(mark !== undefined && { mark }) })

/** A draft that was published has the id of its article. Its file takes that over. */
async function follow(
  { folder }: Work,
  { file, items, id }: { file: ArticleFile; items: Items; id: string },
): Promise<ArticleFile> {
  const former = file.document.id ?? id
  if (former === id) return file
  const known = items.get(former)
  const moved = await folder.rename(file, id)
  if (known) {
    items.set(id, known)
    await folder.known.save(id, { name: known.name, base: known.base })
  }
  await folder.known.forget(former)
  return moved
}

async function addFile(
  work: Work,
  { id, mark, name }: { id: string; mark: string; name: string | undefined },
): Promise<Done> {
  if (name !== undefined && work.names.length === 0) return 'missing'
  const remote = await findRemote(work.api, id)
  if (!remote || remote.id !== id) return undefined // it went on meanwhile; the next pull sees it
  const added = await work.folder.add(id, remote.texts, name)
  await remember(work, { id, name: added, base: remote.texts, mark })
  return ['added', added]
}

// Somebody may save between our two requests. The next try merges with that.
const pushFile = (work: Work, pushed: { file: ArticleFile; items: Items }): Promise<Done> =>
  tryAgain(
    () => pushOnce(work, pushed),
    (error) => error instanceof ApiError && error.status === 412,
  )

/** Runs again, at most five times in all, as long as what it throws may pass. `isFirst` is false from the second time on. */
async function tryAgain<T>(
  run: (isFirst: boolean) => Promise<T>,
  mayPass: (error: unknown) => boolean,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run(tried === 1)
    } catch (error) {
      if (!mayPass(error) || tried === TRIES) throw error
    }
  }
}

async function pushOnce(
  work: Work,
  { file: given, items }: { file: ArticleFile; items: Items },
): Promise<Done> {
  const { id = '', texts } = given.document
  const known = items.get(id)
  if (known && isUnchanged(given, known)) return 'same'
  const remote = await findRemote(work.api, id)
  if (!remote) return 'gone'
  const file = await follow(work, { file: given, items, id: remote.id })
  const merged = merge(file, items.get(remote.id), remote)
  if (merged.hasConflict) return 'both-changed'
  const isSent = await send(work.api, remote, merged.texts)
  await work.folder.write(file, merged)
  await remember(work, { id: remote.id, name: file.name, base: merged.texts })
  if (!areSame(merged.texts, texts)) return 'merged'
  if (!isSent) return 'same'
  return remote.draft && remote.draft.articleId === null ? 'pushed' : 'saved'
}

const isUnchanged = ({ name, document }: ArticleFile, known: Known) =>
  known.name === name && areSame(known.base, document.texts)

/** Saves texts over those of the desk. Returns false if these are the same. */
async function send(api: Api, { id, texts, etag }: Remote, wanted: Texts): Promise<boolean> {
  const body = toChanges(texts, wanted)
  if (Object.keys(body).length === 0) return false
  await api.call('PATCH /v1/drafts/{draftId}', { path: { draftId: id }, body, ifMatch: etag })
  return true
}

/** Makes a draft of a new file. The key is kept until the file has its id: then a crash makes no second draft. */
async function create(work: Work, file: ArticleFile): Promise<Done> {
  const { known } = work.folder
  const pending = (await known.findPending(file.name)) ?? {
    key: randomUUID(),
    body: toChanges(NO_TEXTS, file.document.texts),
  }
  await known.savePending(file.name, pending)
  const { data } = await work.api
    .call('POST /v1/drafts', { body: pending.body, idempotencyKey: pending.key })
    .catch(async (error: unknown) => {
      if (error instanceof ApiError && error.status < 500 && error.code !== 'busy')
        await known.endPending(file.name)
      throw error
    })
  const base = fromApi(pending.body)
  const named = await nameFile(work, file, data.id)
  await remember(work, { id: data.id, name: file.name, base })
  await known.endPending(file.name)
  await take(work, {
    file: named,
    known: { name: file.name, base },
    remote: await findRemote(work.api, data.id),
  })
  return 'created'
}

// Its writer may have saved it in the meantime.
const nameFile = ({ folder }: Work, file: ArticleFile, id: string): Promise<ArticleFile> =>
  tryAgain(
    async (isFirst) => folder.rename(isFirst ? file : await folder.reread(file), id),
    (error) => error instanceof ChangedMeanwhile,
  )
