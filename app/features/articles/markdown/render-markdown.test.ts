// @store none
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.server.ts'

const render = (content: string, baseUrl: string | null = null) =>
  renderMarkdown({ content, baseUrl, lang: null })
const htmlOf = (content: string, baseUrl: string | null = null) => render(content, baseUrl).html
const flat = (html: string) => html.replaceAll('\n', '')

const inLanguage = (content: string, lang: string | null) =>
  renderMarkdown({ content, baseUrl: null, lang }).html.trim()

describe('the direction of a text', () => {
  test.each([
    ['a paragraph', 'Low water at six.\n\nשלום.', '<p>Low water at six.</p><p dir="auto">שלום.</p>'],
    ['a text of it', 'Low.\n\nשלום לכולם.', '<p dir="auto">Low.</p><p dir="auto">שלום לכולם.</p>'],
    ['a paragraph with a word of it', 'The word שלום.', '<p>The word שלום.</p>'],
    ['a paragraph that starts with a number', '2026: مرحبا', '<p dir="auto">2026: مرحبا</p>'],
    ['entities', '&amp; مرحبا', '<p dir="auto">&amp; مرحبا</p>'],
    ['a list', '- שלום\n- Tide\n- 12', '<ul dir="rtl"><li>שלום</li><li dir="ltr">Tide</li><li>12</li></ul>'],
    [
      'a quotation',
      '> שלום\n>\n> Tide',
      '<blockquote dir="rtl"><p>שלום</p><p dir="auto">Tide</p></blockquote>',
    ],
    ['HTML that says it', '<p dir="ltr">שלום</p>', '<p dir="ltr">שלום</p>'],
    ['code', '```\nשלום\n```\n\nTide', '<pre tabindex="0"><code>שלום</code></pre><p>Tide</p>'],
  ])('is that of its first letter: %s', (_name, content, html) => expect(flat(htmlOf(content))).toBe(html))

  test('is set in headings and cells too', () => {
    expect(htmlOf('## שלום')).toMatch(/<div class="heading" dir="rtl"><h2 id=/)
    expect(flat(htmlOf('| a | שלום |\n| --- | --- |\n| Tide | ים |'))).toMatch(
      /<table tabindex="0">.*<th[^>]*>a<.*<th[^>]*dir="rtl"[^>]*>שלום<.*<td>Tide<.*<td dir="rtl">ים</,
    )
  })

  test('is set in any page if the language is written from right to left', () =>
    expect(inLanguage('שלום\n\nTide', 'he')).toBe('<p dir="auto">שלום</p>\n<p dir="auto">Tide</p>'))

  test('costs other texts nothing', () => expect(inLanguage('Tide\n\nKåre', 'he')).not.toContain('dir='))
})

describe('quotes and apostrophes', () => {
  const TEXT = `"It's 'so'," she said.`

  test.each([
    [null, '“It’s ‘so’,” she said.'],
    ['en-GB', '“It’s ‘so’,” she said.'],
    ['de', '„It’s ‚so‘,“ she said.'],
    ['de-CH', '«It’s ‹so›,» she said.'],
    ['fr', '«\u202FIt’s “so”,\u202F» she said.'],
    ['pl-PL', '„It’s «so»,” she said.'],
    ['sv', '”It’s ’so’,” she said.'],
    ['tlh', '“It’s ‘so’,” she said.'],
  ])('are those of the language %s', (lang, text) => expect(inLanguage(TEXT, lang)).toBe(`<p>${text}</p>`))

  test.each([
    ['code', '`"it\'s"`', "<code>&quot;it's&quot;</code>"],
    ['a block of code', '```\n"it\'s"\n```', "&quot;it's&quot;"],
    ['code in HTML', 'a <code>"it\'s"</code> b', '<code>"it\'s"</code>'],
    ['nested code in HTML', 'a <kbd>x <code>"a"</code> "b"</kbd> c', '<code>"a"</code> "b"</kbd>'],
    ['an address', "https://first.example/'a'", ">https://first.example/'a'</a>"],
    ['a block of HTML', '<div title="a">"it\'s"</div>', '"it\'s"'],
    ['inches', 'a 12" disc', '12" disc'],
  ])('stay as they are in %s', (_name, content, html) =>
    expect(inLanguage(content, null).replaceAll('&quot;', '"')).toContain(html.replaceAll('&quot;', '"')),
  )

  test.each([
    ["the '90s and '68", 'the ’90s and ’68'],
    ["'Tis so, 'twasn't, get 'em", '’Tis so, ’twasn’t, get ’em'],
    ["rock 'n' roll, Rock 'N' Roll, fish'n'chips", 'rock ’n’ roll, Rock ’N’ Roll, fish’n’chips'],
    ["the letter 'n' and 'em'", 'the letter ‘n’ and ‘em’'],
    ["the '20 days' rule", 'the ‘20 days’ rule'],
    [`6'2", 5' 10.5" and 51°30'26"N`, '6′2″, 5′ 10.5″ and 51°30′26″N'],
    [`"'Tis," 'he' said`, '“’Tis,” ‘he’ said'],
  ])('are apostrophes and primes where they mean these: %s', (content, text) =>
    expect(inLanguage(content, 'en')).toBe(`<p>${text}</p>`),
  )

  test('are not English in other languages', () =>
    expect(inLanguage("'em casa', '90", 'pt')).toBe('<p>‘em casa’, ’90</p>'))

  test('are set around links and emphasis', () => {
    expect(inLanguage('"[a](/b)" and *"c"*', null)).toContain(
      '“<a href="/b" rel="noopener">a</a>” and <em>“c”</em>',
    )
  })

  test('of the text alone: nothing else is replaced', () =>
    expect(inLanguage('(c) 1 -- 2 ... +-', null)).toBe('<p>(c) 1 -- 2 ... +-</p>'))
})

describe('Markdown', () => {
  test('may have tables', () => {
    const html = flat(htmlOf('| a | b |\n|---|---|\n| 1 | *2* |'))
    expect(html).toMatch(/^<table[^>]*><thead><tr><th>a<\/th><th>b<\/th><\/tr><\/thead>/)
    expect(html).toContain('<tbody><tr><td>1</td><td><em>2</em></td></tr></tbody></table>')
  })

  test('may align the columns of a table', () => {
    const html = flat(htmlOf('| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |'))
    for (const side of ['center', 'right']) expect(html).toContain(`<td data-align="${side}">`)
    expect(htmlOf('<table><tr><td align="right" data-align="x">1')).toContain('<td data-align="right">1')
  })

  test('may strike words through', () => {
    expect(htmlOf('~~gone~~')).toBe('<p><s>gone</s></p>\n')
  })

  test('may have task lists, whose boxes are disabled', () => {
    const boxes = htmlOf('- [x] done\n- [ ] open').match(/<input[^>]*>/g) ?? []
    expect(boxes).toHaveLength(2)
    for (const box of boxes) expect(box).toMatch(/type="checkbox".*disabled/)
    expect(boxes.map((box) => / checked\b/.test(box))).toEqual([true, false])
  })

  test('may have footnotes, with links to each and back', () => {
    const html = htmlOf('One[^a] and two[^b], one again[^a].\n\n[^a]: First.\n[^b]: Second.')
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
    const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, target = '']) => target)
    expect(targets.length).toBeGreaterThanOrEqual(5)
    for (const target of targets) expect(ids).toContain(target)
  })

  test('gives the link back from each footnote an accessible name instead of an arrow', () => {
    const html = htmlOf('One[^a], two[^b], one again[^a].\n\n[^a]: First.\n[^b]: Second.')
    const names = [...html.matchAll(/class="footnote-backref" href="[^"]*" aria-label="([^"]*)"/g)].map(
      (match) => match[1],
    )
    expect(names).toEqual(['Back to reference 1', 'Back to reference 1:1', 'Back to reference 2'])
  })

  test('cannot give a link another accessible name than its text', () => {
    expect(htmlOf('<a href="/x" aria-label="Log in">x</a>')).not.toContain('aria-label')
    expect(htmlOf('<a href="/x" class="footnote-backref" aria-label="Log in">x</a>')).not.toContain(
      'aria-label',
    )
  })

  test('keeps the language of a code block and escapes its content', () => {
    expect(htmlOf('```js\n<script>alert(1)</script>\n```')).toMatch(
      /^<pre[^>]*><code class="language-js">&lt;script&gt;<span class="hljs-title">alert<\/span>\(<span class="hljs-number">1<\/span>\)&lt;\/script&gt;\n<\/code><\/pre>\n$/,
    )
  })

  test('makes links of bare URLs', () => {
    expect(htmlOf('See https://news.example/a.')).toContain('<a href="https://news.example/a"')
  })

  test('never has a second h1: its h1 become h2', () => {
    const html = htmlOf('# One\n\nTwo\n===\n\n<h1>Three</h1>\n\n## Four')
    expect(html.match(/<h2[ >]/g)).toHaveLength(4)
    expect(html).not.toMatch(/<\/?h1/)
  })
})

describe('raw HTML', () => {
  test.each([
    '<table><caption>c</caption><tr><th scope="col">a</th><td colspan="2">b</td></tr></table>',
    '<figure><figcaption>f</figcaption></figure>',
    '<details open><summary>s</summary><p>t</p></details>',
    '<p>H<sub>2</sub>O, <kbd>Ctrl</kbd>, <mark>m</mark>, <abbr title="Hypertext">HT</abbr></p>',
    '<ol start="3" reversed><li>x</li></ol>',
    '<p lang="ar" dir="rtl">x</p>',
  ])('is kept if it is harmless: %s', (html) => {
    expect(htmlOf(html).replaceAll(/ (tabindex)="0"/g, '')).toBe(html)
  })

  test.each([
    ['<script>alert(1)</script>after', 'after'],
    ['<style>p { color: red }</style>after', 'after'],
    ['<textarea>in</textarea>after', 'after'],
    ['<form action="/x"><button>Send</button></form>', 'Send'],
    ['<object data="x.swf">in</object>', 'in'],
    ['<embed src="x.swf">after', 'after'],
    ['<svg onload="alert(1)"><circle r="1"/></svg>after', 'after'],
    ['<math><mi>x</mi></math>', 'x'],
    [
      '<link rel="stylesheet" href="x.css"><meta http-equiv="refresh" content="0"><base href="/x">after',
      'after',
    ],
    ['<video src="x.mp4"></video><audio src="x.mp3"></audio>after', 'after'],
    ['<!-- a comment -->after', 'after'],
    ['<input type="text" autofocus onfocus="alert(1)"><input type="password"><input>after', 'after'],
  ])('is removed if it is harmful: %s', (html, left) =>
    expect(htmlOf(`<div>${html}</div>`)).toBe(`<div>${left}</div>`),
  )

  test.each([
    'style="position:fixed"',
    'onclick="alert(1)"',
    'ONCLICK=alert(1)',
    'class="button"',
    'data-x="1"',
    'role="dialog"',
    'name="cookie"',
    'is="x-y"',
    'contenteditable',
    'tabindex="1"',
    'popover',
    'slot="x"',
    'itemprop="x"',
  ])('loses attributes that are not on the list: %s', (attribute) => {
    expect(htmlOf(`<p ${attribute}>x</p>`)).toBe('<p>x</p>')
  })

  test('cannot use an id of the page, because its ids and the links to them get a prefix', () => {
    const html = htmlOf('<h2 id="main">T</h2>\n\n[up](#main) <a id="here" href="#main">x</a>')
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect(ids).toEqual(['text-main', 'text-here'])
    expect(html.match(/<a (id="text-here" )?href="#text-main"/g)).toHaveLength(2)
  })

  test('with an anchor without a URL does not become a link', () => {
    for (const baseUrl of [null, 'https://blog.example/post'])
      expect(htmlOf('<p><a id="k">anchor</a></p>', baseUrl)).not.toContain('href')
  })
})

describe('a link', () => {
  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java&#10;script:alert(1)',
    'java&Tab;script:alert(1)',
    '&#x6a;avascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://files.example/',
    'tel:112',
    'blob:https://news.example/1',
  ])('has no URL unless it is http, https or mailto: %j', (address) => {
    for (const baseUrl of [null, 'https://blog.example/post'])
      expect(htmlOf(`<a href='${address}'>x</a>`, baseUrl)).not.toContain('href')
    expect(problemsOf(htmlOf(`[x](<${address}>)`))).toEqual([])
  })

  test.each([
    'https://news.example/a?b=1&amp;c=2',
    'http://news.example',
    'mailto:desk@news.example',
    '/about',
    'a/b',
    '?page=2',
  ])('is kept as it is if it is harmless: %s', (address) =>
    expect(htmlOf(`<a href="${address}">x</a>`)).toContain(`<a href="${address}" rel="noopener">`),
  )

  test('has our relation behind its URL, and none that its author wrote', () => {
    const html = htmlOf('<a rel="me" href="HTTPS://news.example/">x</a> <a rel="me" href="#part">y</a>')
    expect(html).toBe(
      '<p><a href="HTTPS://news.example/" rel="noopener">x</a> <a href="#text-part">y</a></p>\n',
    )
  })

  test('that is relative is resolved against the URL of the first publication', () => {
    const html = htmlOf(
      '[a](b/c) [d](../e) [f](/g?h) [i](//j.example/k) [l](https://m.example/) ![n](o.png) [p](mailto:q@r.example)',
      'https://blog.example/2020/post/',
    )
    const addresses = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map((match) => match[1])
    expect(addresses).toEqual([
      'https://blog.example/2020/post/b/c',
      'https://blog.example/2020/e',
      'https://blog.example/g?h',
      'https://j.example/k',
      'https://m.example/',
      'https://blog.example/2020/post/o.png',
      'mailto:q@r.example',
    ])
  })

  test.each([
    ['blog.example/x', 'https://blog.example/x'],
    ['www.blog.example/x?y=1#z', 'https://blog.example/x?y=1#z'],
    ['//blog.example/x', 'https://blog.example/x'],
    ['//www.blog.example/x', 'https://blog.example/x'],
    ['Blog.Example', 'https://blog.example/'],
    ['http://blog.example/x', 'http://blog.example/x'],
    ['blog.example.evil/x', 'https://blog.example/2020/blog.example.evil/x'],
    ['blog.examples/x', 'https://blog.example/2020/blog.examples/x'],
    ['my.blog.example/x', 'https://blog.example/2020/my.blog.example/x'],
    ['//my.blog.example/x', 'https://my.blog.example/x'],
  ])('to the canonical host without a scheme leads to the canonical origin: %s', (address, href) => {
    expect(htmlOf(`[x](${address})`, 'https://blog.example/2020/post')).toContain(`<a href="${href}"`)
  })

  test.each([
    ['surrounded by spaces', ' www.blog.example/x ', 'https://blog.example/x'],
    ['behind three slashes', '///www.blog.example/x', 'https://blog.example/x'],
    ['with the usual port', 'www.blog.example:443/x', 'https://blog.example/x'],
    ['with the usual port and no path', 'blog.example:443', 'https://blog.example/'],
  ])('to the canonical host has www only if the canonical address has it: %s', (_name, address, href) => {
    expect(htmlOf(`<a href="${address}">x</a>`, 'https://blog.example/2020/post')).toContain(`href="${href}"`)
    expect(htmlOf(`<a href="${address}">x</a>`, 'https://www.blog.example/2020/post')).toContain(
      `href="${href.replace('//', '//www.')}"`,
    )
  })

  test('to the canonical host keeps the canonical origin with www, scheme and port', () => {
    for (const address of ['news.example:8080/x', 'www.news.example:8080/x', '//news.example:8080/x'])
      expect(htmlOf(`<a href="${address}">x</a>`, 'http://www.news.example:8080/p')).toContain(
        'href="http://www.news.example:8080/x"',
      )
    expect(htmlOf('[x](blog.example/x)')).toContain('href="blog.example/x"') // without a canonical URL
  })

  test('without a URL stays without one', () => expect(htmlOf('[x]()')).toBe('<p><a>x</a></p>\n'))

  test('within the article stays within it, also if it was first published elsewhere', () => {
    expect(htmlOf('[x](#part)', 'https://blog.example/post')).toContain('href="#text-part"')
  })
})

describe('an image', () => {
  test('is loaded lazily, has a text alternative and sends no referrer', () => {
    const html = htmlOf('![A *tide* table](/tide.png "Title")')
    expect(html).toContain('<img src="/tide.png" alt="A tide table"')
    expect(html).toContain('<figcaption>Title</figcaption>')
    for (const attribute of ['loading="lazy"', 'decoding="async"', 'referrerpolicy="no-referrer"'])
      expect(html).toContain(attribute)
  })

  test('is loaded over https, the only scheme that the content security policy allows', () => {
    expect(htmlOf('![](http://a.example/b.png)')).toContain(' src="https://a.example/b.png"')
    expect(htmlOf('![](b.png)', 'http://a.example/post')).toContain(' src="https://a.example/b.png"')
    expect(htmlOf('![](http://localhost:3000/b.png)')).toContain(' src="http://localhost:3000/b.png"')
  })

  test('without a text alternative gets an empty one', () => {
    expect(htmlOf('<img src="a.png">')).toContain(' alt=""')
    expect(htmlOf('<img src="a.png" alt="kept" width="3" loading="eager">')).toMatch(
      /alt="kept" width="3" loading="lazy"/,
    )
  })

  test.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', 'vbscript:x', ''])(
    'is removed if its URL is not allowed: %j',
    (src) => expect(htmlOf(`<p><img src='${src}' onerror="alert(1)">after</p>`)).toBe('<p>after</p>'),
  )

  test('is removed if it has no URL, also if the article was first published elsewhere', () => {
    for (const baseUrl of [null, 'https://blog.example/post'])
      expect(htmlOf('<p><img alt="x">after</p>', baseUrl)).toBe('<p>after</p>')
  })
})

describe('a frame', () => {
  test.each([
    ['https://www.youtube.com/embed/abc_-123?rel=0', 'https://www.youtube.com/watch?v=abc_-123', 'YouTube'],
    ['https://www.youtube-nocookie.com/embed/abc', 'https://www.youtube.com/watch?v=abc', 'YouTube'],
    ['//www.youtube.com/embed/abc', 'https://www.youtube.com/watch?v=abc', 'YouTube'],
    ['https://player.vimeo.com/video/12345', 'https://vimeo.com/12345', 'Vimeo'],
    ['https://player.vimeo.com/video/12345?from=youtube', 'https://vimeo.com/12345', 'Vimeo'],
  ])('of a video becomes a figure with a link to it: %s', (src, href, name) => {
    expect(htmlOf(`<p><iframe src="${src}" allow="autoplay" onload="alert(1)"></iframe></p>`)).toBe(
      `<figure class="embed"><a href="${href}" rel="noopener">Watch the video on ${name}</a></figure>`,
    )
  })

  test('of a video has its link only once, no matter what the frame contains', () => {
    const html = htmlOf('<p><iframe src="https://www.youtube.com/embed/abc">No frames?</iframe></p>')
    expect(html.match(/Watch the video on YouTube/g)).toHaveLength(1)
  })

  test.each([
    'https://evil.example/embed/abc',
    'https://evil.example/?https://www.youtube.com/embed/abc',
    'https://www.youtube.com.evil.example/embed/abc',
    'https://www.youtube.com@evil.example/embed/abc',
    'https://evilyoutube.com/embed/abc',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('of any other page is removed: %s', (src) =>
    expect(htmlOf(`<p>a<iframe src="${src}" srcdoc="<script>alert(1)</script>"></iframe>b</p>`)).toBe(
      '<p>ab</p>',
    ),
  )
})

describe('the excerpt', () => {
  test('is the text without its markup', () => {
    expect(render('The *tide* turned [at six](/x) & `left` <b>early</b>.\n\nThen\nnight fell.').excerpt).toBe(
      'The tide turned at six & left early. Then night fell.',
    )
  })

  test('has characters instead of HTML entities', () => {
    expect(render('1 < 2 && "three" &copy; &amp;lt;').excerpt).toBe('1 < 2 && “three” © &lt;')
  })

  test('leaves out headings, code, tables, captions and footnotes', () => {
    const content = [
      '# Heading',
      'Text.',
      '```\nconst code = 1\n```',
      '| a |\n|---|\n| cell |',
      '<figure><figcaption>caption</figcaption></figure>',
      'More[^1].',
      '[^1]: A footnote.',
    ].join('\n\n')
    expect(render(content).excerpt).toMatch(/^Text\. More(\[1\])?\.$/)
  })

  test('has at most 200 whole characters', () => {
    expect(render('x'.repeat(1000)).excerpt).toBe('x'.repeat(200))
    expect(render('🎉'.repeat(300)).excerpt).toBe('🎉'.repeat(200))
    expect(render('x'.repeat(200)).excerpt).toBe('x'.repeat(200))
  })

  test('has a space between words on different lines or in different paragraphs', () => {
    expect(render('<p>one</p><p>two<br>three</p>').excerpt).toBe('one two three')
  })

  test('is empty where there is no text', () => {
    expect(render('').excerpt).toBe('')
    expect(render('![](a.png)').excerpt).toBe('')
  })
})

describe('the reading time in minutes', () => {
  test.each([
    ['word '.repeat(220), 1],
    ['word '.repeat(1100), 5],
    ['潮'.repeat(500), 1],
    ['潮'.repeat(2500), 5],
    ['潮'.repeat(1000) + ' word'.repeat(660), 5],
    ['ひらがなカタカナ'.repeat(250), 4],
  ])('follows from the words of English and the characters of Chinese and Japanese: %#', (text, minutes) =>
    expect(render(text).readingMinutes).toBe(minutes),
  )

  test('is at least one', () => {
    expect(render('').readingMinutes).toBe(1)
    expect(render('Short.').readingMinutes).toBe(1)
  })
})

describe('a text that is made to render slowly', () => {
  test.each([
    ['20,000 nested quotes', '>'.repeat(20_000)],
    ['a list 400 deep', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['20,000 open brackets', '['.repeat(20_000)],
    ['20,000 open tags', '<b>'.repeat(20_000)],
    ['20,000 stars', '*'.repeat(20_000)],
    ['20,000 open template tags', '{{< youtube '.repeat(20_000)],
    ['all kinds of open template tags', '{{< {% {{% {{ <pre <code ` '.repeat(5000)],
    ['20,000 template tags', 'x `{{< a >}}` {{< b >}} '.repeat(20_000)],
    ['20,000 headings of one name', '# x\n\n'.repeat(20_000)],
    ['a long list of imports', 'import {\n'.repeat(5000)],
    ['20,000 images', '![a](b.png)\n\n'.repeat(20_000)],
    ['a hundred highlighted blocks', `\`\`\`js\n${'const a = "b" // c\n'.repeat(900)}\`\`\`\n\n`.repeat(100)],
    ['backticks in ever longer runs', Array.from({ length: 200 }, (_, n) => '`'.repeat(n)).join(' ')],
  ])('becomes valid HTML that is not nested too deep for a browser: %s', (_name, content) => {
    const { html } = render(content)
    expect(problemsOf(html)).toEqual([])
    expect(depthOf(html)).toBeLessThanOrEqual(100)
  })
})

const CORPUS = '../shared/corpus/interchange/xss/dompurify-cases.json'

describe.skipIf(!existsSync(CORPUS))(
  'the attacks collected by DOMPurify (skipped without the corpus)',
  () => {
    const attacks: { n: number; title?: string; payload: string }[] = existsSync(CORPUS)
      ? (JSON.parse(readFileSync(CORPUS, 'utf8')) as { n: number; payload: string }[])
      : []

    test.each(attacks)('leave only allowed HTML: $n $title', ({ payload }) => {
      const wrappings = [
        payload,
        `A text ${payload} goes on`,
        `**${payload}**`,
        `- ${payload}\n\n> ${payload}`,
        `| a |\n|---|\n| ${payload} |`,
        `[x](<${payload}> "${payload}") ![${payload}](x)`,
      ]
      for (const content of wrappings) {
        for (const baseUrl of [null, 'https://blog.example/post']) {
          expect(problemsOf(htmlOf(content, baseUrl)), content).toEqual([])
        }
      }
    })

    test('are complete', () => expect(attacks.length).toBeGreaterThan(80))
  },
)

test('the check of these tests finds HTML that is not allowed', () => {
  const wrong = [
    '<script>',
    '<p onclick="x"></p>',
    '<p style="x"></p>',
    '<a href="javascript:x"></a>',
    '<a href="java\nscript:x"></a>',
    '<img src="data:x" />',
    '<p id="main"></p>',
    '<p class="x"></p>',
    '<p>',
    '</div>',
    '<p title="<b>"></p>',
    '<svg></svg>',
    'a < b',
    '<input type="text" />',
    '<p title=x></p>',
  ]
  for (const html of wrong) expect(problemsOf(html), html).not.toEqual([])
  expect(problemsOf('<p id="text-a"><a href="/x">1 &lt; 2</a><br /></p>')).toEqual([])
})

const TAGS = new Set(
  'h2 h3 h4 h5 h6 p br hr blockquote pre code ul ol li dl dt dd table caption thead tbody tfoot tr th td figure figcaption img a strong b em i u s del ins mark small sub sup kbd samp var abbr cite q time details summary section div span input'.split(
    ' ',
  ),
)
const PLAIN_TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: \/)?>/g
const VOID = new Set(['br', 'hr', 'img', 'input'])
const ADDRESSES = new Set(['href', 'src'])
const VALUES: Record<string, RegExp> = {
  id: /^text-/,
  class:
    /^(language-[\w-]+|footnote.*|task-list-item|contains-task-list|hljs-\w+|heading|permalink|embed|picture( is-unsized)?)$/,
  type: /^checkbox$/,
  tabindex: /^0$/,
  rel: /^noopener$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  'data-language': /^[\w+#, -]+$/,
  'data-align': /^(left|center|right)$/,
  referrerpolicy: /^no-referrer$/,
  ...Object.fromEntries(
    'lang dir title alt width height colspan rowspan scope start reversed datetime open checked disabled aria-label'
      .split(' ')
      .map((name) => [name, /^/]),
  ),
}

/**
 * Returns the parts of a piece of HTML that articles may not have. It accepts only the plainest notation, so that HTML
 * that a browser might read differently is a problem too.
 */
function problemsOf(html: string): string[] {
  const problems: string[] = []
  const open: string[] = []
  for (const [, slash, tag = '', attributes = ''] of html.matchAll(PLAIN_TAG)) {
    if (!TAGS.has(tag)) problems.push(`tag ${tag}`)
    if (!slash && !VOID.has(tag)) open.push(tag)
    if (slash && open.pop() !== tag) problems.push(`end of ${tag} that is not open`)
    problems.push(...problemsOfAttributes(attributes))
  }
  const text = html.replaceAll(PLAIN_TAG, '')
  if (/[<>]/.test(text)) problems.push(`bare angle bracket in ${text}`)
  return [...problems, ...open.map((tag) => `${tag} that is not closed`)]
}

function problemsOfAttributes(attributes: string): string[] {
  const pairs = attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)
  return [...pairs].filter(([, name = '', value = '']) => !isAllowed(name, value)).map(([pair]) => pair)
}

/** Returns the depth to which elements are nested. */
function depthOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [, slash, tag = ''] of html.matchAll(PLAIN_TAG)) {
    if (!VOID.has(tag)) depth += slash ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function isAllowed(name: string, value: string): boolean {
  if (!ADDRESSES.has(name)) return VALUES[name]?.test(value) ?? false
  const url = URL.parse(value.replaceAll('&amp;', '&'), 'https://news.example/article/a')
  return url !== null && ['http:', 'https:', name === 'href' && 'mailto:'].includes(url.protocol)
}
