import { describe, expect, test } from 'vitest'
import {
  insertChosen,
  type Inserted,
  type LinkableArticle,
  type LinkSource,
  removeLinks,
} from './insertion.ts'
import { insertLinks } from './insert-links.ts'
import { createLinkIndex } from './link-index.ts'
import { renderText } from '../../articles/commands.server.ts'
import { parseText } from './parse-text.ts'
import { differsOnlyInLinks } from './verify-html.ts'

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
  test('links words of the text to the canonical address', () => {
    const { content, plan } = inserted(TEXT)
    expect(content).toContain(`know the [ferry timetable](${URL}) by heart`)
    expect(plan).toHaveLength(2)
    expect(plan.every(({ at, length, words }) => TEXT.slice(at, at + length) === words)).toBe(true)
  })

  test('links to another article on the host if a phrase matches its title, inflected or not', () => {
    const others = [article('tickets', 'Ticket offices on every quay'), article('bread', 'Bread and salt')]
    const { plan } = inserted(TEXT, {}, others)
    expect(plan.map(({ words, target }) => [words, target])).toEqual([
      ['ferry timetable', URL],
      ['ticket office', 'https://harbour.example/stories/tickets'],
    ])
  })

  test('adds two links to a text that has one already', () => {
    const { plan, existing } = inserted(`${TEXT}\n\nSee [the map](https://harbour.example/map).`)
    expect([existing, plan.length]).toEqual([1, 2])
  })

  test('adds two links to the canonical page if the text links there already and there is no other page', () => {
    const { plan } = inserted(`${TEXT}\n\nIt was [published before](${URL}#top).`)
    expect(plan.map(({ target }) => target)).toEqual([URL, URL])
  })

  test('prefers other pages if the text links to the canonical page already', () => {
    const others = [
      article('tickets', 'Ticket offices on every quay'),
      article('winter', 'A winter timetable'),
    ]
    const { plan } = inserted(`${TEXT}\n\nIt was [published before](${URL}).`, {}, others)
    expect(plan.map(({ target }) => target)).toEqual(others.map(({ url }) => url))
  })

  test('adds one link to a text that has one and a place for no more', () => {
    const text = `${OPENING}\n\n${FERRY}\n\nSee [the map](https://harbour.example/map).`
    expect(wordsOf(text)).toEqual(['ferry timetable'])
    expect(refusal(`${OPENING}\n\n${FERRY}`)).toBe('no-places')
  })

  test('never links to another host, nor to an article that the text links to already', () => {
    const tickets = article('tickets', 'Ticket offices on every quay')
    const elsewhere = article('tickets', 'Ticket offices on every quay', 'evil.example')
    expect(inserted(TEXT, {}, [elsewhere]).plan.every(({ target }) => target === URL)).toBe(true)
    const linked = `${TEXT}\n\nMore of it [is said here](/stories/tickets).`
    expect(inserted(linked, {}, [tickets]).plan.map(({ target }) => target)).toEqual([URL, URL])
  })

  describe('in a long text', () => {
    const about = [
      'ferry timetable',
      'ticket office',
      'northern quay',
      'winter crossing',
      'harbour master',
      'island school',
    ]
    const paragraphs = about.flatMap((thing) => [
      `Everybody who lives here has an opinion about the ${thing} and its history.`,
      `On most days the ${thing} is what people talk about when they meet.`,
    ])
    const text = [OPENING, ...paragraphs].join('\n\n')
    const others = [article('tickets', 'The old ticket office'), article('crossing', 'A winter crossing')]

    test('spreads three links, at most one in a paragraph, each with different words', () => {
      const { plan, content } = inserted(text, {}, others)
      expect(plan).toHaveLength(3)
      expect(new Set(plan.map(({ target }) => target)).size).toBe(3)
      for (const paragraph of content.split('\n\n')) expect(paragraph.split(`](`).length).toBeLessThan(3)
    })

    test('counts the links that the text has among the three', () => {
      const linked = `${text}\n\nSee [the map](https://harbour.example/map).`
      expect(inserted(linked, {}, others).plan).toHaveLength(2)
    })
  })

  test('refuses a text that it has linked before', () => {
    expect(refusal(inserted(TEXT).content)).toBe('has-enough')
  })

  test('leaves the same bytes when its links are removed', () => {
    const text = TEXT.replaceAll('\n', '\r\n') + '\r\n \t'
    const { content, plan } = inserted(text)
    expect(content).not.toBe(text)
    expect(removeLinks(content, plan)).toBe(text)
  })

  test('reads other languages than English, with and without spaces between words', () => {
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
    ['as the bare name of the host', 'See harbour.example and www.harbour.example/2 too.'],
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
    ['a fragment of the page itself', '[one](#a) and [two](#b)'],
    ['mail', 'me@harbour.example, you@harbour.example and <mailto:we@harbour.example>'],
    ['hosts with similar names', 'harbour.example.org, my-harbour.example, old.harbour.example'],
    ['code', '`https://harbour.example/1` `https://harbour.example/2`'],
    ['pictures', '![one](/1.png) ![two](/2.png)'],
  ])('is linked if it has only %s, which is not a link to the canonical host', (_name, links) => {
    expect(wordsOf(`${TEXT}\n\n${links}`)).toHaveLength(2)
  })

  test.each([
    ['ftp://harbour.example/x', 'address-wrong'],
    ['javascript:alert(1)', 'address-wrong'],
    ['https://user:secret@harbour.example/x', 'address-wrong'],
    ['https://(a+)+$.test/', 'address-wrong'],
    ['harbour.example', 'address-wrong'],
    ['', 'address-wrong'],
  ])('has a wrong canonical address: %s', (canonicalUrl, reason) => {
    expect(refusal(TEXT, { canonicalUrl })).toBe(reason)
  })

  test('is longer than an article may be', () => {
    expect(refusal('x'.repeat(500_001))).toBe('too-long')
  })
})

describe('parts of a text that never get a link:', () => {
  const CLOSED = 'The ferry timetable says what everybody knows about the ferry timetable.'

  test.each([
    ['a heading', `## ${CLOSED}`],
    ['an underlined heading', `${CLOSED}\n===`],
    ['fenced code', `\`\`\`\n${CLOSED}\n\`\`\``],
    ['code that is never closed', `~~~\n${CLOSED}`],
    ['indented code', `    ${CLOSED}`],
    ['inline code', `\`${CLOSED}\``],
    ['a table', `| ${CLOSED} |\n|---|\n| ${CLOSED} |`],
    ['a quotation', `> ${CLOSED}`],
    ['a list within a quotation', `> - ${CLOSED}`],
    ['a link', `[${CLOSED}](https://else.example/)`],
    ['a link by reference', `[${CLOSED}][x]\n\n[x]: https://else.example/`],
    ['the description of a picture', `![${CLOSED}](/ferry.png)`],
    ['the definition of a link', `[x]: https://else.example/ "${CLOSED}"`],
    ['a footnote', `Read on.[^1]\n\n[^1]: ${CLOSED}`],
    ['an inline footnote', `Read on.^[${CLOSED}]`],
    ['a block of HTML', `<div>${CLOSED}</div>`],
    ['Markdown inside HTML', `<section>\n\n${CLOSED}\n\n</section>`],
    ['HTML that is never closed', `<a href="https://else.example/">\n\n${CLOSED}`],
    ['a line with HTML in it', `<em>${CLOSED}</em>`],
    ['a comment', `<!-- ${CLOSED} -->`],
    ['a template tag of a site generator', `{{< note >}} ${CLOSED} {{< /note >}}`],
    ['a template tag that spans paragraphs', `{{< note text="\n\n${CLOSED}\n\n" >}}`],
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

  test('the first sentence, also behind a heading and a picture', () => {
    const text = `# Title\n\n![picture](/x.png)\n\n${FERRY} ${QUAY}\n\n${WINTER}`
    const { plan } = inserted(text)
    expect(Math.min(...plan.map(({ at }) => at))).toBeGreaterThan(text.indexOf(QUAY))
  })

  test('parts of a file name and of a possessive', () => {
    const text = `${OPENING}\n\nThe ferry timetable.js file and the ferry timetable’s author are known to everybody who reads this.`
    expect(refusal(text)).toBe('no-places')
  })
})

describe('unusual Markdown', () => {
  test.each([
    ['a list with marks and spaces', `* ${OPENING}\n\n  *   ${FERRY}\n\n  *   ${QUAY}\n  *   ${WINTER}`],
    ['paragraphs of several lines', [OPENING, FERRY, QUAY].join('\n\n').replaceAll(' and ', '\nand ')],
    ['old line ends', TEXT.replaceAll('\n', '\r')],
    ['tabs', TEXT.replaceAll('\n\n', '\n\n \t').replaceAll(' \t', '')],
    ['signs beside the words', TEXT.replaceAll('ferry timetable', '(ferry timetable)')],
    ['brackets that are no link', `[x] ${TEXT}`],
    ['bold and italic words in the paragraph', TEXT.replaceAll('by heart', '**by _heart_**')],
    ['characters outside of the first Unicode plane', TEXT.replaceAll('and plan', '🎉 and plan')],
    ['a byte order mark', `\uFEFF${TEXT}`],
  ])('is linked, and the same without its links: %s', (_name, text) => {
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
  ])('an address with unusual signs keeps its meaning: %s', (canonicalUrl, expected) => {
    const { content } = inserted(TEXT, { canonicalUrl })
    const link = parseText(content)
      .flatMap(({ children }) => children ?? [])
      .find(({ type }) => type === 'link_open')
    expect(link?.attrGet('href')).toBe(expected)
  })
})

const render = async (content: string) =>
  (await renderText({ content, canonicalUrl: null, lang: null }, null)).html

describe('a plan', () => {
  const link = { at: TEXT.indexOf('ferry timetable'), length: 15, words: 'ferry timetable', target: URL }

  test('is not applied to a text with other words at that position', () => {
    expect(insertChosen(TEXT, [link])).toContain(`[ferry timetable](${URL})`)
    expect(insertChosen(` ${TEXT}`, [link])).toBeUndefined()
    expect(insertChosen(TEXT, [link, link])).toBeUndefined()
  })

  test('is not removed from a text that was changed', () => {
    const linked = insertChosen(TEXT, [link]) ?? ''
    expect(removeLinks(linked.replace('[ferry', '[Ferry'), [link])).toBeUndefined()
    expect(removeLinks(` ${linked}`, [link])).toBeUndefined()
  })

  test.each([
    ['an additional link', (linked: string) => `${linked}[x](https://x.example)`],
    ['an additional letter', (linked: string) => `${linked}.`],
    ['another target', (linked: string) => linked.replace('harbour.example', 'evil.example')],
  ])('is not proven for a text with %s', async (_name, change) => {
    const linked = insertChosen(TEXT, [link]) ?? ''
    expect(differsOnlyInLinks(await render(TEXT), await render(linked), [URL])).toBe(true)
    expect(differsOnlyInLinks(await render(TEXT), await render(change(linked)), [URL])).toBe(false)
  })

  test.each([
    ['code', '`the ferry timetable`'],
    ['a link', '[the ferry timetable](/x)'],
    ['the Markdown of a picture', '!ferry timetable'],
    ['a word', 'xferry timetable](x'],
    ['indented code', 'x\n\n    ferry timetable'],
  ])('is not proven if its words are in %s', async (_name, content) => {
    const inside = { ...link, at: content.indexOf('ferry timetable') }
    const linked = insertChosen(content, [inside]) ?? ''
    const isSound = differsOnlyInLinks(await render(content), await render(linked), [URL])
    expect(isSound).toBe(content.startsWith('x') && !content.includes('\n'))
  })
})
