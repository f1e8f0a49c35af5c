// Texts that plugins of WordPress keep beside the content of a post.
import { describe, expect, test } from 'vitest'
import { fieldsOf, listLost, readOne, toWxr } from '../../../../tests/support/source-files.ts'
import { NoPhpValue, parsePhp } from './php-values.ts'

const toMeta = (values: Record<string, string>) =>
  Object.entries(values)
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    )
    .join('')

/** Reads a post with a content and values beside it. Returns its Markdown, what it loses, and lost words. */
async function readPost(content: string, values: Record<string, string>) {
  const [found, ...others] = await readOne(
    'a.xml',
    toWxr([{ 'content:encoded': content, '+meta': toMeta(values) }]),
  )
  const words = found && 'fields' in found ? found.lostWords : undefined
  return { text: fieldsOf(found).content, lost: listLost(others), words }
}

const widget = (widgetType: string, settings: object) => ({
  elType: 'widget',
  widgetType,
  settings,
  elements: [],
})
const ELEMENTOR = JSON.stringify([
  {
    elType: 'section',
    settings: { background_color: 'a dark blue' },
    elements: [
      {
        elType: 'column',
        settings: {},
        elements: [
          widget('heading', { title: 'Prices', header_size: 'h3', title_color: '#fff' }),
          widget('text-editor', {
            editor: '<p>The <b>tide</b> turned at six.</p>',
            _css_classes: 'so very wide',
          }),
          widget('image', { image: { url: 'https://old.example/a.jpg', id: 7, alt: 'A boat' } }),
          widget('button', { text: 'Read on', link: { url: 'https://old.example/b' } }),
          widget('icon-list', {
            icon_list: [{ text: 'First thing', selected_icon: { value: 'fas fa-check' } }],
          }),
          widget('video', { youtube_url: 'https://www.youtube.com/watch?v=abc' }),
          widget('form', { form_name: 'Write to us', form_fields: [{ field_label: 'Your name' }] }),
          widget('spacer', { space: { unit: 'px' } }),
        ],
      },
    ],
  },
])
const BUILT = `### Prices

The **tide** turned at six.

![A boat](https://old.example/a.jpg)

[Read on](https://old.example/b)

First thing

[https://www.youtube.com/watch?v=abc](https://www.youtube.com/watch?v=abc)
`

describe('a page of Elementor', () => {
  test('is the text of a post without a content', async () => {
    const { text, lost, words } = await readPost('', { _elementor_data: ELEMENTOR })
    expect(text).toBe(BUILT)
    expect(lost).toEqual({ 'element “form” of a page builder': 1 })
    expect(words).toEqual(['Write to us', 'Your name'])
  })

  test('takes the place of a part of it, and adds to another text only what that misses', async () => {
    expect((await readPost('<p>The tide turned at six.</p>', { _elementor_data: ELEMENTOR })).text).toBe(
      BUILT,
    )
    const { text } = await readPost('<p>A text of its own. The tide turned at six.</p>', {
      _elementor_data: ELEMENTOR,
    })
    expect(text).toMatch(/^A text of its own\. The tide turned at six\.\n\n### Prices\n/)
    expect(String(text).match(/The \*{0,2}tide/g)).toHaveLength(1)
  })

  test('changes nothing if the content has all of its text', async () => {
    const content =
      '<h3>Prices</h3>The <b>tide</b> turned at six. Read on. First thing. https://www.youtube.com/watch?v=abc'
    const { text } = await readPost(content, { _elementor_data: ELEMENTOR })
    expect(String(text).match(/Prices/g)).toHaveLength(1)
    expect(text).not.toContain('a.jpg')
  })

  test('that cannot be read is named', async () => {
    expect(await readPost('Text.', { _elementor_data: '[{"settings":' })).toMatchObject({
      text: 'Text.\n',
      lost: { 'page of a page builder (it cannot be read)': 1 },
    })
  })
})

test('a page of Bricks and one of Beaver Builder are values of PHP', async () => {
  const bricks =
    'a:2:{i:0;a:4:{s:2:"id";s:6:"aaaaaa";s:4:"name";s:7:"heading";s:6:"parent";i:0;s:8:"settings";a:2:{s:4:"text";s:8:"Größen";s:3:"tag";s:2:"h2";}}' +
    'i:1;a:4:{s:2:"id";s:6:"bbbbbb";s:4:"name";s:10:"text-basic";s:6:"parent";i:0;s:8:"settings";a:1:{s:4:"text";s:99:"It is "so"; indeed.";}}}'
  expect((await readPost('', { _bricks_page_content_2: bricks })).text).toBe(
    '## Größen\n\nIt is "so"; indeed.\n',
  )
  const beaver =
    'a:1:{s:3:"abc";O:8:"stdClass":3:{s:4:"node";s:3:"abc";s:4:"type";s:6:"module";s:8:"settings";O:8:"stdClass":2:{s:4:"type";s:9:"rich-text";s:4:"text";s:19:"<p>Low and high</p>";}}}'
  expect((await readPost('', { _fl_builder_data: beaver })).text).toBe('Low and high\n')
})

test('fields with texts come after the text, in their order; others are named', async () => {
  const values = {
    intro: 'First line\nsecond & last.',
    body: '<p>In a <em>field</em>.</p>',
    same: 'It is there already.',
    rows: '2',
    rows_0_text: 'Row the first',
    rows_1_text: 'Row the second',
    rows_0_image: '17',
    rows_1_image: '18',
    address: 'https://old.example/somewhere',
    colour: 'blue',
    is_wide: '1',
    internal_note: 'Ask Tomas about this',
    note: 'No field of the plugin',
  }
  const keys = Object.fromEntries(
    Object.keys(values)
      .filter((name) => name !== 'note')
      .map((name) => [`_${name}`, `field_${name}`]),
  )
  const { text, lost, words } = await readPost('<p>It is there already.</p>', { ...values, ...keys })
  expect(text).toBe(
    'It is there already.\n\nFirst line  \nsecond & last.\n\nIn a *field*.\n\nRow the first\n\nRow the second\n',
  )
  expect(lost).toEqual({
    'custom field “rows_…_image”': 2,
    'custom field “address”': 1,
    'custom field “colour”': 1,
    'custom field “internal_note”': 1,
    'custom field “note”': 1,
  })
  expect(words).toBeUndefined()
})

test.each([
  ['i:5;', 5],
  ['b:1;', true],
  ['N;', null],
  ['d:0.5;', 0.5],
  ['s:6:"Größ";', 'Größ'],
  ['a:2:{i:0;s:1:"a";i:1;s:1:"b";}', ['a', 'b']],
  ['a:1:{s:1:"k";a:0:{}}', { k: [] }],
  ['O:8:"stdClass":1:{s:1:"k";R:2;}', { k: null }],
  ['s:3:"one\r\n";', 'one\r\n'],
])('a value of PHP is read: %s', (text, value) => {
  expect(parsePhp(text)).toEqual(value)
})

test('plain custom fields that hold text are named', async () => {
  const { text, lost } = await readPost('Text.', {
    subtitle: 'The last boat of the day',
    _hidden: 'Kept for the program',
    views: '1200',
    settings: 'a:1:{s:1:"a";s:11:"two words it";}',
    source: 'https://old.example/a',
    layout: 'wide',
    rank_math_description: 'Read as the description',
    footnotes: '[{"content":"A note here","id":"f1"}]',
    lead: '<p>In a field</p>',
  })
  expect(text).toBe('Text.\n')
  expect(lost).toEqual({
    'custom field “subtitle”': 1,
    'custom field “lead”': 1,
  })
})

test.each(['', 'x', 's:9:"ab', 'a:2:{i:0;i:1;}', 'a:1:{i:0;'.repeat(200), 'a:99999999999:{'])(
  'a broken value of PHP is refused: %s',
  (text) => {
    expect(() => parsePhp(text)).toThrow(NoPhpValue)
  },
)
