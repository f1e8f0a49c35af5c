import { describe, expect, test } from 'vitest'
import { applyPlan, removeLinks } from './apply-plan.ts'
import type { Inserted, LinkableArticle, LinkSource } from './backlinks.ts'
import { insertLinks } from './insert-links.ts'
import { createLinkIndex } from './link-index.ts'
import { parseBlocks, parseText } from './parse-text.ts'
import { isProven } from './prove-plan.ts'

const URL = 'https://harbour.example/stories/the-ferry-timetable'
const OPENING = 'The council met on Monday and talked for hours.'
const FERRY = 'Most islanders know the ferry timetable by heart and plan their week around it.'
const QUAY = 'A new ticket office on the northern quay opens as soon as the ice is gone.'
const WINTER = 'Nobody expects the winter timetable to change before the end of the year.'
const TEXT = [OPENING, FERRY, QUAY, WINTER].join('\n\n')

const article = (slug: string, title: string, host = 'harbour.example'): LinkableArticle => ({
  url: `https://${host}/stories/${slug}`,
  title,
  keywords: [],
  summary: title,
})

const insert = (
  content: string,
  source: Partial<LinkSource> = {},
  articles: LinkableArticle[] = [],
): Inserted => insertLinks({ content, canonicalUrl: URL, ...source }, createLinkIndex(articles))

function inserted(...args: Parameters<typeof insert>) {
  const linked = insert(...args)
  if (!linked.ok) throw new Error(linked.reason)
  return linked
}
const wordsOf = (...args: Parameters<typeof insert>) => inserted(...args).plan.map(({ words }) => words)
const refusal = (...args: Parameters<typeof insert>) => {
  const linked = insert(...args)
  return linked.ok ? linked.plan.map(({ words }) => words) : linked.reason
}

describe('inserting backlinks', () => {
  test('puts links to the canonical address around words that stand there', () => {
    const { content, plan } = inserted(TEXT)
    expect(content).toContain(`know the [ferry timetable](${URL}) by heart`)
    expect(plan).toHaveLength(2)
    expect(plan.every(({ at, length, words }) => TEXT.slice(at, at + length) === words)).toBe(true)
  })

  test('leads to another article on the host where a phrase says its title, inflected or not', () => {
    const others = [article('tickets', 'Ticket offices on every quay'), article('bread', 'Bread and salt')]
    const { plan } = inserted(TEXT, {}, others)
    expect(plan.map(({ words, target }) => [words, target])).toEqual([
      ['ferry timetable', URL],
      ['ticket office', 'https://harbour.example/stories/tickets'],
    ])
  })

  test('adds no more than are missing where the text has a link already', () => {
    expect(inserted(`${TEXT}\n\nSee [the map](https://harbour.example/map).`).plan).toHaveLength(1)
  })

  test('never leads to another host, nor to an article that the text links to already', () => {
    const tickets = article('tickets', 'Ticket offices on every quay')
    const elsewhere = article('tickets', 'Ticket offices on every quay', 'evil.example')
    expect(inserted(TEXT, {}, [elsewhere]).plan.every(({ target }) => target === URL)).toBe(true)
    const linked = `${TEXT}\n\nMore of it [is said here](/stories/tickets).`
    expect(inserted(linked, {}, [tickets]).plan.map(({ target }) => target)).toEqual([URL])
  })

  describe('in a long text', () => {
    const about = ['ferry timetable', 'ticket office', 'northern quay', 'winter crossing', 'harbour master', 'island school'] // prettier-ignore
    const paragraphs = about.flatMap((thing) => [
      `Everybody who lives here has an opinion about the ${thing} and its history.`,
      `On most days the ${thing} is what people talk about when they meet.`,
    ])
    const text = [OPENING, ...paragraphs].join('\n\n')
    const others = [article('tickets', 'The old ticket office'), article('crossing', 'A winter crossing')]

    test('spreads three links, one in a paragraph, each with other words', () => {
      const { plan, content } = inserted(text, {}, others)
      expect(plan).toHaveLength(3)
      expect(new Set(plan.map(({ target }) => target)).size).toBe(3)
      for (const paragraph of content.split('\n\n')) expect(paragraph.split(`](`).length).toBeLessThan(3)
    })

    test('counts the links that it has among the three', () => {
      const linked = `${text}\n\nSee [the map](https://harbour.example/map).`
      expect(inserted(linked, {}, others).plan).toHaveLength(2)
    })
  })

  test('adds nothing a second time', () => {
    expect(refusal(inserted(TEXT).content)).toBe('has-enough')
  })

  test('gives back the same bytes when its links are taken out', () => {
    const text = TEXT.replaceAll('\n', '\r\n') + '\r\n \t'
    const { content, plan } = inserted(text)
    expect(content).not.toBe(text)
    expect(removeLinks(content, plan)).toBe(text)
  })

  test('speaks other languages than English, with spaces between words and without', () => {
    const german =
      'Am Montag tagte der Rat.\n\nDie Bewohner kennen die alte Fähre und ihren Fahrplan seit vielen Jahren.\n\nNiemand rechnet damit, dass der neue Anleger vor dem Winter fertig wird.'
    expect(wordsOf(german, { canonicalUrl: 'https://hafen.example/alte-faehren-und-fahrplaene' })).toContain(
      'alte Fähre',
    )
    const chinese =
      '今天开会。\n\n我们在金融级分布式架构的实践中积累了很多经验并且愿意分享给大家。\n\n这篇文章介绍了服务网格的核心设计思想以及落地过程中的困难。'
    expect(wordsOf(chinese)).toHaveLength(2)
  })
})

describe('a text that gets no backlinks', () => {
  test.each([
    ['inline', '[one](https://harbour.example/1) and [two](https://www.harbour.example/2)'],
    [
      'by reference',
      '[one][a] and [two][b]\n\n[a]: https://harbour.example/1\n[b]: http://harbour.example/2',
    ],
    ['as autolinks', '<https://harbour.example/1> and <https://harbour.example/2>'],
    ['as bare addresses', 'https://harbour.example/1 and https://harbour.example/2'],
    ['by the bare name of the host', 'See harbour.example and www.harbour.example/2 too.'],
    ['without a scheme', '[one](harbour.example/1) and [two](//harbour.example/2)'],
    ['relative to the canonical address', '[one](/1) and [two](../2)'],
    [
      'in raw HTML',
      '<a href="https://harbour.example/1">one</a> <a class=x href=https://harbour.example/2>two</a>',
    ],
    [
      'in a block of HTML',
      '<div>\n<a href="https://harbour.example/1">one</a>\n<a href=\'https&#58;//harbour.example/2\'>two</a>\n</div>',
    ],
    ['in tables, headings and notes', '# [one](/1)\n\n|a|\n|-|\n|[two](/2)|'],
  ])('has two links to the canonical host, written %s', (_name, links) => {
    expect(refusal(`${TEXT}\n\n${links}`)).toBe('has-enough')
  })

  test.each([
    ['a place on the page itself', '[one](#a) and [two](#b)'],
    ['mail', 'me@harbour.example, you@harbour.example and <mailto:we@harbour.example>'],
    ['hosts that only look alike', 'harbour.example.org, my-harbour.example, old.harbour.example'],
    ['code', '`https://harbour.example/1` `https://harbour.example/2`'],
    ['pictures', '![one](/1.png) ![two](/2.png)'],
  ])('but %s is no link to the canonical host', (_name, links) => {
    expect(wordsOf(`${TEXT}\n\n${links}`)).toHaveLength(2)
  })

  test('has one link to the host: it gets one more, and never a second one to the same page', () => {
    const linked = `${TEXT}\n\nIt was [published before](https://harbour.example/about).`
    expect(wordsOf(linked)).toEqual(['ferry timetable'])
    expect(refusal(`${TEXT}\n\nIt was [published before](${URL}#top).`)).toBe('no-places')
  })

  test.each([
    ['ftp://harbour.example/x', 'address-wrong'],
    ['javascript:alert(1)', 'address-wrong'],
    ['https://user:secret@harbour.example/x', 'address-wrong'],
    ['https://(a+)+$.test/', 'address-wrong'],
    ['harbour.example', 'address-wrong'],
    ['', 'address-wrong'],
  ])('has the canonical address %s', (canonicalUrl, reason) => {
    expect(refusal(TEXT, { canonicalUrl })).toBe(reason)
  })

  test('is longer than an article may be', () => {
    expect(refusal('x'.repeat(500_001))).toBe('too-long')
  })
})

describe('places that never get a link', () => {
  const CLOSED = 'The ferry timetable says what everybody knows about the ferry timetable.'

  test.each([
    ['a heading', `## ${CLOSED}`],
    ['a heading underlined', `${CLOSED}\n===`],
    ['code in fences', `\`\`\`\n${CLOSED}\n\`\`\``],
    ['code that is never closed', `~~~\n${CLOSED}`],
    ['indented code', `    ${CLOSED}`],
    ['code in a line', `\`${CLOSED}\``],
    ['a table', `| ${CLOSED} |\n|---|\n| ${CLOSED} |`],
    ['a quotation', `> ${CLOSED}`],
    ['a list within a quotation', `> - ${CLOSED}`],
    ['a link', `[${CLOSED}](https://else.example/)`],
    ['a link by reference', `[${CLOSED}][x]\n\n[x]: https://else.example/`],
    ['what a picture shows', `![${CLOSED}](/ferry.png)`],
    ['the definition of a link', `[x]: https://else.example/ "${CLOSED}"`],
    ['a footnote', `Read on.[^1]\n\n[^1]: ${CLOSED}`],
    ['a footnote in the line', `Read on.^[${CLOSED}]`],
    ['a block of HTML', `<div>${CLOSED}</div>`],
    ['what stands within HTML', `<section>\n\n${CLOSED}\n\n</section>`],
    ['HTML that is never closed', `<a href="https://else.example/">\n\n${CLOSED}`],
    ['a line with HTML in it', `<em>${CLOSED}</em>`],
    ['a comment', `<!-- ${CLOSED} -->`],
    ['a tag of another generator', `{{< note >}} ${CLOSED} {{< /note >}}`],
    ['a tag that goes over paragraphs', `{{< note text="\n\n${CLOSED}\n\n" >}}`],
    ['a sentence that has a link', `${CLOSED.slice(0, -1)}, as [they say](https://else.example/).`],
    ['a link of several sentences', `[Read on. ${CLOSED} And on.](https://else.example/)`],
    ['the title of a link', `[Read](https://else.example/ "Read on. ${CLOSED} And on.")`],
    ['code of several sentences', `\`Read on. ${CLOSED} And on.\``],
    ['a picture of several sentences', `![Read on. ${CLOSED} And on.](/x.png)`],
    ['a footnote of several sentences', `Read on.^[Read on. ${CLOSED} And on.]`],
    ['a table of contents', `## Contents\n\n- ${CLOSED}\n- ${CLOSED}`],
    ['a short item of a list', '- the ferry timetable'],
    ['words in bold', '**ferry timetable** is what everybody talks about over here, day after day.'],
    ['a formula', `$$\n${CLOSED}\n$$`],
  ])('%s', (_name, markdown) => {
    expect(refusal(`${OPENING}\n\n${markdown}`)).toBe('no-places')
  })

  test('front matter', () => {
    expect(refusal(`---\ntitle: x\nsummary: >\n  ${CLOSED}\n\n  ${CLOSED}\n---\n\n${OPENING}`)).toBe(
      'no-places',
    )
    expect(refusal(`+++\ntitle = "x"\n\n${CLOSED}\n\n${CLOSED}\n+++\n\n${OPENING}`)).toBe('no-places')
  })

  test('the first sentence, whatever stands before it', () => {
    const text = `# Title\n\n![picture](/x.png)\n\n${FERRY} ${QUAY}\n\n${WINTER}`
    const { plan } = inserted(text)
    expect(Math.min(...plan.map(({ at }) => at))).toBeGreaterThan(text.indexOf(QUAY))
  })

  test('within a word, a version or a possessive', () => {
    const text = `${OPENING}\n\nThe ferry timetable.js file and the ferry timetable’s author are known to everybody who reads this.`
    expect(refusal(text)).toBe('no-places')
  })
})

describe('Markdown that is written in another way', () => {
  test.each([
    ['in a list with marks and spaces', `* ${OPENING}\n\n  *   ${FERRY}\n\n  *   ${QUAY}\n  *   ${WINTER}`],
    ['over several lines', [OPENING, FERRY, QUAY].join('\n\n').replaceAll(' and ', '\nand ')],
    ['with old line ends', TEXT.replaceAll('\n', '\r')],
    ['with tabs', TEXT.replaceAll('\n\n', '\n\n \t').replaceAll(' \t', '')],
    ['with signs beside the words', TEXT.replaceAll('ferry timetable', '(ferry timetable)')],
    ['with brackets around nothing', `[x] ${TEXT}`],
    ['with stars in the paragraph', TEXT.replaceAll('by heart', '**by _heart_**')],
    ['with letters outside of the first plane', TEXT.replaceAll('and plan', '🎉 and plan')],
    ['with a byte order mark', `\uFEFF${TEXT}`],
  ])('is linked and stays what it was: %s', (_name, text) => {
    const { content, plan } = inserted(text)
    expect(removeLinks(content, plan)).toBe(text)
  })

  test.each([
    ['https://harbour.example/the_ferry_(timetable)', 'https://harbour.example/the_ferry_%28timetable%29'],
    ['https://harbour.example/a b<c>"d"[e]', 'https://harbour.example/a%20b%3Cc%3E%22d%22%5Be%5D'],
    [
      'https://harbour.example/?a=1&copy;=2&b={{x}}`\\',
      'https://harbour.example/?a=1&copy;=2&b=%7B%7Bx%7D%7D%60%5C',
    ],
    ['https://harbour.example/ferry*timetable*#a|b', 'https://harbour.example/ferry*timetable*#a%7Cb'],
    ['https://hafen.example/fähre', 'https://hafen.example/f%C3%A4hre'],
  ])('an address keeps its meaning, whatever signs it has: %s', (canonicalUrl, expected) => {
    const { content } = inserted(TEXT, { canonicalUrl })
    const link = parseText(content)
      .tokens.flatMap(({ children }) => children ?? [])
      .find(({ type }) => type === 'link_open')
    expect(link?.attrGet('href')).toBe(expected)
  })
})

describe('a plan', () => {
  const link = { at: TEXT.indexOf('ferry timetable'), length: 15, words: 'ferry timetable', target: URL }

  test('is not applied to a text that says something else there', () => {
    expect(applyPlan(TEXT, [link])).toContain(`[ferry timetable](${URL})`)
    expect(applyPlan(` ${TEXT}`, [link])).toBeUndefined()
    expect(applyPlan(TEXT, [link, link])).toBeUndefined()
  })

  test('is not taken out of a text that somebody changed', () => {
    const linked = applyPlan(TEXT, [link]) ?? ''
    expect(removeLinks(linked.replace('[ferry', '[Ferry'), [link])).toBeUndefined()
    expect(removeLinks(` ${linked}`, [link])).toBeUndefined()
  })

  test.each([
    ['a link more', (linked: string) => `${linked}[x](https://x.example)`],
    ['a letter more', (linked: string) => `${linked}.`],
    ['another target', (linked: string) => linked.replace('harbour.example', 'evil.example')],
  ])('is not proven of a text with %s', (_name, change) => {
    const linked = applyPlan(TEXT, [link]) ?? ''
    expect(isProven(parseBlocks(TEXT), linked, [link])).toBe(true)
    expect(isProven(parseBlocks(TEXT), change(linked), [link])).toBe(false)
  })

  test.each([
    ['code', '`the ferry timetable`'],
    ['a link', '[the ferry timetable](/x)'],
    ['the name of a picture', '!ferry timetable'],
    ['a word', 'xferry timetable](x'],
    ['indented code', 'x\n\n    ferry timetable'],
  ])('is not proven where its words stand in %s', (_name, content) => {
    const inside = { ...link, at: content.indexOf('ferry timetable') }
    const linked = applyPlan(content, [inside]) ?? ''
    const isSound = isProven(parseBlocks(content), linked, [inside])
    expect(isSound).toBe(content.startsWith('x') && !content.includes('\n'))
  })
})
