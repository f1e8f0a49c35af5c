import { describe, expect, test } from 'vitest'
import type { ArticleCard } from '../../articles/articles.ts'
import { arrange, pickTopics } from './front.ts'

const card = (id: string, ...tags: string[]) => ({ id, tags }) as ArticleCard
const CARDS = ['a', 'b', 'c', 'd', 'e'].map((id) => card(id))
const PAGE = { articles: CARDS, total: 5, page: 1, pageCount: 1 }
const idsOf = (articles: ArticleCard[]) => articles.map(({ id }) => id).join('')
const at = (...ids: string[]) => CARDS.filter(({ id }) => ids.includes(id))

describe('a front page', () => {
  test('that edits itself leads with the newest article, and the others follow', () => {
    const front = arrange(PAGE, { newest: CARDS })
    expect(front).toMatchObject({ lead: { id: 'a' }, sections: [], topics: undefined, areHeadlines: false })
    expect([idsOf(front.latest), idsOf(front.news)]).toEqual(['bcde', 'abcde'])
    const none = arrange({ ...PAGE, articles: [], total: 0 }, { newest: [] })
    expect(none).toMatchObject({ lead: undefined, latest: [], news: [] })
  })

  test('that is edited shows each of the newest articles once', () => {
    const sections = [
      { title: 'Sea', tag: 'sea', articles: at('a', 'b', 'c', 'd') },
      { title: 'Empty', tag: 'none', articles: [] },
      { title: 'Chosen', tag: null, articles: [card('old'), ...at('c')] },
    ]
    const front = arrange(PAGE, { newest: CARDS, lead: CARDS[1], sections, news: at('e'), limit: 2 })
    expect(front.lead?.id).toBe('b')
    expect(front.sections.map(({ articles }) => idsOf(articles))).toEqual(['ac', 'oldc'])
    expect([idsOf(front.latest), idsOf(front.news)]).toEqual(['de', 'e'])
  })

  test('shows all stories alike, the chosen one first', () => {
    expect(arrange(PAGE, { newest: CARDS, layout: 'even' }).lead).toBeUndefined()
    const front = arrange(PAGE, { newest: CARDS, layout: 'even', lead: CARDS[3] })
    expect([front.lead, idsOf(front.latest)]).toEqual([undefined, 'dabce'])
  })
})

test('the topics of the newest articles are their most frequent tags, as they are written', () => {
  const articles = [card('a', 'Sea', 'NASA'), card('b', 'nasa', 'sports'), card('c', 'NASA', 'sea', 'SEA')]
  expect(pickTopics(articles)).toEqual(['NASA', 'Sea', 'Sports'])
  expect(pickTopics([card('a', '1', '2', '3', '4', '5', '6', '7')])).toHaveLength(6)
})
