import { diff3Merge } from 'node-diff3'
import { toList } from '../../../shared/text.ts'
import { type DraftText, mapTexts, TEXT_NAMES, type TextName } from './drafts.ts'

/** Two texts for the same position, between which the user must choose. */
export interface Conflict {
  name: TextName
  mine: string
  theirs: string
}

/** The resolution of a conflict; `both` puts theirs behind mine. */
export type Choice = 'mine' | 'theirs' | 'both'

/** The result of a merge. Each field is a row of parts, and a part is a text or a conflict. */
export interface MergedDraft {
  parts: Record<TextName, (string | Conflict)[]>
  siteIds: string[]
  generateVariations: boolean
  conflicts: Conflict[]
}

/**
 * Merges two drafts that were both made from `base`. The text is merged by lines, lists by their entries, and other
 * fields as a whole. A part that both changed differently is a conflict; all other parts are in the result.
 */
export function mergeDrafts(base: DraftText, mine: DraftText, theirs: DraftText): MergedDraft {
  const parts = mapTexts((name, { kind }) => {
    const three = { name, base: base[name], mine: mine[name], theirs: theirs[name] }
    if (kind === 'markdown') return mergeLines(three)
    return kind === 'labels' ? [mergeLabels(three)] : mergeWhole(three)
  })
  return {
    parts,
    siteIds: mergeEntries(base.siteIds, mine.siteIds, theirs.siteIds),
    generateVariations:
      mine.generateVariations === base.generateVariations
        ? theirs.generateVariations
        : mine.generateVariations,
    conflicts: TEXT_NAMES.flatMap((name) => parts[name]).filter((part) => typeof part !== 'string'),
  }
}

/** Returns the text of a merged draft; `choose` settles its conflicts. */
export function settle(merged: MergedDraft, choose: (conflict: Conflict) => Choice): DraftText {
  const toText = (part: string | Conflict) =>
    typeof part === 'string' ? part : settleOne(part, choose(part))
  const { parts, siteIds, generateVariations } = merged
  return { ...mapTexts((name) => parts[name].map(toText).join('')), siteIds, generateVariations }
}

/** Returns a draft with a change from `base` to `theirs`, without the parts that conflict with it. */
export const takeOver = (base: DraftText, mine: DraftText, theirs: DraftText): DraftText =>
  settle(mergeDrafts(base, mine, theirs), () => 'mine')

/**
 * Returns a Markdown text with the lines that changed from `base` to `theirs`, where it has the same line. Links change
 * lines, but never their number. A merge would take a line at the end for a conflict if another one follows it.
 */
export function takeOverLines(base: string, mine: string, theirs: string): string {
  const [before, after] = [base.split('\n'), theirs.split('\n')]
  if (before.length !== after.length) return mine
  const isChanged = (line: string, index: number) => line !== after[index]
  const kept = new Set(before.filter((line, index) => !isChanged(line, index)))
  const changed = new Map(before.map((line, index) => [line, after[index]]))
  return mine
    .split('\n')
    .map((line) => (kept.has(line) ? line : (changed.get(line) ?? line)))
    .join('\n')
}

/** Returns true if a choice leaves out one of the two texts. */
export const leavesOut = ({ name }: Conflict, choice: Choice): boolean =>
  choice !== 'both' || name === 'cover'

function settleOne({ name, mine, theirs }: Conflict, choice: Choice): string {
  if (choice !== 'both') return choice === 'mine' ? mine : theirs
  if (name === 'cover') return mine // there is only one
  const separator = name === 'content' ? '\n' : ' '
  return mine === '' || mine.endsWith(separator) ? mine + theirs : mine + separator + theirs
}

interface Three {
  name: TextName
  base: string
  mine: string
  theirs: string
}

// Each line keeps its line feed, so that joining the lines restores the same bytes.
const toLines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

function mergeLines({ name, base, mine, theirs }: Three): (string | Conflict)[] {
  return diff3Merge(toLines(mine), toLines(base), toLines(theirs), { excludeFalseConflicts: true }).map(
    ({ ok, conflict }) =>
      conflict ? { name, mine: conflict.a.join(''), theirs: conflict.b.join('') } : (ok ?? []).join(''),
  )
}

function mergeWhole({ name, base, mine, theirs }: Three): (string | Conflict)[] {
  if (mine === base || mine === theirs) return [theirs]
  return theirs === base ? [mine] : [{ name, mine, theirs }]
}

function mergeLabels({ base, mine, theirs }: Three): string {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  return mergeEntries(toList(base), toList(mine), toList(theirs)).join(', ')
}

// Merges two lists: removes the entries that one of them removed, and adds those that one of them added.
function mergeEntries(base: string[], mine: string[], theirs: string[]): string[] {
  const kept = mine.filter((entry) => theirs.includes(entry) || !base.includes(entry))
  return [...kept, ...theirs.filter((entry) => !mine.includes(entry) && !base.includes(entry))]
}

/** The label of each field that can have a conflict. */
export const CONFLICT_LABELS: Record<TextName, string> = {
  title: 'Title',
  content: 'Content',
  metaDescription: 'Meta Description',
  author: 'Author',
  tags: 'Tags',
  keywords: 'Keywords',
  canonicalUrl: 'Canonical URL',
  cover: 'Cover',
  lang: 'Language',
  translationOf: 'Translation of',
  slug: 'Address',
}
