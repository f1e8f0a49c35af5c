// The marks of each writer, and what readers see of them.
import { describe, expect, test } from 'vitest'
import { fieldsOf, listLost, readFiles, readOne } from '../../../../tests/support/source-files.ts'
import { renderText } from '../../articles/commands.server.ts'

const page = (text: string) => `---\ntitle: T\ndate: 2020-01-01\n---\n${text}\n`

const readText = async (text: string, name = 'a.md') => {
  const found = await readOne(name, page(text))
  return { content: String(fieldsOf(found[0]).content), lost: listLost(found), found: found[0] }
}

const htmlOf = async (text: string, name?: string) => {
  const { content } = await readText(text, name)
  return (await renderText({ content, canonicalUrl: null, lang: null }, null)).html
    .replace(/\n+/g, '\n')
    .trim()
}

describe('a note of a vault', () => {
  test('leads to the other notes, whose addresses lead to their articles', async () => {
    const found = await readFiles({
      'A note.md': page(
        'See [[Second note]], [[second note|shown]], [[Second note#A part|deep]], [[#Own part]], [[Nowhere|gone]].\n\n| a |\n|---|\n| [[Second note\\|x]] |\n\n![[Second note]]',
      ),
      'deep/Second note.md': page('Words.'),
    })
    const [first, second] = found
    expect(fieldsOf(first).content).toBe(
      'See [Second note](/deep/Second%20note), [shown](/deep/Second%20note), [deep](/deep/Second%20note#text-a-part), [Own part](#own-part), gone.\n\n| a |\n|---|\n| [x](/deep/Second%20note) |\n\n[Second note](/deep/Second%20note)\n',
    )
    expect(fieldsOf(second).aliases).toContain('/deep/Second note')
    expect(listLost(found)).toEqual({
      'link to a note that is not in the folder': 1,
      'embedded note (a link now)': 1,
    })
  })

  test('shows its pictures, marks and callouts; the names of blocks and queries are not shown', async () => {
    const text =
      '![[boat.png]] ![[my boat.png|300]] ![[b.jpg|A boat]]\n\n==marked **words**== a == b ^a-block\n\n> [!warning]- Mind the *tide*\n> Inner\n\n```dataview\nLIST FROM #x\n```'
    const { content, lost } = await readText(text)
    expect(content).toBe(
      '![](boat.png) ![](<my boat.png>) ![A boat](b.jpg)\n\n<mark>marked **words**</mark> a == b\n\n> Mind the *tide*\n>\n> Inner\n\n<!-- dataview LIST FROM #x -->\n',
    )
    expect(lost).toEqual({ 'query of a note (its result is not in the file)': 1 })
  })

  test('has tags without their signs', async () => {
    const found = await readOne('a.md', '---\ntitle: T\ntags: [a/b, "#c"]\n---\n')
    expect(fieldsOf(found[0]).tags).toEqual(['a/b', 'c'])
  })
})

test.each([
  ['GitHub', '> [!NOTE]\n> Inner', '<blockquote>\n<p><strong>Note</strong></p>\n<p>Inner</p>\n</blockquote>'],
  [
    'Docusaurus',
    ':::tip\n\nInner\n\n:::',
    '<blockquote>\n<p><strong>Tip</strong></p>\n<p>Inner</p>\n</blockquote>',
  ],
  [
    'Docusaurus, with a title and code',
    ':::danger[Mind it]\n```sh\nls\n```\n:::\n\nAfter.',
    '<blockquote>\n<p><strong>Mind it</strong></p>\n<pre data-language="Bash" tabindex="0"><code class="language-sh"><span class="hljs-built_in">ls</span>\n</code></pre>\n</blockquote>\n<p>After.</p>',
  ],
  [
    'VuePress, one in another',
    ':::: warning Own title\nOuter\n::: details\nInner\n:::\n::::',
    '<blockquote>\n<p><strong>Own title</strong></p>\n<p>Outer</p>\n<blockquote>\n<p><strong>Details</strong></p>\n<p>Inner</p>\n</blockquote>\n</blockquote>',
  ],
  ['text with colons', 'a\n\n::: tip\n\nb', '<p>a</p>\n<p>::: tip</p>\n<p>b</p>'],
])('an aside of %s is a quotation', async (_, text, html) => expect(await htmlOf(text)).toBe(html))

describe('MDX', () => {
  test('keeps the text of components; others are comments, and named', async () => {
    const text = `import Chart from "./c"
import photo from './boat.jpg'

<Chart data={[1, 2].map((x) => x > 1)} />

<Callout type="warn" title="Mind it">
    Warn **words**

    <Step>In *it*</Step>
</Callout>

Total {1 + 2}{" "}and <Key>x</Key>. <div style={{ color: 'red' }} className="a">y</div>

<Image src={photo} alt="A boat" />
<YouTube id="abc" />`
    const { content, lost } = await readText(text, 'm.mdx')
    expect(`${content.replace(/\n{2,}/g, '\n\n').trim()}\n`).toBe(
      `import Chart from "./c"
import photo from './boat.jpg'

<!-- <Chart data={[1, 2].map((x) =&gt; x &gt; 1)} /&gt; -->

**Mind it**

Warn **words**

In *it*

Total <!-- {1 + 2} --> and x. <div className="a">y</div>

![A boat](./boat.jpg)

<https://www.youtube.com/watch?v=abc>
`,
    )
    expect(lost).toEqual({ 'component Chart': 1, 'expression {1 + 2}': 1 })
  })

  test('loses no words in a component without a text, for they are named', async () => {
    const { found } = await readText('<Quote text="Said by someone" />', 'm.mdx')
    expect(found).toMatchObject({ lostWords: ['Said by someone'] })
  })

  test('is not read in code, and not in a text with braces', async () => {
    const text = '`<Chart />` {a}\n\n```jsx\n<Chart data={x} />\n```'
    expect(await readText(text)).toMatchObject({ content: `${text}\n`, lost: {} })
  })
})

test.each([
  ['{{ "now" | upper }}', 'NOW'],
  ["{{ 'a b' | capitalize | append: '!' }}", 'A b!'],
  ['{{ 4 | plus: 2 }}', '6'],
  ['{{ "2020-03-04" | date: "%d %b %Y, %-d %B" }}', '04 Mar 2020, 4 March'],
  ['{{ "a-b" | replace: "-", "$&" }}', 'a$&b'],
  ['{{ "a" | unknown }}', '{{ "a" | unknown }}'],
  ['`{{ "a" | upper }}`', '`{{ "a" | upper }}`'],
])('a filter that needs nothing else is computed: %s', async (text, content) =>
  expect((await readText(text)).content).toBe(`${content}\n`),
)

test.each([
  ['$x^2$ and $$y=1$$', '`x^2` and `y=1`', 2],
  ['$$\na_1 * b_1\n$$', '\n```math\na_1 * b_1\n```\n', 1],
  ['It costs $5 and $6, or $HOME.', 'It costs $5 and $6, or $HOME.', 0],
  [String.raw`\\(x^2\\) \(a\) \[sic_sic\]`, '`x^2` ' + String.raw`\(a\) \[sic_sic\]`, 1],
])('a formula is shown as code, and named: %j', async (text, content, count) => {
  const read = await readText(text)
  expect(read.content).toBe(`${content}\n`)
  expect(read.lost).toEqual(count > 0 ? { 'formula (its source is shown)': count } : {})
})

test('links between files of a folder lead to their articles', async () => {
  const found = await readFiles({
    'content/posts/a.md': page(
      '[b](./2019-02-05-b.mdx) [c](Second%20note.md#part) [d](../buoy/) [e](/docs/e.md) [f](https://x.example/a.md) [g](gone.md) [h](#h)',
    ),
    'content/posts/2019-02-05-b.mdx': page(''),
    'content/posts/Second note.md': page(''),
    'content/posts/buoy/index.md': `---\ntitle: T\ndate: 2020-01-01\npermalink: /own/\n---\n`,
    'docs/e.md': page(''),
  })
  const text = fieldsOf(found.find(({ place }) => place === 'content/posts/a.md')).content
  expect(text).toBe(
    '[b](/posts/b) [c](/posts/Second%20note#text-part) [d](/posts/buoy) [e](/docs/e) [f](https://x.example/a.md) [g](gone.md) [h](#h)\n',
  )
  const buoy = found.find(({ place }) => place === 'content/posts/buoy/index.md')
  expect(fieldsOf(buoy).aliases).toEqual(['/own/', '/posts/buoy'])
  expect(listLost(found)).toEqual({ 'link to a file that is not in the folder': 1 })
})

test('a post of Jekyll in HTML has its code as code, and its pictures', async () => {
  const text = `<p>a</p>
{% highlight ruby %}
puts "<b>"
{{ x }}
{% endhighlight %}
<p>{{ "b" | upcase }} {% image "./a.jpg", "A boat" %}</p>`
  const { content, lost } = await readText(text, '_posts/2019-03-06-h.html')
  expect(content).toBe('a\n\n```ruby\nputs "<b>"\n{{ x }}\n```\n\nB ![A boat](./a.jpg)\n')
  expect(lost).toEqual({})
})

test('a document of Ghost has all formats of its letters', async () => {
  const children = [
    { type: 'text', text: 'under', format: 8 },
    { type: 'text', text: ' ' },
    { type: 'text', text: 'marked', format: 129 },
    { type: 'text', text: ' gone', format: 4 },
    { type: 'text', text: ' code', format: 16 },
    { type: 'linebreak' },
    { type: 'text', text: 'low', format: 32 },
    { type: 'text', text: 'high', format: 64 },
    { type: 'autolink', url: 'https://a.example/', children: [{ type: 'text', text: ' a' }] },
  ]
  const list = {
    type: 'list',
    listType: 'number',
    tag: 'ol',
    start: 5,
    children: [{ type: 'listitem', children: [{ type: 'text', text: 'five' }] }],
  }
  const text = [{ type: 'text', text: 'aside' }]
  const done = { type: 'listitem', checked: true, children: [{ type: 'text', text: 'done' }] }
  const checks = { type: 'list', listType: 'check', tag: 'ul', children: [done] }
  const root = {
    children: [{ type: 'paragraph', children }, { type: 'aside', children: text }, checks, list],
  }
  const posts = [{ id: 1, title: 'T', lexical: JSON.stringify({ root }), status: 'draft' }]
  const found = await readOne('ghost.json', JSON.stringify({ data: { posts } }, null, 2))
  expect(fieldsOf(found[0]).content).toBe(
    '<u>under</u> <mark>**marked**</mark> ~~gone~~ `code`  \n<sub>low</sub><sup>high</sup> [a](https://a.example/)\n\n> aside\n\n- [x] done\n\n5. five\n',
  )
})
