import { describe, expect, test } from 'vitest'
import { type DraftText, mapTexts } from './drafts.ts'
import { mergeDrafts, settle } from './merge-drafts.ts'

const empty: DraftText = { ...mapTexts(() => ''), siteIds: [], generateVariations: false }
const base: DraftText = {
  ...empty,
  title: 'Tides',
  content: 'One.\n\nTwo.\n\nThree.',
  tags: 'Sea, Travel',
  siteIds: ['a', 'b'],
}
const merge = (mine: Partial<DraftText>, theirs: Partial<DraftText>) =>
  mergeDrafts(base, { ...base, ...mine }, { ...base, ...theirs })
const never = () => {
  throw new Error('There is no conflict.')
}

describe('two drafts', () => {
  test('are the changed one if the other did not change', () => {
    const mine = { ...base, title: 'Ebb', content: 'New.', tags: '', siteIds: [], generateVariations: true }
    expect(settle(mergeDrafts(base, mine, base), never)).toEqual(mine)
    expect(settle(mergeDrafts(base, base, mine), never)).toEqual(mine)
  })

  test('with changes in different lines, fields, labels and sites are merged', () => {
    const merged = merge(
      {
        content: 'One!\n\nTwo.\n\nThree.',
        title: 'Ebb',
        tags: 'Sea, Travel, Harbour',
        siteIds: ['a', 'b', 'c'],
      },
      {
        content: 'One.\n\nTwo.\n\nThree!\n',
        author: 'Ola',
        tags: 'Travel',
        siteIds: ['b'],
        generateVariations: true,
      },
    )
    expect(merged.conflicts).toEqual([])
    expect(settle(merged, never)).toEqual({
      ...base,
      title: 'Ebb',
      author: 'Ola',
      content: 'One!\n\nTwo.\n\nThree!\n',
      tags: 'Travel, Harbour',
      siteIds: ['b', 'c'],
      generateVariations: true,
    })
  })

  test('that changed the same line differently are a conflict, which loses neither', () => {
    const merged = merge({ content: 'One.\n\nMine.\n\nThree.' }, { content: 'One.\n\nTheirs.\n\nThree.' })
    expect(merged.conflicts).toEqual([{ name: 'content', mine: 'Mine.\n', theirs: 'Theirs.\n' }])
    expect(settle(merged, () => 'mine').content).toBe('One.\n\nMine.\n\nThree.')
    expect(settle(merged, () => 'theirs').content).toBe('One.\n\nTheirs.\n\nThree.')
    expect(settle(merged, () => 'both').content).toBe('One.\n\nMine.\nTheirs.\n\nThree.')
  })

  test('keep lines apart where both added text at the end', () => {
    const merged = merge({ content: `${base.content} Mine` }, { content: `${base.content} Theirs` })
    expect(settle(merged, () => 'both').content).toBe('One.\n\nTwo.\n\nThree. Mine\nThree. Theirs')
  })

  test('with two titles are a conflict', () => {
    const merged = merge({ title: 'Ebb' }, { title: 'Flood' })
    expect(merged.conflicts).toEqual([{ name: 'title', mine: 'Ebb', theirs: 'Flood' }])
    expect(settle(merged, () => 'both').title).toBe('Ebb Flood')
  })
})
