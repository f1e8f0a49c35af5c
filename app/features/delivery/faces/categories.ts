import { z } from 'zod'
import { toList, toName } from '../../../shared/text.ts'
import { CATEGORIES_LIMIT, type SiteCategory, toTagKey } from '../../articles/articles.ts'

const stored = z.array(
  z.object({ name: z.string().min(1), tags: z.array(z.string().min(1)).min(1), description: z.string() }),
)

/** Reads the stored categories of a site; null for none, and for those of another release. */
export const readCategories = (value: unknown): SiteCategory[] | null => stored.safeParse(value).data ?? null

/** A tag that was renamed, by its keys. */
export interface MovedTag {
  from: string
  to: string
}

/**
 * Returns categories with the new name of a tag beside the old one, which an undo of the renaming brings back. A category
 * with as many tags as it may have gets it in place of the old one.
 */
export function addNewName(categories: SiteCategory[] | null, { from, to }: MovedTag): SiteCategory[] | null {
  if (!categories || to.includes('|')) return categories // a bar ends the tags of a line
  return categories.map((category) => {
    const { tags } = category
    if (!tags.includes(from) || tags.includes(to)) return category
    const names = tags.length < CATEGORIES_LIMIT.tags ? [from, to] : [to]
    return { ...category, tags: tags.flatMap((tag) => (tag === from ? names : [tag])) }
  })
}

/** Returns categories as their field shows them: a line for each, with bars between the name, the tags and the description. */
export const toCategoryLines = (categories: SiteCategory[] | null): string =>
  (categories ?? []).map(toLine).join('\n')

function toLine({ name, tags, description }: SiteCategory): string {
  const shown = tags.length === 1 && tags[0] === toTagKey(name) ? '' : tags.join(', ')
  const parts = description === '' ? [name, shown] : [name, shown, description]
  return shown === '' && description === '' ? name : parts.join(' | ')
}

/** A reason why the categories of a field were refused; `line` is the number of the first wrong one. */
export type CategoriesRefusal = { reason: 'too-many' } | { reason: 'no-category'; line: number }

/** Reads the categories of a field. A line without tags has the tag of its name. None at all mean the usual ones: null. */
export function parseCategories(text: string): {
  categories: SiteCategory[] | null
  refusal?: CategoriesRefusal
} {
  const found: SiteCategory[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const category = readLine(line)
    const isTwice = found.some(({ name }) => toTagKey(name) === toTagKey(category?.name ?? ''))
    if (!category || isTwice)
      return { categories: found, refusal: { reason: 'no-category', line: index + 1 } }
    found.push(category)
  }
  if (found.length > CATEGORIES_LIMIT.categories)
    return { categories: found, refusal: { reason: 'too-many' } }
  return { categories: found.length > 0 ? found : null }
}

function readLine(line: string): SiteCategory | undefined {
  const [named = '', tagged = '', ...rest] = line.split('|')
  const name = toName(named, CATEGORIES_LIMIT.name).normalize('NFC')
  const typed = toList(tagged).map((tag) => toTagKey(toName(tag, CATEGORIES_LIMIT.tag)))
  const tags = [...new Set(typed.length > 0 ? typed : [toTagKey(name)])]
  if (name === '' || tags.length > CATEGORIES_LIMIT.tags) return undefined
  return { name, tags, description: toName(rest.join('|'), CATEGORIES_LIMIT.description) }
}
