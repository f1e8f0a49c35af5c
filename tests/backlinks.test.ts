// The promises of backlinks, with real articles from a collection beside the project, and with random Markdown.
// @store none
import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderMarkdown } from '../app/features/articles/markdown/render-markdown.server.ts'
import {
  insertChosen,
  type ChosenLinks,
  type LinkSource,
  removeLinks,
} from '../app/features/links/insertion/insertion.ts'
import { findOffer, toTexts } from '../app/features/links/insertion/find-offer.ts'
import { insertLinks } from '../app/features/links/insertion/insert-links.ts'
import { createLinkIndex, type LinkIndex } from '../app/features/links/insertion/link-index.ts'
import type { LinkPick } from '../app/features/links/insertion/prompt.ts'
import { differsOnlyInLinks } from '../app/features/links/insertion/verify-html.ts'
import { type TextAnalysis, analyseText } from '../app/features/links/insertion/analyse-text.ts'
import { readCorpus } from '../bench/corpus.ts'
import { toLinkables } from '../bench/linkables.ts'
import { CLOSED_WORD, createDice, makeTexts } from './support/made-markdown.ts'
import { byTier, isDeep } from './support/tier.ts'

const CORPUS = '../shared/corpus/articles.ndjson.gz'
const COUNT = 2793
const MADE = byTier(300, 3000)

interface Subject {
  sources: LinkSource[]
  index: LinkIndex
}

/** Adds links to every text and checks the promises. Returns the number of texts for each number of links. */
function linkAll({ sources, index }: Subject, pick: (study: TextAnalysis) => LinkPick[] = () => []) {
  const counts = new Map<number, number>()
  const plans: ChosenLinks[] = []
  const choosers = { rules: 0, model: 0, both: 0 }
  for (const source of sources) {
    const study = analyseText(source, index)
    const linked = insertLinks(source, index, study.ok ? pick(study) : [])
    const added = linked.ok ? linked.plan.length : 0
    counts.set(added, (counts.get(added) ?? 0) + 1)
    if (!linked.ok) {
      expect(['has-enough', 'no-places'], source.canonicalUrl).toContain(linked.reason)
      continue
    }
    const { content, plan, existing } = linked
    plans.push(plan)
    choosers[linked.chosenBy] += 1
    expect(existing + added, source.canonicalUrl).toBeGreaterThanOrEqual(2)
    expect(existing + added, source.canonicalUrl).toBeLessThanOrEqual(3)
    expect(removeLinks(content, plan) === source.content, source.canonicalUrl).toBe(true)
    const [before, after] = [source.content, content].map((text) => render(text, source)) as [string, string]
    expect(
      differsOnlyInLinks(
        before,
        after,
        plan.map(({ target }) => target),
      ),
      source.canonicalUrl,
    ).toBe(true)
    expect(findMisplaced(source, plan), source.canonicalUrl).toEqual([])
    expect(insertLinks({ ...source, content }, index), source.canonicalUrl).toMatchObject({
      reason: 'has-enough',
    })
  }
  return { counts, plans, choosers }
}

/**
 * Returns a model that picks words at random from the sentences of its prompt. It picks any page, also pages that do
 * not exist.
 */
function createGuesser(): (study: TextAnalysis) => LinkPick[] {
  const roll = createDice(11)
  return (study) => {
    const offer = findOffer(study)
    const { sentences, targets } = offer ? toTexts(offer) : { sentences: [''], targets: [] }
    return Array.from({ length: 6 }, () => {
      const place = roll(sentences.length)
      const words = (sentences[place] ?? '').split(' ')
      const from = roll(words.length)
      const picked = words.slice(from, from + 1 + roll(5)).join(' ')
      return { sentence: place + 1, words: picked.replace(/[.,:;!?]$/, ''), target: roll(targets.length + 2) }
    })
  }
}

const render = (content: string, { canonicalUrl }: LinkSource) =>
  renderMarkdown({ content, baseUrl: canonicalUrl, lang: null }).html

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g
const NO_END = new Set(['br', 'hr', 'img', 'input'])
const AROUND = new Set(['p', 'ul', 'ol', 'li', 'em', 'strong', 's'])
const SENTENCE = /[.!?…。！？:]|<\/(?:p|li|h\d)>/

interface Element {
  name: string
  links: number
}

/**
 * Returns the links of a plan in a wrong place: not in running text, in a first sentence, or two in one block. For this,
 * each gets an address of its own, because the text itself may have links to the same pages.
 */
function findMisplaced(source: LinkSource, plan: ChosenLinks): string[] {
  const targets = plan.map((_, place) => `https://planned.example/${place}`)
  const renamed = plan.map((link, place) => ({ ...link, target: targets[place] ?? '' }))
  const html = render(insertChosen(source.content, renamed) ?? '', source)
  const ours = new Set(targets)
  const open: Element[] = []
  const misplaced: string[] = []
  for (const tag of html.matchAll(TAG)) {
    const { isEnd, name, attributes } = toTag(tag)
    if (isEnd) open.pop()
    const isOurs = name === 'a' && ours.delete(readHref(attributes))
    if (isOurs && !isPlaced(open, html.slice(0, tag.index)))
      misplaced.push(html.slice(tag.index, tag.index + 200))
    if (!isEnd && !NO_END.has(name)) open.push({ name, links: 0 })
  }
  return [...misplaced, ...ours]
}

const toTag = ([, slash, name = '', attributes = '']: RegExpExecArray) => ({
  isEnd: slash === '/',
  name,
  attributes,
})

const readHref = (attributes: string) =>
  /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? ''

function isPlaced(open: Element[], before: string): boolean {
  const block = open.findLast(({ name }) => name === 'p' || name === 'li')
  if (block) block.links += 1
  return block?.links === 1 && open.every(({ name }) => AROUND.has(name)) && SENTENCE.test(before)
}

describe.runIf(isDeep && existsSync(CORPUS))(
  'backlinks in the 2,793 real articles (skipped without the collection)',
  () => {
    let subject: Subject

    beforeAll(async () => {
      const records = await readCorpus(CORPUS)
      const sources = records.map(({ content, title, canonicalUrl }) => ({
        content,
        title,
        canonicalUrl: canonicalUrl ?? '',
      }))
      subject = { sources, index: createLinkIndex(toLinkables(records)) }
    })

    test(
      'change only the links, are only in running text, and are not added twice',
      { timeout: 300_000 },
      () => {
        expect(subject.sources).toHaveLength(COUNT)
        const { counts } = linkAll(subject)
        expect((counts.get(2) ?? 0) + (counts.get(3) ?? 0)).toBeGreaterThan(COUNT / 2)
      },
    )

    test('keep these promises with random picks of a model', { timeout: 300_000 }, () => {
      const { choosers } = linkAll(subject, createGuesser())
      expect(choosers.both).toBeGreaterThan(COUNT / 10)
      expect(choosers.model).toBeGreaterThan(0)
    })
  },
)

function makeSubject(): Subject {
  const sources = makeTexts(MADE).map((content, place) => ({
    content,
    canonicalUrl: `https://made.example/${['the-old-ferry', 'a_(harbour)?x=1&y=2', 'timetable#top'][place % 3]}`,
  }))
  const titles = ['The northern quay council', 'A wooden bridge', 'Winter storm', 'Public lantern signal']
  const index = createLinkIndex(
    titles.map((title, place) => ({
      url: `https://made.example/${place}`,
      title,
      keywords: [],
      summary: title,
    })),
  )
  return { sources, index }
}

describe('backlinks in random Markdown', () => {
  test('change only the links, and are in no forbidden place', { timeout: 300_000 }, () => {
    const { counts, plans } = linkAll(makeSubject())
    expect(plans.flat().filter(({ words }) => words.toLowerCase().includes(CLOSED_WORD))).toEqual([])
    expect((counts.get(2) ?? 0) + (counts.get(3) ?? 0)).toBeGreaterThan(MADE / 2)
    expect(plans.some((plan) => plan.some(({ target }) => /\/\d$/.test(target)))).toBe(true)
  })

  test('keep these promises with random picks of a model', { timeout: 300_000 }, () => {
    const { choosers, plans } = linkAll(makeSubject(), createGuesser())
    expect(plans.flat().filter(({ words }) => words.toLowerCase().includes(CLOSED_WORD))).toEqual([])
    expect(choosers.both).toBeGreaterThan(MADE / 10)
    expect(choosers.model).toBeGreaterThan(0)
  })
})
