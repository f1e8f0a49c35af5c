import { countOf } from '../../../shared/text.ts'
import { type Found, UnreadableFile } from './formats.ts'

/** The sentences for files that are read, and that have no item at all. */
const SENTENCES = {
  wordpress:
    'This export of WordPress has no posts and no pages. Choose “All content” when you export it, and try again.',
  json: 'This export of Ghost has no posts. Export it again from Settings → Import/Export.',
  ndjson: 'It has no line with an article. Each line is one article, such as {"source": …}.',
  feed: 'This feed has no articles. Import the export of the site.',
  blogger: 'This export of Blogger has no posts and no pages. Export it again.',
  substack: 'The list posts.csv of this export of Substack has no posts.',
}

/**
 * Returns the items of a file. If there is none, it says so of the kind of file: as UnreadableFile of a file that came alone,
 * otherwise as a problem.
 */
export async function* unlessNothing(
  items: AsyncIterable<Found>,
  kind: string,
  isAlone = true,
): AsyncGenerator<Found> {
  let isEmpty = true
  for await (const item of items) {
    isEmpty = false
    yield item
  }
  if (!isEmpty || !isKnown(kind)) return
  if (isAlone) throw new UnreadableFile(SENTENCES[kind])
  yield { place: 'the whole file', problem: SENTENCES[kind] }
}

const isKnown = (kind: string): kind is keyof typeof SENTENCES => Object.hasOwn(SENTENCES, kind)

const NAMED = 5

/** Returns the sentence for a folder or an archive without an article: it names the files that are there. */
export function sayNoArticles(names: string[]): string {
  if (names.length === 0) return 'It has no files that can be read: it is empty, or all of them are hidden.'
  const byEnding = Map.groupBy(names, (name) => /\.\w{1,10}$/.exec(name)?.[0].toLowerCase() ?? '')
  const kinds = [...byEnding].toSorted(([, one], [, other]) => other.length - one.length)
  const found = kinds.slice(0, NAMED).map(([ending, { length }]) => sayFiles(ending, length))
  const others = kinds.length > NAMED ? ' and others' : ''
  return `There is no article in it. It has ${found.join(', ')}${others}.`
}

const sayFiles = (ending: string, count: number) =>
  ending === ''
    ? countOf(count, 'file without an ending', 'files without an ending')
    : countOf(count, `${ending} file`, `${ending} files`)
