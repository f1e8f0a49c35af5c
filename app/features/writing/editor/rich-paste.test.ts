import { markdownLanguage } from '@codemirror/lang-markdown'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { insertPasted, isRich } from './rich-paste.ts'

const CODE =
  "<meta charset='utf-8'><div style=\"color: #d4d4d4;font-family: Menlo, Monaco, 'Courier New', monospace;white-space: pre;\"><div><span>**x**</span></div></div>"

test.each([
  ['VS Code', { html: '<div><b>**x**</b></div>', plain: '**x**', types: ['vscode-editor-data'] }, false],
  ['VS Code in another browser', { html: CODE, plain: '**x**', types: [] }, false],
  [
    'JetBrains',
    {
      html: '<html><head><meta http-equiv="x"></head><body><pre style="color:red"><b>x</b></pre></body></html>',
      plain: 'x',
      types: [],
    },
    false,
  ],
  [
    'code of a web page',
    { html: "<meta charset='utf-8'><pre><code>x</code></pre>", plain: 'x', types: [] },
    true,
  ],
  [
    'a word of Google Docs',
    {
      html: '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><span style="font-weight:400">x</span></b>',
      plain: 'x',
      types: [],
    },
    false,
  ],
  [
    'a bold word of Google Docs',
    {
      html: '<b style="font-weight:normal;"><span style="font-weight:700">x</span></b>',
      plain: 'x',
      types: [],
    },
    true,
  ],
  [
    'two paragraphs of Word',
    {
      html: '<style>h1 {font-weight:bold}</style><p class=MsoNormal>a</p><p class=MsoNormal>b</p>',
      plain: 'a\r\nb',
      types: [],
    },
    true,
  ],
  [
    'one paragraph of Word',
    { html: '<style>h1 {font-weight:bold}</style><p class=MsoNormal>a</p>', plain: 'a', types: [] },
    false,
  ],
  ['paragraphs that are Markdown', { html: '<p>## a</p><p>b</p>', plain: '## a\nb', types: [] }, false],
])('%s', (_, clipboard, is) => expect(isRich(clipboard)).toBe(is))

/** Pastes into a text in which `‹` and `›` stand around the selection, or `‹` at the caret. */
function paste(text: string, pasted: string): string {
  const [anchor, end] = [text.indexOf('‹'), text.indexOf('›')]
  const state = EditorState.create({
    doc: text.replaceAll(/[‹›]/g, ''),
    selection: { anchor, head: end === -1 ? anchor : end - 1 },
    extensions: [markdownLanguage],
  })
  return state.update(insertPasted(state, pasted)).state.doc.toString()
}

test.each([
  ['a ‹b› c', '**x**', 'a **x** c'],
  ['a‹ b', 'x\n\ny', 'ax\n\ny b'],
  ['a‹b', '## x', 'a\n\n## x\n\nb'],
  ['a\n‹\nb', '- x\n- y', 'a\n\n- x\n- y\n\nb'],
  ['- a\n‹', '- x', '- a\n- x'],
  ['- ‹', '- x\n- y', '- x\n- y'],
  ['a\n\n‹', '| a |\n| - |', 'a\n\n| a |\n| - |'],
  ['> a‹', '- x\n- y', '> a\n> \n> - x\n> - y'],
  ['| a‹ |\n| - |', '- x | y\n- z', '| a- x \\| y - z |\n| - |'],
  ['a‹', 'x\n\n```\ny\n```', 'ax\n\n```\ny\n```'],
])('%j with %j', (text, pasted, after) => expect(paste(text, pasted)).toBe(after))
