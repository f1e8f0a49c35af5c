import type { RevisionCause } from '../../../db/writing-tables.ts'
import { toMoment } from '../../../shared/dates.ts'
import type { RevisedName, Revision } from './revisions.ts'

/** The names of the texts of an article within sentences. */
export const textNames: Record<RevisedName, string> = {
  title: 'title',
  content: 'text',
  metaDescription: 'description',
  author: 'author',
  tags: 'tags',
  keywords: 'keywords',
  canonicalUrl: 'canonical URL',
  cover: 'cover',
  lang: 'language',
  translationOf: 'translation',
  slug: 'address',
}

/** The sentence for each cause of a revision; publishing and saving need none. */
export const causeSentences: Partial<Record<RevisionCause, string>> = {
  backlinks: 'Links were placed.',
  import: 'By an import.',
  'import-pictures': 'Pictures of an import were brought here.',
  tags: 'Tags of selected articles were changed.',
  picture: 'A picture was replaced.',
  plan: 'As it was planned.',
}

/** Returns a sentence for each person behind a revision besides the one who made it. */
export const sayPeople = ({ writtenBy, approvedBy, approvedAt }: Revision): string[] => [
  ...(writtenBy ? [`Written by ${writtenBy}.`] : []),
  ...(approvedAt ? [`Approved by ${approvedBy ?? 'a former person'}, ${toMoment(approvedAt)}.`] : []),
]
