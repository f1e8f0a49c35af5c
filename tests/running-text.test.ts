// @store none
import { markdownLanguage } from '@codemirror/lang-markdown'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { measureText } from '../app/shared/measure-text.ts'
import { toPlainText } from '../app/features/articles/markdown/plain-text.server.ts'
import { renderMarkdown } from '../app/features/articles/markdown/render-markdown.server.ts'
import { toRunningText } from '../app/features/writing/editor/running-text.ts'

test.each([
  ['words', 'One two, three.', 3],
  ['marks', '**One** *two* ~~three~~ `four` [five six](https://x.example/a) <b>seven</b>', 7],
  ['blocks', '# One\n\ntwo\n\n- three\n  - [x] four\n\n> five\nsix\n\n---\n\n1. seven', 6],
  [
    'no running text',
    '```\na b\n```\n\n| a | b |\n| - | - |\n| c | d |\n\n![a b](/c "d")\n\n<!-- a b -->\n\none[^1]\n\n[^1]: a note\n',
    1,
  ],
  ['Chinese', '我们的港口很深。', 7],
  ['Chinese and English', '我们 love 港口', 5],
  ['Japanese', 'カタカナ', 4],
  ['Thai', 'น้ำลงตอนเที่ยง', 3],
  ['Korean', '항구는 깊다', 2],
])('of %s the editor counts the words that the renderer counts', (_, content, words) => {
  const state = EditorState.create({ doc: content, extensions: [markdownLanguage] })
  const { html } = renderMarkdown({ content, baseUrl: null, lang: null })
  expect(measureText(toPlainText(html)).words).toBe(words)
  expect(measureText(toRunningText(state))).toEqual(measureText(toPlainText(html)))
})
